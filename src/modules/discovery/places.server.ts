import { asc, count, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';
import type { TypeSite } from '#site/type-site.ts';

/** A part of a list of addresses: which one, and when anything of the list last changed. */
export interface Chunk {
  number: number;
  lastmod: string;
}

/** Content types whose items have a page of their own. */
export const placesOf = (parts: Pick<AppParts, 'content'>): Collection[] =>
  parts.content.registry.filter(
    (collection) => collection.publicPath !== undefined && slugFieldOf(collection) !== undefined,
  );

/** The one address of an item that search engines keep. */
const canonicalPathOf = (
  collection: Collection,
  slug: string,
  sites: readonly TypeSite[],
): string => {
  const site = sites.find(({ pages }) => `${collection.publicPath}/$slug` in pages);
  return site?.canonicalOf?.(slug) ?? publicPathOf(collection, slug);
};

/** Pages of one kind, in parts of a fixed size: never all of them at once. */
export interface PageList {
  name: string;
  chunks(size: number): Promise<Chunk[]>;
  addresses(number: number, size: number): Promise<{ path: string; lastmod?: string }[]>;
}

/** The public items of a content type. */
export const itemPagesOf = (
  { connection: { db }, content }: Pick<AppParts, 'connection' | 'content'>,
  collection: Collection,
  sites: readonly TypeSite[],
): PageList => {
  const { table, visible } = content.partsOf(collection.name).reader;
  return {
    name: collection.name,
    async chunks(size) {
      const last = sql<string | null>`max(${table.updatedAt})`;
      const [found] = await db.select({ total: count(), last }).from(table).where(visible);
      const lastmod = new Date(found?.last ?? 0).toISOString();
      const length = Math.ceil((found?.total ?? 0) / size);
      return Array.from({ length }, (_, at) => ({ number: at + 1, lastmod }));
    },
    async addresses(number, size) {
      const slug = columnOf(collection, slugFieldOf(collection) ?? 'slug');
      const rows = await db
        .select({ slug: sql<string>`${slug}`, lastmod: table.updatedAt })
        .from(table)
        .where(visible)
        .orderBy(asc(table.id))
        .limit(size)
        .offset((number - 1) * size);
      return rows.map((row) => ({
        path: canonicalPathOf(collection, row.slug, sites),
        lastmod: row.lastmod,
      }));
    },
  };
};
