import { inArray, sql } from 'drizzle-orm';
import { type Article, news } from '#content/news/news.collection.ts';
import { tableOf } from '#kit/table.server.ts';
import { createSchema } from '#kit/validators.ts';
import type { Writer } from '#kit/write.server.ts';
import { hashOf } from '#platform/secret.server.ts';
import { cutAtWord } from '#platform/text/clean-text.ts';
import { slugify } from '#platform/text/slugify.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { ArticleIndex } from './article-index.server.ts';
import type { FeedItem } from './read-feed.server.ts';

/** Held while a feed's entries are compared and stored, by every node that fetches. */
const SAVE_LOCK = 727_402_615;
const SLUG_LENGTH = 90;

const schema = createSchema(news);
const table = tableOf(news);

/** Of the title, and of the item itself where another article has that one. */
const slugOf = (item: FeedItem, taken: Set<string>): string => {
  const whole = slugify(item.title);
  const cut =
    whole.length > SLUG_LENGTH ? whole.slice(0, SLUG_LENGTH).replace(/-[^-]*$/, '') : whole;
  const isUsable = /[a-z]/.test(cut) && !news.reservedSlugs?.includes(cut);
  const base = isUsable ? cut : 'article';
  const slug =
    isUsable && !taken.has(base)
      ? base
      : `${base}-${hashOf(`${item.guid} ${item.url}`).slice(0, 12)}`;
  taken.add(slug);
  return slug;
};

/** Of these items' slugs those that articles have. */
const loadTaken = async (tx: Tx, items: readonly FeedItem[]): Promise<Set<string>> => {
  const none = new Set<string>();
  const wanted = items.map((item) => slugOf(item, none));
  const found = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(inArray(table.slug, wanted));
  return new Set(found.map((row) => row.slug));
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
      if (articleIndex.find(item)) continue;
      const checked = schema.safeParse(toDraft(item, slugOf(item, taken), words));
      if (!checked.success) {
        result.odd.push(`"${cutAtWord(item.title, 80)}" could not be stored`);
        continue;
      }
      await writer.create(tx, viewer, { ...checked.data, originalFeed: feed });
      articleIndex.add(item);
      result.saved += 1;
    }
    return result;
  });
