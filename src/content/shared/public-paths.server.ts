import { and, inArray, sql } from 'drizzle-orm';
import { type Collection, slugFieldOf } from '#kit/collection.ts';
import type { Reader } from '#kit/read.server.ts';
import { columnsOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import { isReservedSlug } from './reserved-slugs.ts';

interface Places {
  registry: readonly Collection[];
  readerOf(name: string): Reader;
}

interface Options extends Places {
  findRedirect(db: Executor, path: string): Promise<string | null>;
}

/** '/faq/what-is-it', in whatever spelling, is a slug below '/faq'; an address elsewhere is no item's. */
const slugBelow = (place: string, path: string): string | undefined => {
  const plain = normalPath(path.split(/[?#]/)[0] ?? '') ?? '';
  if (!plain.startsWith(`${place}/`)) return undefined;
  const slug = plain.slice(place.length + 1);
  if (slug === '' || slug.includes('/')) return undefined;
  return place === '' && isReservedSlug(slug) ? undefined : slug;
};

const placesOf = (registry: readonly Collection[]) =>
  registry.filter(({ publicPath }) => publicPath !== undefined);

/** Which of these slugs a collection has, with drafts or without. */
const findSlugs = async (
  db: Executor,
  { collection, reader }: { collection: Collection; reader: Reader },
  { slugs, withDrafts = false }: { slugs: string[]; withDrafts?: boolean },
) => {
  noteRead(collection.name);
  const { table, conditionOf } = reader;
  const column = columnsOf(table)[slugFieldOf(collection) ?? 'slug'];
  const isOpen = withDrafts ? undefined : conditionOf({ viewer: null });
  const rows = await db
    .select({ slug: sql<string>`${column}` })
    .from(table)
    .where(and(isOpen, inArray(column as never, slugs)));
  return new Set(rows.map((row) => row.slug));
};

/** Tells whether an address is that of an item which a stranger may not see. */
export const createDraftCheck = ({ registry, readerOf }: Places) => {
  const places = placesOf(registry);
  return async (db: Executor, path: string): Promise<boolean> => {
    let isDraft = false;
    for (const collection of places) {
      const slug = slugBelow(collection.publicPath ?? '', path);
      if (slug === undefined) continue;
      const parts = { collection, reader: readerOf(collection.name) };
      if ((await findSlugs(db, parts, { slugs: [slug] })).size > 0) return false;
      isDraft ||= (await findSlugs(db, parts, { slugs: [slug], withDrafts: true })).size > 0;
    }
    return isDraft;
  };
};

export type DraftCheck = ReturnType<typeof createDraftCheck>;

/** Tells which addresses of items a stranger would find closed: drafts, and what is gone. */
export const createPathCheck = ({ registry, readerOf, findRedirect }: Options) => {
  const places = placesOf(registry);

  const closedOf = async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const closed = new Set<string>();
    const open = new Set<string>();
    for (const collection of places) {
      const found = paths.flatMap((path) => {
        const slug = slugBelow(collection.publicPath ?? '', path);
        return slug === undefined ? [] : [{ path, slug }];
      });
      if (found.length === 0) continue;
      const parts = { collection, reader: readerOf(collection.name) };
      const asked = [...new Set(found.map(({ slug }) => slug))];
      const slugs = await findSlugs(db, parts, { slugs: asked });
      for (const { path, slug } of found) (slugs.has(slug) ? open : closed).add(path);
    }
    return new Set([...closed].filter((path) => !open.has(path)));
  };

  /** An address that was changed counts as the one it leads to now. */
  return async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const closed = await closedOf(db, paths);
    const moved = new Map<string, string>();
    for (const path of closed) {
      const target = await findRedirect(db, normalPath(path) ?? path);
      if (target) moved.set(path, target);
    }
    const stillClosed = await closedOf(db, [...moved.values()]);
    const isClosed = (path: string) => stillClosed.has(moved.get(path) ?? '') || !moved.has(path);
    return new Set([...closed].filter(isClosed));
  };
};

export type PathCheck = ReturnType<typeof createPathCheck>;
