import { and, inArray, sql } from 'drizzle-orm';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import { partsOfAddress, readingsOf } from './site.ts';

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

/** The pairs that the site proposes, each with the difference between its vendors. */
const POPULAR = [
  {
    pair: 'addepar-vs-masttro',
    title: 'Addepar vs Masttro',
    text: 'A wealth data platform used across the adviser world, beside one that grew up inside a family office.',
  },
  {
    pair: 'eton-solutions-vs-fundcount',
    title: 'Eton Solutions vs FundCount',
    text: 'Two ways to keep partnership books: an integrated platform and an accounting engine.',
  },
  {
    pair: 'asora-vs-altoo',
    title: 'Asora vs Altoo',
    text: 'Two European platforms that put the wealth owner in front of the data.',
  },
];

/** Those whose vendors are public, under these slugs or under their present ones. */
export const listPopular = async (findVendor: VendorFinder) => {
  const isOpen = async ({ pair }: (typeof POPULAR)[number]) =>
    (await Promise.all(partsOfAddress(pair).map(findVendor))).every(Boolean);
  const open = await Promise.all(POPULAR.map(isOpen));
  return POPULAR.filter((_, at) => open[at]);
};
