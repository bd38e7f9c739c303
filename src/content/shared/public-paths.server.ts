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
  findRedirect(db: Executor, path: string): Promise<string | null>;
}

const plainPath = (path: string): string => normalPath(path.split(/[?#]/)[0] ?? '') ?? '';

/** The page that anonymous visitors find at an address. */
export const createPathChecks = (places: Places) => {
  const { registry, readerOf, isReserved, siteUrl, findClosedPairs, findRedirect } = places;

  /** The path below our own host, in whatever spelling; other hosts' addresses stay as they are. */
  const ownPath = (address: string): string => {
    if (address.startsWith('/') || !URL.canParse(address)) return address;
    const url = new URL(address);
    return url.host === new URL(siteUrl).host ? url.pathname : address;
  };

  /** The types that may have an item at an address, each with its slug: '/faq/what-is-it' is one below '/faq'. */
  const slotsAt = (path: string) => {
    const plain = plainPath(path);
    return registry.flatMap((collection) => {
      const { publicPath } = collection;
      if (publicPath === undefined || !plain.startsWith(`${publicPath}/`)) return [];
      const slug = plain.slice(publicPath.length + 1);
      const isNone = slug === '' || slug.includes('/') || (publicPath === '' && isReserved(slug));
      return isNone ? [] : [{ path, collection, slug }];
    });
  };

  type Slots = ReturnType<typeof slotsAt>;

  /** The paths of the slots that hold an item, whether anonymous visitors see it or not, or only if they do. */
  const findHeld = async (db: Executor, slots: Slots, withDrafts = false): Promise<Set<string>> => {
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

  const closedOf = async (db: Executor, paths: Iterable<string>): Promise<Set<string>> => {
    const slots = [...paths].flatMap(slotsAt);
    const open = await findHeld(db, slots);
    return new Set(slots.map(({ path }) => path)).difference(open);
  };

  return {
    /** Whether a page answers there: the site's own, or an item that anonymous visitors see. */
    isLive: async (db: Executor, path: string): Promise<boolean> => {
      const plain = plainPath(path);
      if (plain === '/' || isReserved(plain.slice(1))) return true;
      return (await findHeld(db, slotsAt(path))).size > 0;
    },

    /** Whether it is the address of an item which an anonymous visitor may not see. */
    isDraft: async (db: Executor, address: string): Promise<boolean> => {
      const path = ownPath(address);
      if ((await findClosedPairs(db, [path])).size > 0) return true;
      const slots = slotsAt(path);
      if ((await findHeld(db, slots)).size > 0) return false;
      return (await findHeld(db, slots, true)).size > 0;
    },

    /** The addresses of drafts and deleted items; one that was changed counts as the one it leads to now. */
    closedPaths: async (db: Executor, addresses: readonly string[]): Promise<Set<string>> => {
      const unique = [...new Set(addresses.map(ownPath))];
      const moved = new Map<string, string | null>();
      for (const path of await closedOf(db, unique))
        moved.set(path, await findRedirect(db, normalPath(path) ?? path));
      const targets = [...moved.values()].flatMap((path) => path ?? []);
      const stillClosed = await closedOf(db, targets);
      const pairs = await findClosedPairs(db, unique);
      return new Set(
        addresses.filter((address) => {
          const path = ownPath(address);
          const target = moved.get(path);
          return pairs.has(path) || target === null || (target && stillClosed.has(target));
        }),
      );
    },
  };
};

type PathChecks = ReturnType<typeof createPathChecks>;
export type LiveCheck = PathChecks['isLive'];
export type DraftCheck = PathChecks['isDraft'];
export type PathCheck = PathChecks['closedPaths'];
