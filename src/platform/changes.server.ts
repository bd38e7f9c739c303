import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './db/database.server.ts';

export const CHANGES_CHANNEL = 'content_changes';

const reads = new AsyncLocalStorage<Set<string>>();

/** Runs `work` and collects what it read: 'vendors' for a list, 'vendors/addepar' for an item. */
export const collectReads = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; read: Set<string> }> => {
  const read = new Set<string>();
  const result = await reads.run(read, work);
  const outer = reads.getStore();
  if (outer) for (const key of read) outer.add(key);
  return { result, read };
};

export const noteRead = (...keys: string[]) => {
  const current = reads.getStore();
  if (!current) return;
  for (const key of keys) current.add(key);
};

type Listener = (keys: readonly string[]) => void;

const listeners = new Set<Listener>();
const pending = new WeakMap<object, string[]>();

/** Hears of every change on this node at once, and of other nodes' by way of LISTEN. */
export const onChange = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const emitChange = (keys: readonly string[]) => {
  for (const listener of listeners) listener(keys);
};

/** Tells every node, when the transaction commits, what a write changed. */
export const announceChange = async (tx: Executor, keys: readonly string[]) => {
  const unique = [...new Set(keys)];
  pending.set(tx, [...(pending.get(tx) ?? []), ...unique]);
  await tx.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(unique)})`);
};

const committing = new Set<readonly string[]>();

/** Whether this node is about to tell itself of these: the database may be quicker with its own word of them. */
export const isCommitting = (keys: readonly string[]): boolean =>
  [...committing].some((changed) => keys.every((key) => changed.includes(key)));

/** Runs `work` in a transaction; this node knows of the change before the answer leaves. */
export const transact = async <T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> => {
  let changed: string[] = [];
  try {
    const result = await db.transaction(async (tx) => {
      const value = await work(tx);
      changed = pending.get(tx) ?? [];
      committing.add(changed);
      return value;
    });
    emitChange(changed);
    return result;
  } finally {
    committing.delete(changed);
  }
};
