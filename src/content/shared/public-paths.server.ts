import { and, inArray, sql } from 'drizzle-orm';
import { type Collection, slugFieldOf } from '#kit/collection.ts';
import type { Reader } from '#kit/read.server.ts';
import { columnsOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { isReservedSlug } from './reserved-slugs.ts';

interface Options {
  registry: readonly Collection[];
  readerOf(name: string): Reader;
  findRedirect(db: Executor, path: string): Promise<string | null>;
}

/** '/faq/what-is-it' is a slug below '/faq'; an address elsewhere is no item's. */
const slugBelow = (place: string, path: string): string | undefined => {
  const [plain = ''] = path.split(/[?#]/);
  if (!plain.startsWith(`${place}/`)) return undefined;
  const slug = plain.slice(place.length + 1);
  if (slug === '' || slug.includes('/')) return undefined;
  return place === '' && isReservedSlug(slug) ? undefined : slug;
};

/** Tells which addresses of items a stranger would find closed: drafts, and what is gone. */
export const createPathCheck = ({ registry, readerOf, findRedirect }: Options) => {
  const places = registry.filter(({ publicPath }) => publicPath !== undefined);

  const openSlugs = async (db: Executor, collection: Collection, slugs: string[]) => {
    noteRead(collection.name);
    const { table, conditionOf } = readerOf(collection.name);
    const column = columnsOf(table)[slugFieldOf(collection) ?? 'slug'];
    const rows = await db
      .select({ slug: sql<string>`${column}` })
      .from(table)
      .where(and(conditionOf({ viewer: null }), inArray(column as never, slugs)));
    return new Set(rows.map((row) => row.slug));
  };

  const closedOf = async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const closed = new Set<string>();
    const open = new Set<string>();
    for (const collection of places) {
      const found = paths.flatMap((path) => {
        const slug = slugBelow(collection.publicPath ?? '', path);
        return slug === undefined ? [] : [{ path, slug }];
      });
      if (found.length === 0) continue;
      const slugs = await openSlugs(db, collection, [...new Set(found.map(({ slug }) => slug))]);
      for (const { path, slug } of found) (slugs.has(slug) ? open : closed).add(path);
    }
    return new Set([...closed].filter((path) => !open.has(path)));
  };

  /** An address that was changed counts as the one it leads to now. */
  return async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const closed = await closedOf(db, paths);
    const moved = new Map<string, string>();
    for (const path of closed) {
      const target = await findRedirect(db, path);
      if (target) moved.set(path, target);
    }
    const stillClosed = await closedOf(db, [...moved.values()]);
    const isClosed = (path: string) => stillClosed.has(moved.get(path) ?? '') || !moved.has(path);
    return new Set([...closed].filter(isClosed));
  };
};

export type PathCheck = ReturnType<typeof createPathCheck>;
