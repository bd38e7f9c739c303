import { and, inArray, sql } from 'drizzle-orm';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import {
  addressOf,
  comparisonsSite,
  type POPULAR_PAIRS,
  partsOfAddress,
  readingsOf,
} from './site.ts';

const table = tableOf(vendors);

const slugsOf = (path: string): string[] => {
  const pair = /^\/compare\/([^/]+)$/.exec(normalPath(path.split(/[?#]/)[0] ?? '') ?? '')?.[1];
  return pair ? readingsOf(pair).flat() : [];
};

/** The addresses of comparisons that name a vendor which an anonymous visitor may not see. */
export const findClosedPairs = async (
  db: Executor,
  paths: readonly string[],
): Promise<Set<string>> => {
  const named = new Map(paths.map((path) => [path, slugsOf(path)]));
  const slugs = [...new Set([...named.values()].flat())];
  if (slugs.length === 0) return new Set();
  const rows = await db
    .select({ slug: table.slug })
    .from(table)
    .where(and(inArray(table.slug, slugs), sql`not ${visibilityOf(vendors)}`));
  const closed = new Set(rows.map((row) => row.slug));
  return new Set(paths.filter((path) => named.get(path)?.some((one) => closed.has(one))));
};

/** Each fixed pair's title, and the difference between its vendors. */
export const POPULAR_TEXTS: Record<
  (typeof POPULAR_PAIRS)[number],
  { title: string; text: string }
> = {
  'addepar-vs-masttro': {
    title: 'Addepar vs Masttro',
    text: 'A wealth data platform used across the adviser world, beside one that grew up inside a family office.',
  },
  'eton-solutions-vs-fundcount': {
    title: 'Eton Solutions vs FundCount',
    text: 'Two ways to keep partnership books: an integrated platform and an accounting engine.',
  },
  'asora-vs-altoo': {
    title: 'Asora vs Altoo',
    text: 'Two European platforms that put the wealth owner in front of the data.',
  },
};

const bigrams = (text: string) => {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return new Set(
    Array.from({ length: Math.max(plain.length - 1, 0) }, (_, i) => plain.slice(i, i + 2)),
  );
};

const likeness = (first: ReadonlySet<string>, second: ReadonlySet<string>) => {
  const shared = first.intersection(second).size;
  return shared === 0 ? 0 : (2 * shared) / (first.size + second.size);
};

/** Those whose name or slug is most like one of the wanted words; the rest fill up in their order. */
export const closestNames = <V extends { name: string; slug: string }>(
  vendors: readonly V[],
  wanted: readonly string[],
  count: number,
): V[] => {
  const sought = wanted.map(bigrams);
  const scoreOf = ({ name, slug }: V) => {
    const called = [name, slug].map(bigrams);
    return Math.max(...sought.flatMap((word) => called.map((own) => likeness(own, word))));
  };
  return vendors
    .map((vendor, index) => ({ vendor, index, score: scoreOf(vendor) }))
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, count)
    .map(({ vendor }) => vendor);
};

const PAIRS = `${comparisonsSite.folder}/`;

/** Where a comparison leads after its vendors were renamed: to the same ones, a pair in the order asked for. */
export const createPairFinder =
  (findVendor: VendorFinder) =>
  async (path: string): Promise<string | null> => {
    if (!path.startsWith(PAIRS)) return null;
    for (const slugs of readingsOf(path.slice(PAIRS.length))) {
      const found = await Promise.all(slugs.map(findVendor));
      const now = found.flatMap((vendor) => vendor?.slug ?? []);
      if (new Set(now).size < slugs.length) continue;
      const isHere = now.every((slug, index) => slug === slugs[index]);
      return isHere ? null : PAIRS + addressOf(now);
    }
    return null;
  };

/** Pairs of public vendors, under these slugs or under their present ones. */
export const findOpenPairs = async <Pair extends string>(
  db: Executor,
  pairs: readonly Pair[],
  findVendor: VendorFinder,
): Promise<Pair[]> => {
  const slugs = pairs.flatMap(partsOfAddress);
  const rows = await db
    .select({ slug: table.slug })
    .from(table)
    .where(and(inArray(table.slug, slugs), visibilityOf(vendors)));
  const open = new Set(rows.map((row) => row.slug));
  // Outdated slugs are few.
  for (const slug of slugs) if (!open.has(slug) && (await findVendor(slug))) open.add(slug);
  return pairs.filter((pair) => partsOfAddress(pair).every((slug) => open.has(slug)));
};
