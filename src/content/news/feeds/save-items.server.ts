import { sql } from 'drizzle-orm';
import { type Article, news } from '#content/news/news.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { createSchema } from '#kit/validators.ts';
import type { Writer } from '#kit/write.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { cutAtWord } from '#platform/text/clean-text.ts';
import { slugify } from '#platform/text/slugify.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { ArticleIndex } from './article-index.server.ts';
import type { FeedItem } from './read-feed.server.ts';

/** Held while a feed's entries are compared and stored, by every node that fetches. */
const SAVE_LOCK = 727_402_615;
const SLUG_LENGTH = 90;
const SPARE_SLUGS = 20;

const schema = createSchema(news);
const table = tableOf(news);

const baseSlug = (item: FeedItem): string => {
  const whole = slugify(item.title);
  const cut =
    whole.length > SLUG_LENGTH ? whole.slice(0, SLUG_LENGTH).replace(/-[^-]*$/, '') : whole;
  const isUsable = /[a-z]/.test(cut) && !news.reservedSlugs?.includes(cut);
  return isUsable ? cut : `article-${hashOf(item.guid).slice(0, 10)}`;
};

const spareSlugs = (base: string) => [
  base,
  ...Array.from({ length: SPARE_SLUGS }, (_, index) => `${base}-${index + 2}`),
];

const loadTaken = async (tx: Executor, items: readonly FeedItem[]): Promise<Set<string>> => {
  const wanted = items.flatMap((item) => spareSlugs(baseSlug(item)));
  const found = await tx.execute<{ slug: string }>(
    sql`select ${table.slug} as slug from ${table} where ${table.slug} = any(${sql.param(wanted)}::text[])`,
  );
  return new Set(found.rows.map((row) => row.slug));
};

const takeSlug = (item: FeedItem, taken: Set<string>): string => {
  const base = baseSlug(item);
  const unique = hashOf(`${item.guid} ${item.url}`).slice(0, 12);
  const free = spareSlugs(base).find((slug) => !taken.has(slug)) ?? `${base}-${unique}`;
  taken.add(free);
  return free;
};

interface FeedPart {
  items: readonly FeedItem[];
  /** The feed's name, without a key that its address may hold. */
  feed: string;
  /** An owner's choices for the feed. */
  words: Pick<Article, 'category' | 'originalLanguage'>;
  viewer: Viewer;
}

/** A draft and nothing more: no feed decides its own status, image or category. */
const toDraft = (item: FeedItem, slug: string, words: FeedPart['words']): Partial<Article> => ({
  ...words,
  title: item.title,
  slug,
  originalContent: item.content,
  originalUrl: item.url,
  originalGuid: item.guid,
  originalAuthor: item.author,
  originalPublisher: item.publisher,
  originalPublishedAt: item.publishedAt,
  excerpt: item.excerpt,
  tags: item.tags,
  status: 'draft',
});

/** Stores new items; concurrent fetches take turns, so that no item is stored twice. */
export const saveItems = (
  writer: Writer<typeof news>,
  articleIndex: ArticleIndex,
  { items, feed, words, viewer }: FeedPart,
) =>
  writer.inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SAVE_LOCK})`);
    await articleIndex.refresh(tx, items);
    const taken = await loadTaken(tx, items);
    const result = { saved: 0, odd: [] as string[] };
    for (const item of items) {
      if (articleIndex.has(item)) continue;
      const checked = schema.safeParse(toDraft(item, takeSlug(item, taken), words));
      if (!checked.success) {
        result.odd.push(`"${cutAtWord(item.title, 80)}" could not be stored`);
        continue;
      }
      await writer.createIn(tx, viewer, { ...checked.data, originalFeed: feed });
      articleIndex.add(item);
      result.saved += 1;
    }
    return result;
  });
