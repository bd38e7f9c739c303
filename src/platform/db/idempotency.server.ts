import { hash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { hasCode } from '#platform/causes.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Executor } from './database.server.ts';
import { idempotencyKeys as table } from './idempotency.table.server.ts';

const KEY_REUSED =
  'This was created already, with other content: its Idempotency-Key has been used. Look for it in the list; another save makes a second one';

const expiry = sql`now() - interval '1 day'`;

interface Claim {
  viewer: Viewer;
  key: string | undefined;
  /** All that tells one create from another. */
  request: unknown;
}

const claim = async (tx: Tx, row: typeof table.$inferInsert) => {
  try {
    // Where the first request is in flight this waits for its transaction.
    const { rowCount } = await tx
      .insert(table)
      .values(row)
      .onConflictDoUpdate({
        target: [table.userId, table.key],
        set: { request: row.request, itemId: null, createdAt: sql`now()` },
        setWhere: lt(table.createdAt, expiry),
      });
    return rowCount === 1;
  } catch (error) {
    if (!hasCode(error, /^55P03$/)) throw error;
    const text = 'The same request is still being worked on. Please try again in a moment';
    throw new AppError('conflict', text, { headers: { 'Retry-After': '2' } });
  }
};

/** Runs `make` for the first request with this key, in its transaction; a retry gets the item that this one made. */
export const makeOnce = async <Item extends { id: number }>(
  tx: Tx,
  items: PgTable & { id: PgColumn },
  { viewer, key, request }: Claim,
  make: () => Promise<Item>,
): Promise<{ item: Item; isReplayed: boolean }> => {
  if (!viewer || key === undefined) return { item: await make(), isReplayed: false };
  const digest = hash('sha256', JSON.stringify(request), 'base64url');
  const isOfClaim = and(eq(table.userId, viewer.id), eq(table.key, key));
  if (await claim(tx, { userId: viewer.id, key, request: digest })) {
    const item = await make();
    await tx.update(table).set({ itemId: item.id }).where(isOfClaim);
    return { item, isReplayed: false };
  }
  const [first] = await tx.select().from(table).where(isOfClaim);
  if (first?.request !== digest) throw new AppError('key-reused', KEY_REUSED);
  const [item] = await tx
    .select()
    .from<PgTable>(items)
    .where(eq(items.id, first.itemId ?? 0));
  if (!item) throw new AppError('not-found', 'This was created, and has been deleted since');
  return { item: item as Item, isReplayed: true };
};

export const sweepKeys = (db: Executor) => db.delete(table).where(lt(table.createdAt, expiry));
