import { and, inArray, sql } from 'drizzle-orm';
import { type Collection, slugFieldOf } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { columnOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import type { ReservedCheck } from './reserved-slugs.ts';

interface Places {
  registry: readonly Collection[];
  readerOf: ReaderOf;
  isReserved: ReservedCheck;
  /** An absolute address of ours is a path like any other. */
  siteUrl: string;
  /** Which of these paths stand for several items of which one is closed. */
  findClosedPairs(db: Executor, paths: readonly string[]): Promise<Set<string>>;
}

/** The path below our own host, in whatever spelling; other hosts' addresses stay as they are. */
const ownPath = (address: string, siteUrl: string): string => {
  if (address.startsWith('/') || !URL.canParse(address)) return address;
  const url = new URL(address);
  return url.host === new URL(siteUrl).host ? url.pathname : address;
};

interface Options extends Places {
  findRedirect(db: Executor, path: string): Promise<string | null>;
}

/** '/faq/what-is-it', in whatever spelling, is a slug below '/faq'; an address elsewhere is no item's. */
const slugBelow = (place: string, path: string, isReserved: ReservedCheck): string | undefined => {
  const plain = normalPath(path.split(/[?#]/)[0] ?? '') ?? '';
  if (!plain.startsWith(`${place}/`)) return undefined;
  const slug = plain.slice(place.length + 1);
  if (slug === '' || slug.includes('/')) return undefined;
  return place === '' && isReserved(slug) ? undefined : slug;
};

const placesOf = (registry: readonly Collection[]) =>
  registry.filter(({ publicPath }) => publicPath !== undefined);

/** Which of these slugs a collection has, with drafts or without. */
const findSlugs = async (
  db: Executor,
  { collection, readerOf }: { collection: Collection; readerOf: ReaderOf },
  { slugs, withDrafts = false }: { slugs: string[]; withDrafts?: boolean },
) => {
  const slugField = slugFieldOf(collection) ?? 'slug';
  const { table, visible } = readerOf(collection);
  const column = columnOf(collection, slugField);
  const isOpen = withDrafts ? undefined : visible;
  const rows = await db
    .select({ slug: sql<string>`${column}` })
    .from(table)
    .where(and(isOpen, inArray(column, slugs)));
  return new Set(rows.map((row) => row.slug));
};

/** Tells whether a page answers at an address: the site's own, or an item that anonymous visitors see. */
export const createLiveCheck = ({ registry, readerOf, isReserved }: Places) => {
  const places = placesOf(registry);
  return async (db: Executor, path: string): Promise<boolean> => {
    const plain = normalPath(path.split(/[?#]/)[0] ?? '') ?? '';
    if (plain === '/' || isReserved(plain.slice(1))) return true;
    for (const collection of places) {
      const slug = slugBelow(collection.publicPath ?? '', plain, isReserved);
      if (slug === undefined) continue;
      const parts = { collection, readerOf };
      if ((await findSlugs(db, parts, { slugs: [slug] })).size > 0) return true;
    }
    return false;
  };
};

export type LiveCheck = ReturnType<typeof createLiveCheck>;

/** Tells whether an address is that of an item which an anonymous visitor may not see. */
export const createDraftCheck = (options: Places) => {
  const { registry, readerOf, isReserved, siteUrl, findClosedPairs } = options;
  const places = placesOf(registry);
  return async (db: Executor, address: string): Promise<boolean> => {
    const path = ownPath(address, siteUrl);
    if ((await findClosedPairs(db, [path])).size > 0) return true;
    let isDraft = false;
    for (const collection of places) {
      const slug = slugBelow(collection.publicPath ?? '', path, isReserved);
      if (slug === undefined) continue;
      const parts = { collection, readerOf };
      if ((await findSlugs(db, parts, { slugs: [slug] })).size > 0) return false;
      isDraft ||= (await findSlugs(db, parts, { slugs: [slug], withDrafts: true })).size > 0;
    }
    return isDraft;
  };
};

export type DraftCheck = ReturnType<typeof createDraftCheck>;

/** Tells which addresses of items an anonymous visitor would find closed: drafts and deleted items. */
export const createPathCheck = (options: Options) => {
  const { registry, readerOf, isReserved, siteUrl, findClosedPairs, findRedirect } = options;
  const places = placesOf(registry);

  const closedOf = async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const closed = new Set<string>();
    const open = new Set<string>();
    for (const collection of places) {
      const found = paths.flatMap((path) => {
        const slug = slugBelow(collection.publicPath ?? '', path, isReserved);
        return slug === undefined ? [] : [{ path, slug }];
      });
      if (found.length === 0) continue;
      const parts = { collection, readerOf };
      const asked = [...new Set(found.map(({ slug }) => slug))];
      const slugs = await findSlugs(db, parts, { slugs: asked });
      for (const { path, slug } of found) (slugs.has(slug) ? open : closed).add(path);
    }
    return new Set([...closed].filter((path) => !open.has(path)));
  };

  /** An address that was changed counts as the one it leads to now. */
  const closedPaths = async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
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

  return async (db: Executor, addresses: readonly string[]): Promise<Set<string>> => {
    const paths = new Map(addresses.map((address) => [address, ownPath(address, siteUrl)]));
    const unique = [...new Set(paths.values())];
    const closed = await closedPaths(db, unique);
    const pairs = await findClosedPairs(db, unique);
    return new Set(
      addresses.filter((one) => [closed, pairs].some((set) => set.has(paths.get(one) ?? ''))),
    );
  };
};

export type PathCheck = ReturnType<typeof createPathCheck>;
