import { LRUCache } from 'lru-cache';
import {
  type CacheEntry,
  createSingleFlight,
  createStore,
  isRetracted,
} from '#platform/remember.server.ts';
import { type BufferedResponse, bytesOf } from './buffered-response.server.ts';
import { packBest } from './encodings.server.ts';

export interface Produced {
  response: BufferedResponse;
  /** Cached only when the producer says that it is the same for every anonymous visitor. */
  isCacheable: boolean;
  /** Made for one visitor, such as a response with a cookie: nobody else may get it. */
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
}

export interface PageCacheOptions {
  /** Pages without a query; half as much again is shared by searches and by what is not there. */
  maxBytes?: number;
  missingMs?: number;
  /** Addresses that visitors put together themselves: there is no end of them, as of searches. */
  isComposed?(key: string): boolean;
  now?: () => number;
}

const MEGABYTE = 1_048_576;
const DAY = 86_400_000;
const POPULAR = 25;
/** Among so many that were sent last those are sought that visitors ask for most. */
const MOST_RECENT = 500;
/** However often a page was visited, it is soon forgotten when nobody comes back after the changes. */
const MAX_EARLIER = 16;
const MAX_ALIASES = 2000;
const MAX_ALIAS_LENGTH = 600;

const visitsOf = ({ sent, earlier }: Entry) => sent + earlier;

const isMissing = (status: number) => status === 404 || status === 410;

/** Rendered responses by key: fresh ones for everybody, dropped ones for when the database is away. */
export const createPageCache = (options: PageCacheOptions = {}) => {
  const { maxBytes = 48 * MEGABYTE, missingMs = 30_000, now = Date.now } = options;
  const isUnbounded = (key: string) => key.includes('?') || options.isComposed?.(key) === true;
  const entryBytes = ({ response }: Entry) => bytesOf(response);
  const pages = createStore<Entry>({ maxBytes, bytesOf: entryBytes });
  // Searches and wrong addresses are bounded apart: whoever invents them pushes no page out.
  const unbounded = createStore<Entry>({ maxBytes: maxBytes / 2, bytesOf: entryBytes });
  const share = createSingleFlight<Produced>();
  /** Addresses as clients write them, and the key that each of them means. */
  const urlAliases = new LRUCache<string, string>({ max: MAX_ALIASES });

  const findOld = (key: string) => pages.getOld(key) ?? unbounded.getOld(key);

  /** What a page shows may depend on the day (seeded picks), so no page outlives it. */
  const expiryOf = (status: number) =>
    isMissing(status) ? now() + missingMs : (Math.floor(now() / DAY) + 1) * DAY;

  const improve = async (key: string, entry: Entry) => {
    const { response } = entry;
    if (!response.bodies.br) return;
    const isWanted = () => findOld(key)?.value === entry;
    const packed = await packBest(response.bodies, isWanted);
    if (!packed || !isWanted()) return;
    response.bodies = packed;
    response.heads.clear();
  };

  const get = (key: string): BufferedResponse | undefined => {
    const entry = (pages.get(key) ?? unbounded.get(key))?.value;
    if (!entry || entry.expires <= now()) return undefined;
    entry.sent += 1;
    if (entry.sent === POPULAR) improve(key, entry).catch(() => undefined);
    return entry.response;
  };

  /** By the address as it came in, without reading it again. */
  const getByUrl = (address: string): BufferedResponse | undefined =>
    get(urlAliases.get(address) ?? address);

  const rememberAlias = (address: string, key: string) => {
    if (address === key || address.length > MAX_ALIAS_LENGTH) return;
    urlAliases.set(address, key);
  };

  const store = (key: string, made: CacheEntry<Produced>) => {
    const old = findOld(key);
    // A render that was overtaken by a later one has nothing to add.
    if (old && old.generation > made.generation) return;
    const { response } = made.value;
    const [own, other] =
      isUnbounded(key) || isMissing(response.status) ? [unbounded, pages] : [pages, unbounded];
    other.delete(key);
    const earlier = old ? Math.min(MAX_EARLIER, Math.floor(visitsOf(old.value) / 2)) : 0;
    const expires = expiryOf(response.status);
    own.set(key, { ...made, value: { response, expires, sent: 0, earlier } });
  };

  return {
    get,
    getByUrl,
    rememberAlias,
    /** The last copy, however old, unless a change is known that touched it: that may have withdrawn it. */
    stale(key: string): BufferedResponse | undefined {
      const old = findOld(key);
      return old && !isRetracted(old) ? old.value.response : undefined;
    },
    /** One render at a time per key; who comes after a change never joins a render from before it. */
    async produce(key: string, produce: () => Promise<Produced>): Promise<Produced> {
      const { made, isJoined } = await share(key, produce);
      const { isCacheable, isPersonal } = made.value;
      if (isJoined) return isPersonal ? produce() : made.value;
      if (isCacheable) store(key, made);
      return made.value;
    },
    /** Pages that a change has dropped and that visitors ask for, the most visited first. */
    mostVisitedDropped(isPage: (key: string) => boolean, minVisits: number, count: number) {
      return pages
        .outdated(MOST_RECENT)
        .filter(([key, entry]) => visitsOf(entry) >= minVisits && isPage(key))
        .sort(([, a], [, b]) => visitsOf(b) - visitsOf(a))
        .slice(0, count)
        .map(([key]) => key);
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
