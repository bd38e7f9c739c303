import { LRUCache } from 'lru-cache';
import { asUnavailable } from '#platform/db/database.server.ts';
import {
  type CacheEntry,
  createSingleFlight,
  createStore,
  isCurrent,
  isRetracted,
  outdatedSince,
} from '#platform/remember.server.ts';
import { type BufferedResponse, bytesOf, type CacheState } from './buffered-response.server.ts';
import { ownReads, unshared } from './shared-headers.server.ts';

export interface Produced {
  response: BufferedResponse;
  /** Cached only when the producer says that it is the same for every anonymous visitor. */
  isCacheable: boolean;
  /** Made for one visitor, such as a response with a cookie: never shared. */
  isPersonal?: boolean;
}

/** May wait for its turn, and then says that it begins. */
export type Work = (begin?: () => void) => Promise<Produced>;

interface Entry {
  response: BufferedResponse;
  expires: number;
  /** How often it was sent. */
  visits: number;
  /** Keys read for the items that its address names: their changes show on the next request. */
  own: readonly string[];
  /** As it is sent while a change has overtaken it. */
  outdated?: BufferedResponse;
}

/** An entry that is no longer true, and since when, unless it is dropped. */
export interface Outdated {
  key: string;
  since: number | undefined;
  visits: number;
}

export interface Picked {
  response: BufferedResponse;
  state: CacheState;
}

export interface PageCacheOptions {
  /** Pages without a query; half as much again is shared by searches and missing pages. */
  maxBytes?: number;
  missingMs?: number;
  /** Addresses that visitors put together themselves: there is no end of them, as of searches. */
  isComposed?(key: string): boolean;
  now?: () => number;
}

const MEGABYTE = 1_048_576;
const DAY = 86_400_000;
/** Among so many that were sent last those are sought that visitors ask for most. */
const MOST_RECENT = 500;
/** Longer addresses are read anew each time. */
const MAX_ALIAS = 500;

const isMissing = (status: number) => status === 404 || status === 410;

/** Rendered responses by key: fresh ones to share, dropped ones for when the database is away. */
export const createPageCache = (options: PageCacheOptions = {}) => {
  const { maxBytes = 24 * MEGABYTE, missingMs = 30_000, now = Date.now } = options;
  const isUnbounded = (key: string) => key.includes('?') || options.isComposed?.(key) === true;
  const entryBytes = ({ response }: Entry) => bytesOf(response);
  const pages = createStore<Entry>({ maxBytes, bytesOf: entryBytes });
  // Searches and wrong addresses are bounded apart: invented addresses push no page out.
  const unbounded = createStore<Entry>({ maxBytes: maxBytes / 2, bytesOf: entryBytes });
  const share = createSingleFlight<Produced>();
  const aliases = new LRUCache<string, string>({ max: 2000 });

  let tellOutdated = () => {};

  const findOld = (key: string) => pages.getOld(key) ?? unbounded.getOld(key);

  /** A page may depend on the day (seeded picks), so no page outlives it. */
  const expiryOf = (status: number) =>
    isMissing(status) ? now() + missingMs : (Math.floor(now() / DAY) + 1) * DAY;

  /** Since when an entry is outdated that may be sent a moment longer; a missing or moved page may not. */
  const graceOf = (made: CacheEntry<Entry>): number | undefined =>
    made.value.response.status === 200 && made.value.expires > now()
      ? outdatedSince(made, made.value.own)
      : undefined;

  const getOutdated = (key: string): BufferedResponse | undefined => {
    const made = findOld(key);
    if (!made || graceOf(made) === undefined) return undefined;
    const entry = made.value;
    entry.visits += 1;
    if (!entry.outdated) {
      entry.outdated = { ...unshared(entry.response), isOutdated: true };
      tellOutdated();
    }
    return entry.outdated;
  };

  const get = (key: string): BufferedResponse | undefined => {
    const entry = (pages.get(key) ?? unbounded.get(key))?.value;
    if (!entry || entry.expires <= now()) return getOutdated(key);
    entry.visits += 1;
    return entry.response;
  };

  const noteAlias = (address: string, key: string) => {
    if (address !== key && address.length <= MAX_ALIAS) aliases.set(address, key);
  };

  const keep = (key: string, made: CacheEntry<Produced>) => {
    const old = findOld(key);
    // A render that was overtaken by a later one has nothing to add.
    if (old && old.generation > made.generation) return;
    const { response } = made.value;
    const [store, other] =
      isUnbounded(key) || isMissing(response.status) ? [unbounded, pages] : [pages, unbounded];
    other.delete(key);
    const expires = expiryOf(response.status);
    const own = ownReads(key, made.reads);
    store.set(key, { ...made, value: { response, expires, visits: 0, own } });
  };

  /** The last copy, however old, unless a change is known that touched it: that may have withdrawn it. */
  const stale = (key: string): BufferedResponse | undefined => {
    const old = findOld(key);
    return old && !isRetracted(old) ? unshared(old.value.response) : undefined;
  };

  /** One render per key; a request after a change joins an earlier render only if that may be a moment late. */
  const produce = async (key: string, work: Work): Promise<Produced> => {
    const old = findOld(key);
    const mayJoin = (generation: number) =>
      old !== undefined && graceOf({ ...old, generation }) !== undefined;
    const { made, isJoined } = await share(key, work, mayJoin);
    const { isCacheable, isPersonal } = made.value;
    if (isJoined && isPersonal) return work();
    if (isCacheable && !isJoined) keep(key, made);
    return isCurrent(made)
      ? made.value
      : { ...made.value, response: unshared(made.value.response) };
  };

  return {
    get,
    /** By an address as it came in: which entry that is was read before. */
    getByUrl: (address: string) => get(aliases.get(address) ?? address),
    noteAlias,
    stale,
    produce,
    /** The cached entry, or else a new one; where none can be made just now, an old copy. */
    async serve(key: string, work: Work, isShared = true): Promise<Picked> {
      const hit = get(key);
      if (hit) return { response: hit, state: 'hit' };
      try {
        const { response } = await (isShared ? produce(key, work) : work());
        return { response, state: 'miss' };
      } catch (error) {
        const old = asUnavailable(error) && stale(key);
        if (!old) throw error;
        return { response: old, state: 'stale' };
      }
    },
    /**
     * Outdated entries that visitors ask for. Dropped pages first, the most visited before others; then those that may
     * be sent a moment longer, the oldest first: pages, and all that were asked for since.
     */
    toRender(isPage: (key: string) => boolean, minVisits: number): Outdated[] {
      const of = (stored: typeof pages) =>
        stored.outdated(MOST_RECENT).flatMap(([key, made]) => {
          const { outdated, visits } = made.value;
          const since = graceOf(made);
          const isVisited = stored === pages && visits >= minVisits && isPage(key);
          const isWanted = (since !== undefined && outdated !== undefined) || isVisited;
          return isWanted ? [{ key, since, visits }] : [];
        });
      return [...of(pages), ...of(unbounded)].sort(
        (a, b) => (a.since ?? 0) - (b.since ?? 0) || b.visits - a.visits,
      );
    },
    /** Tells that an entry is sent for the first time after a change overtook it. */
    whenOutdated(listener: () => void) {
      tellOutdated = listener;
    },
    get size() {
      return pages.size + unbounded.size;
    },
    get bytes() {
      return pages.bytes + unbounded.bytes;
    },
  };
};

export type PageCache = ReturnType<typeof createPageCache>;
