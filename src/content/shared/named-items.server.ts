import { and, asc, desc, inArray, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import type { ReadContext } from '#kit/behaviour.server.ts';
import type { Collection, ItemBase } from '#kit/collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

const table = tableOf(features);

/** Published features in the order of the slugs; a slug that names none is just a word. */
export const namesOf = async (db: Executor, slugs: readonly string[]) => {
  if (slugs.length === 0) return [];
  const rows = await db
    .select({ slug: table.slug, name: table.name })
    .from(table)
    .where(and(visibilityOf(features), inArray(table.slug, [...slugs])));
  return slugs.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
};

/** Tells which of these words are the name or the slug of an item that anonymous visitors do not see, and of none that they do. */
export const findClosedNames = async (
  { db, readerOf }: ReadContext,
  collection: Collection,
  words: readonly string[],
): Promise<(word: string) => boolean> => {
  if (words.length === 0) return () => false;
  const { table, visible } = readerOf(collection);
  const name = sql<string>`lower(${columnOf(collection, collection.title)})`;
  const slug = sql<string>`${columnOf(collection, 'slug')}`;
  const asked = [...new Set(words.map((word) => word.toLowerCase()))];
  const isAsked = sql`array[${name}, ${slug}] && ${sql.param(asked)}::text[]`;
  const rows = await db
    .select({ name, slug, isVisible: sql<boolean>`(${visible}) is true` })
    .from(table)
    .where(isAsked);
  const wordsOf = (shown: boolean) =>
    rows.filter((row) => row.isVisible === shown).flatMap((row) => [row.name, row.slug]);
  const open = new Set(wordsOf(true));
  const closed = new Set(wordsOf(false).filter((word) => !open.has(word)));
  return (word) => closed.has(word.toLowerCase());
};

/** An item by its title; without a slug it has no page to open. */
export const itemLinks = z.array(z.object({ slug: z.string().nullable(), title: z.string() }));

export type ItemLink = z.infer<typeof itemLinks>[number];

interface Nearest {
  collection: Collection;
  item: ItemBase & { slug: string; features: string[]; category: string | null };
  /** The spec's own list, for items without better matches. */
  fixed: readonly { slug: string; title: string }[];
  count: number;
}

/** Others of the same kind that share most features, then those of its category, then the fixed ones; never the item itself. */
export const listNearest = async (
  { db, readerOf }: ReadContext,
  { collection, item, fixed, count }: Nearest,
): Promise<ItemLink[]> => {
  const { table, visible } = readerOf(collection);
  const column = (key: string) => columnOf(collection, key);
  const slug = column('slug');
  const title = column('title');
  const features = column('features');
  const category = column('category');
  const own = sql`${sql.param(item.features)}::text[]`;
  const shared = sql<number>`(select count(*) from unnest(${features}) as one where one = any(${own}))`;
  const isAlike = sql<boolean>`coalesce(${category} = ${item.category}, false)`;
  const links = { slug: sql<string>`${slug}`, title: sql<string>`${title}` };
  const isOther = and(visible, ne(table.id, item.id));

  const near = await db
    .select(links)
    .from(table)
    .where(and(isOther, sql`(${features} && ${own} or ${isAlike})`))
    .orderBy(desc(shared), desc(isAlike), asc(column('displayOrder')), asc(sql`lower(${title})`))
    .limit(count);
  if (near.length === count) return near;

  const taken = new Set([item.slug, ...near.map((one) => one.slug)]);
  const rest = fixed.filter((one) => !taken.has(one.slug)).slice(0, count - near.length);
  if (rest.length === 0) return near;
  const slugs = rest.map((one) => one.slug);
  const open = await db
    .select(links)
    .from(table)
    .where(and(isOther, inArray(slug, slugs)));
  const isOpen = (one: { slug: string }) => open.some((other) => other.slug === one.slug);
  return [...near, ...rest.map((one) => (isOpen(one) ? one : { ...one, slug: null }))];
};
