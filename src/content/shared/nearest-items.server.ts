import { and, asc, desc, inArray, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { ReadContext } from '#kit/behaviour.server.ts';
import type { Collection, ItemBase } from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';

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
  const [slug, title, features, category] = [
    column('slug'),
    column('title'),
    column('features'),
    column('category'),
  ];
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
