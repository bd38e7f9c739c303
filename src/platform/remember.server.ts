import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MISSED, onChange } from './changes.server.ts';
import { areChangesHeard } from './changes-heard.server.ts';
import { currentRehearsal } from './db/rehearsed.server.ts';
import { collectReads, noteReads } from './reads.server.ts';

const MAX_CHANGES = 20_000;
/** How long a page may be sent that mentions an item as it was (decision 0033). */
const GRACE_MS = 2000;

/** Counts changes. A value begun in an earlier generation may rest on outdated reads. */
let generation = 0;
/** Everything from before this generation may be out of date: changes may have been missed. */
let oldest = 0;
/** Values made before this count as touched by a change whose keys are not known. */
let forgotten = 0;
const changedIn = new Map<string, number>();
/** The same for changes that are not soft. */
const withdrawnIn = new Map<string, number>();
/** When each of the last generations began, up to this one; those that began before the grace are left out. */
let begunAt: number[] = [];

const forgetAll = () => {
  oldest = generation;
  forgotten = generation;
  changedIn.clear();
  withdrawnIn.clear();
};

onChange((keys, isSoft) => {
  generation += 1;
  const now = performance.now();
  begunAt = [...begunAt.filter((at) => now - at <= GRACE_MS), now];
  if (keys === MISSED) {
    oldest = generation;
    return;
  }
  if (keys.includes('*')) return forgetAll();
  for (const key of keys) {
    changedIn.set(key, generation);
    if (!isSoft) withdrawnIn.set(key, generation);
  }
  if (changedIn.size > MAX_CHANGES) forgetAll();
});

/** A value, what was read to make it, and up to which generation it is known to be true. */
export interface CacheEntry<V> {
  value: V;
  reads: ReadonlySet<string>;
  generation: number;
  isOutdated?: boolean;
  /** Up to which generation nothing that was read for it was withdrawn. */
  intactIn?: number;
}

const hasChanged = (
  { reads, generation: known }: CacheEntry<unknown>,
  changes: ReadonlyMap<string, number>,
): boolean => {
  for (const key of reads) if ((changes.get(key) ?? 0) > known) return true;
  return false;
};

/** Whether a change is known that touched it: then not even an old copy may be shown. */
export const isRetracted = (made: CacheEntry<unknown>): boolean =>
  made.generation < forgotten || hasChanged(made, changedIn);

/** Checked when a value is asked for, so that nothing has to be kept in step when values come and go. */
export const isCurrent = (made: CacheEntry<unknown>): boolean => {
  if (!areChangesHeard() || made.generation < oldest || made.isOutdated) return false;
  if (made.generation === generation) return true;
  made.isOutdated = isRetracted(made);
  if (made.isOutdated) return false;
  made.generation = generation;
  return true;
};

/**
 * Since when a value is outdated that may still be sent for a moment: it only mentions what changed. None of its `own`
 * keys did, and nothing that was read for it was withdrawn.
 */
export const outdatedSince = (
  made: CacheEntry<unknown>,
  own: readonly string[],
): number | undefined => {
  if (!areChangesHeard() || made.generation < oldest) return undefined;
  const since = begunAt[begunAt.length - (generation - made.generation)];
  if (since === undefined || performance.now() - since > GRACE_MS) return undefined;
  if (own.some((key) => (changedIn.get(key) ?? 0) > made.generation)) return undefined;
  if (made.intactIn !== generation && hasChanged(made, withdrawnIn)) return undefined;
  made.intactIn = generation;
  return since;
};

export type Bounds<V> = { max: number } | { maxBytes: number; bytesOf(value: V): number };

const sizeOf = <V>(bytesOf: (value: V) => number, { value, reads }: CacheEntry<V>, key: string) => {
  let bytes = bytesOf(value) + 2 * key.length + 1;
  for (const read of reads) bytes += read.length + 16;
  return bytes;
};

