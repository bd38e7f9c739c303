import { AsyncLocalStorage } from 'node:async_hooks';
import { readsOfStatement } from './statement-reads.server.ts';

interface Collecting {
  read: Set<string>;
  /** Rows whose items the caller notes itself; a list also depends on what chooses and orders its rows. */
  own?: { table: string; isList: boolean };
}

const reads = new AsyncLocalStorage<Collecting>();

/** Runs `work` and collects what it read: 'vendors/addepar' for an item, 'vendors.name' for a field of all items, 'vendors' for everything. */
export const collectReads = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; read: Set<string> }> => {
  const read = new Set<string>();
  const result = await reads.run({ read }, work);
  noteReads(read);
  return { result, read };
};

export const noteReads = (keys: Iterable<string>) => {
  const current = reads.getStore();
  if (!current) return;
  for (const key of keys) current.read.add(key);
};

/** Called with every statement: its text tells what it reads, so that no service has to. */
export const noteStatement = (text: string) => {
  const current = reads.getStore();
  if (!current) return;
  const { own } = current;
  for (const { table, all, choosing } of readsOfStatement(text)) {
    if (own?.table !== table || !choosing) noteReads(all);
    else if (own.isList) noteReads(choosing);
  }
};

/** For the reader, which knows the items of its rows: their table is not noted as a whole. */
export const asOwnRows = async <T>(
  own: NonNullable<Collecting['own']>,
  work: () => PromiseLike<T>,
): Promise<T> => {
  const current = reads.getStore();
  // Awaited inside: a query runs when it is awaited.
  return current ? reads.run({ read: current.read, own }, async () => await work()) : work();
};
