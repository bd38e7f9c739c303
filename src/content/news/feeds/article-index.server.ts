import { and, eq, sql } from 'drizzle-orm';
import { news } from '#content/news/news.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import { canonicalUrl, spellingsOf } from './canonical-url.ts';
import type { FeedIdentity } from './read-feed.server.ts';

type Identity = Record<'guid' | 'url', string | null>;

/** Where an article is that an entry would repeat. */
type Whereabouts = 'stored' | 'trash';

const table = tableOf(news);

const hostOf = (url: string | null) => canonicalUrl(url)?.split(/[/?#]/)[0] ?? '';

/** A short number is unique within its own feed at best. */
const isStrongGuid = (guid: string) => /^[a-z][a-z0-9+.-]*:/i.test(guid) || guid.length >= 20;
const guidKey = (guid: string, url: string | null) =>
  isStrongGuid(guid) ? guid : `${hostOf(url)} ${guid}`;

/** Articles that are there already, by guid, then by address; one that an editor deleted stays out. */
export const createArticleIndex = () => {
  const guids = new Map<string, Whereabouts>();
  const urls = new Map<string, Whereabouts>();

  const add = ({ guid, url }: Identity, at: Whereabouts = 'stored') => {
    if (guid) guids.set(guidKey(guid, url), at);
    const canonical = canonicalUrl(url);
    if (canonical) urls.set(canonical, at);
  };

  const find = ({ guid, url }: Identity): Whereabouts | undefined =>
    (guid ? guids.get(guidKey(guid, url)) : undefined) ?? urls.get(canonicalUrl(url) ?? '');

  /** Reads the articles that these entries may repeat. */
  const refresh = async (db: Executor, entries: readonly FeedIdentity[]) => {
    const wanted = sql`any(${sql.param(entries.map(({ guid }) => guid))}::text[])`;
    const spellings = entries.flatMap(({ url }) => spellingsOf(canonicalUrl(url) ?? ''));
    const addresses = sql`any(${sql.param(spellings)}::text[])`;
    const field = (key: string) => sql<string | null>`${revisions.data} ->> ${key}`;
    const guid = field('originalGuid');
    const url = field('originalUrl');
    const deleted = await db
      .select({ guid, url })
      .from(revisions)
      .where(
        and(
          eq(revisions.collection, news.name),
          isInTrash,
          sql`(${guid} = ${wanted} or ${url} = ${addresses})`,
        ),
      );
    for (const article of deleted) add(article, 'trash');
    const stored = await db
      .select({ guid: table.originalGuid, url: table.originalUrl })
      .from(table)
      .where(sql`${table.originalGuid} = ${wanted} or ${table.originalUrl} = ${addresses}`);
    for (const article of stored) add(article);
  };

  return { add, find, refresh };
};

export type ArticleIndex = ReturnType<typeof createArticleIndex>;
