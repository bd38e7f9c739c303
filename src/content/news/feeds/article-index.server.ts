import { setImmediate as yieldLoop } from 'node:timers/promises';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { news } from '#content/news/news.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { isInTrash, revisions } from '#platform/db/revisions.table.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { canonicalUrl, spellingsOf } from './canonical-url.ts';
import type { FeedItem } from './read-feed.server.ts';
import { isSameTitle, type TitleMarks, titleMarks, titleWords } from './titles.ts';

interface IndexedArticle extends Record<'guid' | 'url' | 'publisher', string | null> {
  title?: string | null;
  rewritten?: string | null;
}

/** Feeds repeat new items, so titles are compared with the newest articles only. */
const RECENT = 2000;
const PER_TURN = 250;

const table = tableOf(news);
const selection = {
  id: table.id,
  guid: table.originalGuid,
  url: table.originalUrl,
  title: table.title,
  rewritten: table.rewrittenTitle,
  publisher: table.originalPublisher,
};

const hostOf = (url: string | null) => canonicalUrl(url)?.split(/[/?#]/)[0] ?? '';

/** A short number is unique within its own feed at best. */
const isStrongGuid = (guid: string) => /^[a-z][a-z0-9+.-]*:/i.test(guid) || guid.length >= 20;
const guidKey = (guid: string, url: string | null) =>
  isStrongGuid(guid) ? guid : `${hostOf(url)} ${guid}`;

/** Articles stored already, also in the trash: an article that an editor deleted stays out. */
export const createArticleIndex = () => {
  const guids = new Set<string>();
  const urls = new Set<string>();
  const titles: TitleMarks[] = [];
  let lastId = 0;
  let hasTrash = false;

  const add = (article: IndexedArticle) => {
    if (article.guid) guids.add(guidKey(article.guid, article.url));
    const url = canonicalUrl(article.url);
    if (url) urls.add(url);
    for (const title of [article.title, article.rewritten])
      if (title) titles.push(titleMarks(titleWords(title, article.publisher)));
  };

  const addAll = async (rows: IndexedArticle[]) => {
    for (const [index, row] of rows.entries()) {
      add(row);
      if (index % PER_TURN === PER_TURN - 1) await yieldLoop();
    }
  };

  /** One item is compared with thousands of titles: others have their turn in between. */
  const has = async (item: FeedItem): Promise<boolean> => {
    if (guids.has(guidKey(item.guid, item.url))) return true;
    if (urls.has(canonicalUrl(item.url) ?? '')) return true;
    await yieldLoop();
    const own = titleMarks(titleWords(item.title, item.publisher));
    return titles.some((title) => isSameTitle(own, title));
  };

  const loadTrash = async (tx: Tx) => {
    const field = (key: string) => sql<string | null>`${revisions.data} ->> ${key}`;
    const rows = await tx
      .select({
        guid: field('originalGuid'),
        url: field('originalUrl'),
        title: field('title'),
        rewritten: field('rewrittenTitle'),
        publisher: field('originalPublisher'),
      })
      .from(revisions)
      .where(and(eq(revisions.collection, news.name), isInTrash))
      .orderBy(desc(revisions.id))
      .limit(RECENT);
    await addAll(rows);
    hasTrash = true;
  };

  /** Reads the articles added since the last look, and all that these items may repeat. */
  const refresh = async (tx: Tx, items: readonly FeedItem[]) => {
    if (!hasTrash) await loadTrash(tx);
    const recent = await tx
      .select(selection)
      .from(table)
      .where(gt(table.id, lastId))
      .orderBy(desc(table.id))
      .limit(RECENT);
    lastId = Math.max(lastId, ...recent.map((row) => row.id));
    await addAll(recent);
    const wanted = items.map((item) => item.guid);
    const spellings = items.flatMap((item) => spellingsOf(canonicalUrl(item.url) ?? ''));
    const { guid, url, publisher } = selection;
    const older = await tx
      .select({ guid, url, publisher })
      .from(table)
      .where(
        sql`${table.originalGuid} = any(${sql.param(wanted)}::text[]) or ${table.originalUrl} = any(${sql.param(spellings)}::text[])`,
      )
      .limit(RECENT);
    await addAll(older);
  };

  return { add, has, refresh };
};

export type ArticleIndex = ReturnType<typeof createArticleIndex>;
