import { and, inArray, sql } from 'drizzle-orm';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import { readingsOf } from './site.ts';

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
