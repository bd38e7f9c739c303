import { LRUCache } from 'lru-cache';

/** Counts what is written for readers: `any` each change, `hard` those after which no older page may be sent. */
export interface SiteVersion {
  readonly any: number;
  readonly hard: number;
}

/** How long a page may be sent that lacks a change of something else. */
const GRACE_MS = 600_000;
const MAX_PATHS = 20_000;

let version: SiteVersion = { any: 0, hard: 0 };
/** Whether the database answers, and with it what other processes write. */
let isFollowed = false;
/** The versions of the last ten minutes, and when this process learnt of each. */
let moves: { any: number; at: number }[] = [];
/** The version in which what an address shows was last changed. */
const changedIn = new LRUCache<string, number>({ max: MAX_PATHS });
const listeners = new Set<() => void>();

export const siteVersion = (): SiteVersion => version;

/** From here on another database may be the one that is served. */
export const beginVersion = () => {
  version = { any: 0, hard: 0 };
  moves = [];
  changedIn.clear();
};

export const isVersionKnown = (): boolean => isFollowed;

export const setVersionKnown = (isKnown: boolean) => {
  isFollowed = isKnown;
};

/** Hears each time that the site's version moved, whichever process wrote. */
export const onVersion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A version, and the addresses that show another thing since the one before it. */
interface LearntVersion extends SiteVersion {
  paths?: readonly string[];
}

/** A version that is known already, or an earlier one, may still tell of addresses. */
export const learnVersion = ({ any, hard, paths = [] }: LearntVersion) => {
  for (const path of paths) changedIn.set(path, Math.max(any, changedIn.get(path) ?? 0));
  if (any <= version.any) return;
  const now = performance.now();
  version = { any, hard };
  moves = [...moves.filter(({ at }) => now - at <= GRACE_MS), { any, at: now }];
  for (const listener of listeners) listener();
};

/** Whether what an address shows was changed after a version. */
export const isPathChanged = (path: string, any: number): boolean =>
  (changedIn.get(path) ?? 0) > any;

/** Everything that this process makes is another thing from here on, such as after another name of the site. */
export const outdateAll = () => {
  version = { ...version };
  for (const listener of listeners) listener();
};

/** When the first change came that a version lacks; undefined when that is longer ago than a page may be late. */
export const lateSince = (any: number): number | undefined => {
  const first = moves.find((move) => move.any > any);
  return first && performance.now() - first.at <= GRACE_MS ? first.at : undefined;
};

const isInTest = process.env.NODE_ENV === 'test';

/** Who changes what all share fails in the tests, before it is changed for every visitor. */
const freezeInTests = <V>(value: V): V => {
  const kind: unknown = value && typeof value === 'object' && Object.getPrototypeOf(value);
  const isPlain = kind === Object.prototype || kind === Array.prototype;
  if (!isInTest || !isPlain || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value ?? {})) freezeInTests(part);
  return value;
};

/**
 * Shares what `load` gives until anything is written. While the database is away nothing is kept, since nobody would
 * hear of a change. Callers get the same value and must not change it.
 */
export const rememberPerVersion = <V>({ max = 500 } = {}) => {
  const values = new LRUCache<string, { made: Promise<V> }>({ max });
  let madeIn = version;
  return (key: string, load: () => Promise<V>): Promise<V> => {
    if (!isFollowed) return load();
    if (madeIn !== version) values.clear();
    madeIn = version;
    const kept = values.get(key);
    if (kept) return kept.made;
    const entry = { made: load().then(freezeInTests) };
    values.set(key, entry);
    entry.made.catch(() => {
      if (values.peek(key) === entry) values.delete(key);
    });
    return entry.made;
  };
};
