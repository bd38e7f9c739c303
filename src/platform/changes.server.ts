import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './db/database.server.ts';

export const CHANGES_CHANNEL = 'content_changes';

const reads = new AsyncLocalStorage<Set<string>>();

/** Runs `work` and collects what it read: 'vendors/addepar' for an item, 'vendors.name' for a field of all items, 'vendors' for everything. */
export const collectReads = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; read: Set<string> }> => {
  const read = new Set<string>();
  const result = await reads.run(read, work);
  const outer = reads.getStore();
  if (outer) for (const key of read) outer.add(key);
  return { result, read };
};

export const noteReads = (keys: Iterable<string>) => {
  const current = reads.getStore();
  if (!current) return;
  for (const key of keys) current.add(key);
};

export const noteRead = (...keys: string[]) => noteReads(keys);

/** Some changes went unheard, so everything may have changed; any other '*' says that everything did. */
export const MISSED: readonly string[] = ['*'];

type Listener = (keys: readonly string[]) => void;

const listeners = new Set<Listener>();
const pending = new WeakMap<object, Set<string>>();

/** Hears of every change on this node at once, and of other nodes' by way of LISTEN. */
export const onChange = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const emitChange = (keys: readonly string[]) => {
  for (const listener of listeners) listener(keys);
};

/** Notes what a write changed; every node is told when the transaction of `transact` commits. */
export const announceChange = async (tx: Executor, keys: readonly string[]) => {
  const all = pending.get(tx) ?? new Set();
  for (const key of keys) all.add(key);
  pending.set(tx, all);
};

const closing = new WeakMap<object, Set<() => Promise<void>>>();

/** Has something done at the end of the transaction: once, however many writes it is for. */
export const beforeCommit = (tx: Executor, work: () => Promise<void>) => {
  const existing = closing.get(tx) ?? new Set();
  closing.set(tx, existing.add(work));
};

/** PostgreSQL takes 8000 bytes in one message. */
const MAX_MESSAGE = 7000;

/** In as few messages as possible: a transaction may write thousands of items. */
const notify = async (tx: Executor, keys: ReadonlySet<string>) => {
  let message: string[] = [];
  let bytes = 0;
  const send = () =>
    tx.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`);
  for (const key of keys) {
    const size = Buffer.byteLength(JSON.stringify(key)) + 1;
    if (bytes + size > MAX_MESSAGE) {
      await send();
      message = [];
      bytes = 0;
    }
    message.push(key);
    bytes += size;
  }
  if (message.length > 0) await send();
};

const committing = new Set<ReadonlySet<string>>();

/** Whether this node is about to tell itself of these: the database may be quicker with its own word of them. */
export const isCommitting = (keys: readonly string[]): boolean =>
  [...committing].some((changed) => keys.every((key) => changed.has(key)));

/** Runs `work` in a transaction; this node knows of the change before the response leaves. */
export const transact = async <T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> => {
  let changed: ReadonlySet<string> = new Set();
  try {
    const result = await db.transaction(async (tx) => {
      const value = await work(tx);
      for (const last of closing.get(tx) ?? []) await last();
      changed = pending.get(tx) ?? changed;
      await notify(tx, changed);
      committing.add(changed);
      return value;
    });
    emitChange([...changed]);
    return result;
  } finally {
    committing.delete(changed);
  }
};
