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

interface Options extends Places {
  findRedirect(db: Executor, path: string): Promise<string | null>;
}

/** The path below our own host, in whatever spelling; other hosts' addresses stay as they are. */
const ownPath = (address: string, siteUrl: string): string => {
  if (address.startsWith('/') || !URL.canParse(address)) return address;
  const url = new URL(address);
  return url.host === new URL(siteUrl).host ? url.pathname : address;
};

const plainPath = (path: string): string => normalPath(path.split(/[?#]/)[0] ?? '') ?? '';

/** The types that may have an item at an address, each with its slug: '/faq/what-is-it' is one below '/faq'. */
const slotsAt = ({ registry, isReserved }: Places, path: string) => {
  const plain = plainPath(path);
  return registry.flatMap((collection) => {
    const { publicPath } = collection;
    if (publicPath === undefined || !plain.startsWith(`${publicPath}/`)) return [];
    const slug = plain.slice(publicPath.length + 1);
    const isNone = slug === '' || slug.includes('/') || (publicPath === '' && isReserved(slug));
    return isNone ? [] : [{ path, collection, slug }];
  });
};

type Slot = ReturnType<typeof slotsAt>[number];

/** The paths of the slots that hold an item, whether anonymous visitors see it or not, or only if they do. */
const findHeld = async (
  db: Executor,
  slots: readonly Slot[],
  { readerOf, withDrafts = false }: { readerOf: ReaderOf; withDrafts?: boolean },
): Promise<Set<string>> => {
  const held = new Set<string>();
  for (const [collection, asked] of Map.groupBy(slots, (slot) => slot.collection)) {
    const { table, visible } = readerOf(collection);
    const column = columnOf(collection, slugFieldOf(collection) ?? 'slug');
    const slugs = [...new Set(asked.map(({ slug }) => slug))];
    const rows = await db
      .select({ slug: sql<string>`${column}` })
      .from(table)
      .where(and(withDrafts ? undefined : visible, inArray(column, slugs)));
    const found = new Set(rows.map((row) => row.slug));
    for (const { path, slug } of asked) if (found.has(slug)) held.add(path);
  }
  return held;
};

/** Tells whether a page answers at an address: the site's own, or an item that anonymous visitors see. */
export const createLiveCheck =
  (places: Places) =>
  async (db: Executor, path: string): Promise<boolean> => {
    const plain = plainPath(path);
    if (plain === '/' || places.isReserved(plain.slice(1))) return true;
    return (await findHeld(db, slotsAt(places, path), places)).size > 0;
  };

export type LiveCheck = ReturnType<typeof createLiveCheck>;

/** Tells whether an address is that of an item which an anonymous visitor may not see. */
export const createDraftCheck =
  (places: Places) =>
  async (db: Executor, address: string): Promise<boolean> => {
    const { readerOf, siteUrl, findClosedPairs } = places;
    const path = ownPath(address, siteUrl);
    if ((await findClosedPairs(db, [path])).size > 0) return true;
    const slots = slotsAt(places, path);
    if ((await findHeld(db, slots, { readerOf })).size > 0) return false;
    return (await findHeld(db, slots, { readerOf, withDrafts: true })).size > 0;
  };

export type DraftCheck = ReturnType<typeof createDraftCheck>;

/** Tells which addresses of items an anonymous visitor would find closed: drafts and deleted items. */
export const createPathCheck = (options: Options) => {
  const { readerOf, siteUrl, findClosedPairs, findRedirect } = options;

  const closedOf = async (db: Executor, paths: readonly string[]): Promise<Set<string>> => {
    const slots = paths.flatMap((path) => slotsAt(options, path));
    const open = await findHeld(db, slots, { readerOf });
    return new Set(slots.map(({ path }) => path)).difference(open);
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
    const closed = (await closedPaths(db, unique)).union(await findClosedPairs(db, unique));
    return new Set(addresses.filter((one) => closed.has(paths.get(one) ?? '')));
  };
};

export type PathCheck = ReturnType<typeof createPathCheck>;
