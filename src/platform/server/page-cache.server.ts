import { LRUCache } from 'lru-cache';
import {
  type CacheEntry,
  createSingleFlight,
  createStore,
  isCurrent,
  isRetracted,
  outdatedSince,
} from '#platform/remember.server.ts';
import { type BufferedResponse, bytesOf } from './buffered-response.server.ts';
import { ownReads, unshared } from './shared-headers.server.ts';

export interface Produced {
  response: BufferedResponse;
  /** Cached only when the producer says that it is the same for every anonymous visitor. */
  isCacheable: boolean;
  /** Made for one visitor, such as a response with a cookie: never shared. */
  isPersonal?: boolean;
  /** Why this is no more than an excuse, such as a database that is away: an old copy is better. */
  unavailable?: string | undefined;
}

interface Entry {
  response: BufferedResponse;
  expires: number;
  /** How often it was sent. */
  sent: number;
  /** Half of the visits before it was rendered again, or a few. */
  earlier: number;
  /** Keys read for the items that its address names: their changes show on the next request. */
  own: readonly string[];
  /** As it is sent while a change has overtaken it. */
  outdated?: BufferedResponse;
}

export interface ToRender {
  key: string;
  /** Since when it is outdated, unless it is dropped. */
  since: number | undefined;
  visits: number;
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
/** However often a page was visited, it is soon forgotten without visits after the changes. */
const MAX_EARLIER = 16;
const MAX_ALIASES = 2000;
const MAX_ALIAS_LENGTH = 600;

const visitsOf = ({ sent, earlier }: Entry) => sent + earlier;

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
  /** Addresses as clients write them, and the key that each of them means. */
  const urlAliases = new LRUCache<string, string>({ max: MAX_ALIASES });

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
    entry.sent += 1;
    if (!entry.outdated) {
      entry.outdated = { ...unshared(entry.response), isOutdated: true };
      tellOutdated();
    }
    return entry.outdated;
  };

  const get = (key: string): BufferedResponse | undefined => {
    const entry = (pages.get(key) ?? unbounded.get(key))?.value;
    if (!entry) return getOutdated(key);
    if (entry.expires <= now()) return undefined;
    entry.sent += 1;
    return entry.response;
  };

  /** By the address as it came in, without reading it again. */
  const getByUrl = (address: string): BufferedResponse | undefined =>
    get(urlAliases.get(address) ?? address);

  const rememberAlias = (address: string, key: string) => {
    if (address === key || address.length > MAX_ALIAS_LENGTH) return;
    urlAliases.set(address, key);
  };

  const keep = (key: string, made: CacheEntry<Produced>) => {
    const old = findOld(key);
    // A render that was overtaken by a later one has nothing to add.
    if (old && old.generation > made.generation) return;
    const { response } = made.value;
    const [store, other] =
      isUnbounded(key) || isMissing(response.status) ? [unbounded, pages] : [pages, unbounded];
    other.delete(key);
    const earlier = old ? Math.min(MAX_EARLIER, Math.floor(visitsOf(old.value) / 2)) : 0;
    const expires = expiryOf(response.status);
    const own = ownReads(key, made.reads);
    const value = { response, expires, sent: 0, earlier, own };
    store.set(key, { ...made, value });
  };

  return {
    get,
    getByUrl,
    rememberAlias,
    /** The last copy, however old, unless a change is known that touched it: that may have withdrawn it. */
    stale(key: string): BufferedResponse | undefined {
      const old = findOld(key);
      return old && !isRetracted(old) ? unshared(old.value.response) : undefined;
    },
    /** One render per key; a request after a change joins an earlier render only if that may be a moment late. */
    async produce(
      key: string,
      produce: (begin?: () => void) => Promise<Produced>,
    ): Promise<Produced> {
      const old = findOld(key);
      const mayJoin = (generation: number) =>
        old !== undefined && graceOf({ ...old, generation }) !== undefined;
      const { made, isJoined } = await share(key, produce, mayJoin);
      const { isCacheable, isPersonal } = made.value;
      if (isJoined && isPersonal) return produce();
      if (isCacheable && !isJoined) keep(key, made);
      return isCurrent(made)
        ? made.value
        : { ...made.value, response: unshared(made.value.response) };
    },
    /**
     * Outdated entries that visitors ask for. Dropped pages first, the most visited before others; then those that may
     * be sent a moment longer, the oldest first: pages, and all that were asked for since.
     */
    toRender(isPage: (key: string) => boolean, minVisits: number): ToRender[] {
      const isVisited = (key: string, entry: Entry) => visitsOf(entry) >= minVisits && isPage(key);
      const of = (stored: typeof pages) =>
        stored.outdated(MOST_RECENT).flatMap(([key, made]) => {
          const since = graceOf(made);
          const isWanted =
            (since !== undefined && made.value.outdated !== undefined) ||
            (stored === pages && isVisited(key, made.value));
          return isWanted ? [{ key, since, visits: visitsOf(made.value) }] : [];
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
