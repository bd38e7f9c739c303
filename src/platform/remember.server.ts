import { LRUCache } from 'lru-cache';
import { collectReads, MISSED, noteReads, onChange } from './changes.server.ts';

const MAX_CHANGES = 20_000;

/** Counts changes. What was begun in an earlier generation may rest on what is no longer so. */
let generation = 0;
/** Everything from before this generation may be out of date: changes may have been missed. */
let oldest = 0;
/** What was made before this may rest on a change of which only that it happened is still known. */
let forgotten = 0;
let areChangesHeard = true;
const changedIn = new Map<string, number>();

const forgetAll = () => {
  oldest = generation;
  forgotten = generation;
  changedIn.clear();
};

onChange((keys) => {
  if (keys.length === 0) return;
  generation += 1;
  if (keys === MISSED) {
    oldest = generation;
    return;
  }
  if (keys.includes('*')) return forgetAll();
  for (const key of keys) changedIn.set(key, generation);
  if (changedIn.size > MAX_CHANGES) forgetAll();
});

/** While other nodes' changes are not heard, nothing that is remembered counts as true. */
export const setChangesHeard = (value: boolean) => {
  areChangesHeard = value;
};

/** A value, what was read to make it, and up to which generation it is known to be true. */
export interface CacheEntry<V> {
  value: V;
  reads: ReadonlySet<string>;
  generation: number;
}

/** Whether a change is known that touched it: then not even an old copy may be shown. */
export const isRetracted = (made: CacheEntry<unknown>): boolean => {
  if (made.generation < forgotten) return true;
  for (const key of made.reads) {
    if ((changedIn.get(key) ?? 0) > made.generation) return true;
  }
  return false;
};

/** Checked when a value is asked for, once per change, so that nothing has to be kept in step when values come and go. */
const isCurrent = (made: CacheEntry<unknown>): boolean => {
  if (!areChangesHeard || made.generation < oldest) return false;
  if (made.generation === generation) return true;
  if (isRetracted(made)) return false;
  made.generation = generation;
  return true;
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
    /** Whoever gets it has read what it was made from. */
    get(key: string): CacheEntry<V> | undefined {
      const made = entries.get(key);
      if (!made || !isCurrent(made)) return undefined;
      noteReads(made.reads);
      return made;
    },
    /** The last one, true or not. */
    getOld: (key: string): CacheEntry<V> | undefined => entries.peek(key),
    set: (key: string, made: CacheEntry<V>) => entries.set(key, made),
    delete: (key: string) => entries.delete(key),
    /** Those that are no longer true, the most recently used first, among the last few that were used. */
    outdated(among: number): [string, V][] {
      const recent = [...entries.entries().take(among)];
      return recent.filter(([, made]) => !isCurrent(made)).map(([key, { value }]) => [key, value]);
    },
    get size() {
      return entries.size;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
};

/** Lets those who ask for the same share one piece of work; who asks after a change never gets what began before it. */
export const createSingleFlight = <V>() => {
  const inFlight = new Map<string, { generation: number; made: Promise<CacheEntry<V>> }>();

  const start = (key: string, work: () => Promise<V>): Promise<CacheEntry<V>> => {
    const begun = generation;
    const made = collectReads(work).then(({ result, read }) => ({
      value: result,
      reads: read,
      generation: begun,
    }));
    const flight = { generation: begun, made };
    inFlight.set(key, flight);
    const end = () => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    };
    made.then(end, end);
    return made;
  };

  return async (
    key: string,
    work: () => Promise<V>,
  ): Promise<{ made: CacheEntry<V>; isJoined: boolean }> => {
    const flight = inFlight.get(key);
    if (flight?.generation !== generation) {
      return { made: await start(key, work), isJoined: false };
    }
    const made = await flight.made;
    noteReads(made.reads);
    return { made, isJoined: true };
  };
};

/** Remembers what `load` gives for each key until something that it read changes. A failure is never remembered. */
export const rememberUntilChange = <V>(
  bounds: Bounds<V> & { keeps?(value: V): boolean } = { max: 500 },
) => {
  const { keeps = () => true } = bounds;
  const store = createStore<V>(bounds);
  const share = createSingleFlight<V>();
  return async (key: string, load: () => Promise<V>): Promise<V> => {
    const cached = store.get(key);
    if (cached) return cached.value;
    const { made, isJoined } = await share(key, load);
    // What was overtaken by a later one has nothing to add.
    const isOvertaken = (store.getOld(key)?.generation ?? 0) > made.generation;
    if (!isJoined && !isOvertaken && keeps(made.value)) store.set(key, made);
    return made.value;
  };
};
