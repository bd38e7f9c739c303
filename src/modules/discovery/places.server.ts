import { asc, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { columnOf } from '#kit/table.server.ts';
import type { TypeSite } from '#site/type-site.ts';

/** A part of a list of addresses: which one, and when anything in it last changed. */
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
export const canonicalPathOf = (
  collection: Collection,
  slug: string,
  sites: readonly TypeSite[],
): string => {
  const site = sites.find(({ pages }) => `${collection.publicPath}/$slug` in pages);
  return site?.canonicalOf?.(slug) ?? publicPathOf(collection, slug);
};

/** The public addresses of one content type, in parts of a fixed size: never all of them at once. */
export const createAddressBook = (
  parts: AppParts,
  { size, sites }: { size: number; sites: readonly TypeSite[] },
) => {
  const { db } = parts.connection;
  const sourceOf = (collection: Collection) => parts.content.partsOf(collection.name).reader;

  return {
    async chunks(collection: Collection): Promise<Chunk[]> {
      const { table, visible } = sourceOf(collection);
      const numbered = db
        .select({
          number:
            sql<number>`((row_number() over (order by ${table.id}) - 1) / ${sql.raw(String(size))})::int + 1`.as(
              'number',
            ),
          changed: sql`${table.updatedAt}`.as('changed'),
        })
        .from(table)
        .where(visible)
        .as('numbered');
      const rows = await db
        .select({ number: numbered.number, lastmod: sql<string>`max(${numbered.changed})` })
        .from(numbered)
        .groupBy(numbered.number)
        .orderBy(numbered.number);
      return rows.map(({ number, lastmod }) => ({
        number,
        lastmod: new Date(lastmod).toISOString(),
      }));
    },

    async addresses(collection: Collection, number: number) {
      const { table, visible } = sourceOf(collection);
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

    async lastChange(collection: Collection): Promise<string | undefined> {
      const { table, visible } = sourceOf(collection);
      const [row] = await db
        .select({ last: sql<string | null>`max(${table.updatedAt})` })
        .from(table)
        .where(visible);
      return row?.last ? new Date(row.last).toISOString() : undefined;
    },
  };
};
