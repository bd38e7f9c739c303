import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database.server.ts';

/** PostgreSQL takes 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 1000;

/** By transaction: the writes left to do when the work that batches them has ended. */
const batches = new WeakMap<object, (() => Promise<void>)[]>();

/**
 * Makes a write for rows that no other write of the transaction reads: it is done at once, or for the rows of many writes
 * together where they are batched.
 */
export const createBatchedWrite = <Row>(
  write: (tx: Executor, rows: readonly Row[]) => Promise<void>,
) => {
  const batchedRows = new WeakMap<object, Row[]>();
  return async (tx: Executor, rows: readonly Row[]) => {
    const writes = batches.get(tx);
    if (!writes) return write(tx, rows);
    const existing = batchedRows.get(writes);
    if (existing) {
      existing.push(...rows);
      return;
    }
    const all = [...rows];
    batchedRows.set(writes, all);
    writes.push(() => {
      // Rows of later writes start a new batch.
      batchedRows.delete(writes);
      return write(tx, all);
    });
  };
};

/** Adds rows, those of many writes together where they are batched; `ifAbsent` leaves out what is there already. */
export const createAppend = <T extends PgTable>(table: T, { ifAbsent = false } = {}) =>
  createBatchedWrite<PgInsertValue<T>>(async (tx, rows) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const added = tx.insert(table).values(rows.slice(at, at + ROWS_AT_ONCE));
      await (ifAbsent ? added.onConflictDoNothing() : added);
    }
  });

/** Runs `work` and does its writes together; when it throws, nothing of it. */
export const batchWrites = async <T>(tx: Executor, work: () => Promise<T>): Promise<T> => {
  const writes: (() => Promise<void>)[] = [];
  batches.set(tx, writes);
  try {
    const result = await work();
    for (const write of writes) await write();
    return result;
  } finally {
    batches.delete(tx);
  }
};
