import { eq, sql } from 'drizzle-orm';
import { type Collection, slugFieldOf } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { conflict, invalid } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { ReservedCheck } from './reserved-slugs.ts';

/** Landing pages and generic pages share the addresses below the root: /{slug} can be only one of them. */
export const createAddressClaim =
  (isReserved: ReservedCheck) => async (tx: Tx, slug: string, others: Collection) => {
    if (isReserved(slug)) throw invalid({ slug: 'This address belongs to the site itself' });
    // Two editors who take one address at once, on both sides, wait for each other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`address/${slug}`}))`);
    const column = columnOf(others, slugFieldOf(others) ?? 'slug');
    const taken = await tx.$count(tableOf(others), eq(column, slug));
    if (taken > 0) {
      throw conflict('slug', `Slug is already used by a ${others.label.one.toLowerCase()}`);
    }
  };

export type ClaimAddress = ReturnType<typeof createAddressClaim>;
