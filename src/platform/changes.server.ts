import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database, Executor } from './db/database.server.ts';
import { requireAnswers, tryWithAnswers } from './outside.server.ts';

export const CHANGES_CHANNEL = 'content_changes';

/** Some changes went unheard, so everything may have changed; any other '*' says that everything did. */
export const MISSED: readonly string[] = ['*'];

/** After a soft change items stay at their addresses: pages that only mention them may be a moment late. */
type Listener = (keys: readonly string[], isSoft: boolean, isLocal: boolean) => void;

const listeners = new Set<Listener>();

interface Changed {
  soft: Set<string>;
  hard: Set<string>;
}

const pending = new WeakMap<object, Changed>();

/** Hears of every change on this node at once, and of other nodes' by way of LISTEN. */
export const onChange = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const emitChange = (keys: readonly string[], isSoft = false, isLocal = true) => {
  if (keys.length === 0) return;
  for (const listener of listeners) listener(keys, isSoft, isLocal);
};

/** Notes what a write changed; every node is told when the transaction of `transact` commits. */
export const announceChange = async (tx: Executor, keys: readonly string[], isSoft = false) => {
  const changed = pending.get(tx) ?? { soft: new Set(), hard: new Set() };
  for (const key of keys) changed[isSoft ? 'soft' : 'hard'].add(key);
  pending.set(tx, changed);
};

/** Lets no page be late with any of it: what is told so far is withdrawn in the same moment. */
export const announceTogether = (tx: Executor) => {
  const changed = pending.get(tx);
  if (changed) pending.set(tx, { soft: new Set(), hard: changed.hard.union(changed.soft) });
};

const closing = new WeakMap<object, Set<() => Promise<void>>>();

/** Has something done at the end of the transaction: once, however many writes it is for. */
export const beforeCommit = (tx: Executor, work: () => Promise<void>) => {
  const existing = closing.get(tx) ?? new Set();
  closing.set(tx, existing.add(work));
};

export const runClosing = async (tx: Executor) => {
  for (const last of closing.get(tx) ?? []) await last();
};

/** PostgreSQL takes 8000 bytes in one message. */
const MAX_MESSAGE = 7000;
/** The first word of a message about a soft change; a node of an earlier release takes it for one more key. */
const SOFT = '~';
/** Begins the word that names the transaction, so that the node that made it knows its own message again. */
const SENDER = '@';
/** The last word of a message that the next one goes on from: both are one change. */
const MORE = '+';

const WHOLE = { keys: ['*'], isSoft: false, hasMore: false, sender: '' };

/** The changes in a message; an unknown one counts as a change of everything. */
export const parseMessage = (payload: string | undefined) => {
  try {
    const words: unknown = JSON.parse(payload ?? '');
    if (!Array.isArray(words)) return WHOLE;
    const [isSoft, hasMore] = [words[0] === SOFT, words.at(-1) === MORE];
    const all = words.slice(isSoft ? 1 : 0, hasMore ? -1 : undefined).map(String);
    const [first = '', ...rest] = all;
    const isNamed = first.startsWith(SENDER);
    return { keys: isNamed ? rest : all, isSoft, hasMore, sender: isNamed ? first : '' };
  } catch {
    return WHOLE;
  }
};

/** In as few messages as possible: a transaction may write thousands of items. */
const notify = async (
  tx: Executor,
  keys: ReadonlySet<string>,
  { sender, isSoft }: { sender: string; isSoft: boolean },
) => {
  const first = isSoft ? [SOFT, sender] : [sender];
  let message = [...first];
  let bytes = 0;
  const send = () =>
    tx.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${JSON.stringify(message)})`);
  for (const key of keys) {
    const size = Buffer.byteLength(JSON.stringify(key)) + 1;
    if (bytes + size > MAX_MESSAGE) {
      message.push(MORE);
      await send();
      message = [...first];
      bytes = 0;
    }
    message.push(key);
    bytes += size;
  }
  if (bytes > 0) await send();
};

/** The last transactions of this node that it tells itself of; the database may be quicker with its own word of them. */
const told = new LRUCache<string, true>({ max: 1000 });

/** Whether a message comes from a transaction that this node knows of without it. */
export const isOwn = (sender: string): boolean => told.has(sender);

const runOnce = async <T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> => {
  let changed: Changed = { soft: new Set(), hard: new Set() };
  const sender = `${SENDER}${randomUUID()}`;
  try {
    const result = await db.transaction(async (tx) => {
      const value = await work(tx);
      await runClosing(tx);
      changed = pending.get(tx) ?? changed;
      await notify(tx, changed.hard, { sender, isSoft: false });
      await notify(tx, changed.soft, { sender, isSoft: true });
      told.set(sender, true);
      return value;
    });
    emitChange([...changed.hard]);
    emitChange([...changed.soft], true);
    return result;
  } catch (error) {
    // It may have been committed all the same: then the database's word is the only one.
    told.delete(sender);
    throw error;
  }
};

/**
 * Runs `work` in a transaction; this node knows of the change before the response leaves. Where `work` needs an answer
 * from outside (see `createOutside`) it runs again: it keeps nothing of a try beyond its transaction.
 */
export const transact = <T>(db: Database, work: (tx: Executor) => Promise<T>): Promise<T> =>
  tryWithAnswers((begin) =>
    runOnce(db, async (tx) => {
      begin(tx);
      const value = await work(tx);
      requireAnswers(tx);
      return value;
    }),
  );