/** Values by key, each true until something that was read to make it changes; the least recently used goes first. */
export const createStore = <V>(bounds: Bounds<V>) => {
  const entries = new LRUCache<string, CacheEntry<V>>(
    'max' in bounds
      ? { max: bounds.max }
      : {
          maxSize: bounds.maxBytes,
          sizeCalculation: (made, key) => sizeOf(bounds.bytesOf, made, key),
        },
  );
  return {
    /** Notes the entry's reads as the caller's own. */
    get(key: string): CacheEntry<V> | undefined {
      const made = entries.get(key);
      if (!made || !isCurrent(made)) return undefined;
      noteReads(made.reads);
      return made;
    },
    getOld: (key: string): CacheEntry<V> | undefined => entries.peek(key),
    set: (key: string, made: CacheEntry<V>) => entries.set(key, made),
    delete: (key: string) => entries.delete(key),
    /** Those that are no longer true, the most recently used first, among the last few that were used. */
    outdated(among: number): [string, CacheEntry<V>][] {
      return [...entries.entries().take(among)].filter(([, made]) => !isCurrent(made));
    },
    get size() {
      return entries.size;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
};

/** May wait for its turn, and then says that it begins: nothing was read before. */
type Work<V> = (begin: () => void) => Promise<V>;

/** How long the next piece of work for a key waits for the one before it: together they would only take longer. */
const PATIENCE_MS = 500;

const madeWithin = <V>(made: Promise<V>, ms: number): Promise<V | undefined> =>
  Promise.race([made.catch(() => undefined), sleep(ms, undefined, { ref: false })]);

/**
 * Callers of the same key share one piece of work. A caller after a change waits for work from before it, and takes
 * it if that change did not touch it or if `mayJoin` finds that a value of its generation may still be sent.
 */
export const createSingleFlight = <V>() => {
  const inFlight = new Map<string, { begun: { in: number }; made: Promise<CacheEntry<V>> }>();

  const start = (key: string, work: Work<V>): Promise<CacheEntry<V>> => {
    const begun = { in: generation };
    const begin = () => {
      begun.in = generation;
    };
    const made = collectReads(() => work(begin)).then(({ result, read }) => ({
      value: result,
      reads: read,
      generation: begun.in,
    }));
    const flight = { begun, made };
    inFlight.set(key, flight);
    const end = () => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    };
    made.then(end, end);
    return made;
  };

  return async (
    key: string,
    work: Work<V>,
    mayJoin: (generation: number) => boolean = () => false,
  ): Promise<{ made: CacheEntry<V>; isJoined: boolean }> => {
    const askedIn = generation;
    const until = performance.now() + PATIENCE_MS;
    for (let flight = inFlight.get(key); flight; flight = inFlight.get(key)) {
      const isFresh = flight.begun.in >= askedIn || mayJoin(flight.begun.in);
      const leftMs = until - performance.now();
      if (!isFresh && leftMs <= 0) break;
      const made = await (isFresh ? flight.made : madeWithin(flight.made, leftMs));
      if (made && (made.generation >= askedIn || isCurrent(made) || mayJoin(made.generation))) {
        noteReads(made.reads);
        return { made, isJoined: true };
      }
    }
    return { made: await start(key, work), isJoined: false };
  };
};

/** Remembers what `load` gives for each key until something that it read changes. A failure is never remembered. */
export const rememberUntilChange = <V>(bounds: Bounds<V> = { max: 500 }) => {
  const store = createStore<V>(bounds);
  const share = createSingleFlight<V>();
  const rehearsed = new WeakMap<object, Map<string, Promise<V>>>();
  return async (key: string, load: () => Promise<V>): Promise<V> => {
    const rehearsal = currentRehearsal();
    if (rehearsal) {
      const own = rehearsed.get(rehearsal) ?? new Map<string, Promise<V>>();
      const value = own.get(key) ?? load();
      rehearsed.set(rehearsal, own.set(key, value));
      return value;
    }
    const cached = store.get(key);
    if (cached) return cached.value;
    const { made, isJoined } = await share(key, load);
    // A value older than the stored one is dropped.
    const isOvertaken = (store.getOld(key)?.generation ?? 0) > made.generation;
    if (!isJoined && !isOvertaken) store.set(key, made);
    return made.value;
  };
};
