import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { asUnavailable } from '#platform/db/database.server.ts';
import {
  isPathChanged,
  isVersionKnown,
  lateSince,
  onVersion,
  type SiteVersion,
  siteVersion,
} from '#platform/version/site-version.server.ts';
import { type BufferedResponse, bytesOf, type CacheState } from './buffered-response.server.ts';
import type { Produced } from './make-page.server.ts';
import { unshared } from './shared-headers.server.ts';

type Work = () => Promise<Produced>;

/** What is known of the site when a response is begun. */
interface Begun {
  version: SiteVersion;
  /** A page may depend on the day (seeded picks). */
  day: number;
}

interface Entry extends Begun {
  key: string;
  response: BufferedResponse;
  madeAt: number;
  /** How often it was sent since it was made. */
  visits: number;
  /** When the first change came that it lacks, once that was looked up. */
  since?: number | undefined;
  /** The version for which it was rendered behind, whatever came of it. */
  triedFor?: number;
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
const DAY_MS = 86_400_000;
/** How long a page may be late for a change, or for the new day. */
const GRACE_MS = 600_000;
/** Longer addresses are read anew each time. */
const MAX_ALIAS = 500;
/** After a render behind, three times as long is left to visitors: a quarter of a core. */
const PAUSE_FACTOR = 3;

/** The address of an item, whichever form of it is asked for: /vendors/addepar, its twin, or the item of the API. */
const pathOf = (key: string): string =>
  (key.split('?')[0] ?? '').replace(/^\/api(?=\/)/, '').replace(/\.md$/, '');

const isMissing = ({ status }: BufferedResponse) => status === 404 || status === 410;

/**
 * Rendered responses by key. An edit outdates every page: one that lacks it is sent as it was while it is rendered
 * behind, so that nobody waits because somebody edited something else (decision 0033).
 */
export const createPageCache = (options: PageCacheOptions = {}) => {
  const { maxBytes = 24 * MEGABYTE, missingMs = 30_000, now = Date.now } = options;
  const storeOf = (maxSize: number) =>
    new LRUCache<string, Entry>({
      maxSize,
      sizeCalculation: ({ response, key }) => bytesOf(response) + 2 * key.length,
    });
  const pages = storeOf(maxBytes);
  // Searches and wrong addresses are bounded apart: invented addresses push no page out.
  const unbounded = storeOf(maxBytes / 2);
  const aliases = new LRUCache<string, string>({ max: 2000 });
  const inFlight = new Map<string, Begun & { made: Promise<Produced> }>();

  const today = () => Math.floor(now() / DAY_MS);
  const begin = (): Begun => ({ version: siteVersion(), day: today() });

  /** What was begun then is withdrawn, moved, or another item by now. */
  const isGone = (key: string, { version }: Begun) =>
    version.hard !== siteVersion().hard || isPathChanged(pathOf(key), version.any);

  const isFresh = ({ version, day }: Begun) => version === siteVersion() && day === today();

  /** Whether an entry that is not fresh may still be sent. */
  const isInGrace = (entry: Entry): boolean => {
    if (entry.day !== today() && now() % DAY_MS > GRACE_MS) return false;
    if (entry.version === siteVersion()) return true;
    entry.since ??= lateSince(entry.version.any);
    return entry.since !== undefined && performance.now() - entry.since <= GRACE_MS;
  };

  const stateOf = (key: string, entry: Entry): 'hit' | 'updating' | 'stale' | 'gone' => {
    if (isGone(key, entry)) return 'gone';
    if (!isVersionKnown()) return 'stale';
    if (isMissing(entry.response) && now() - entry.madeAt >= missingMs) return 'gone';
    if (isFresh(entry)) return 'hit';
    return entry.response.status === 200 && isInGrace(entry) ? 'updating' : 'gone';
  };

  const find = (key: string) => pages.get(key) ?? unbounded.get(key);

  const keep = (key: string, begun: Begun, response: BufferedResponse) => {
    const isApart = key.includes('?') || options.isComposed?.(key) === true || isMissing(response);
    const [store, other] = isApart ? [unbounded, pages] : [pages, unbounded];
    other.delete(key);
    store.set(key, { ...begun, key, response, madeAt: now(), visits: 0 });
  };

  /** One render at a time for each key; a request after a change of the item itself joins none from before it. */
  const produce = async (key: string, work: Work): Promise<Produced> => {
    const running = inFlight.get(key);
    if (running && !isGone(key, running)) {
      const made = await running.made;
      return made.isPersonal ? work() : made;
    }
    const begun = begin();
    const flight = { ...begun, made: work() };
    inFlight.set(key, flight);
    try {
      const made = await flight.made;
      // What was overtaken while it was made is for no cache in front to keep.
      if (isGone(key, begun)) return { ...made, response: unshared(made.response) };
      if (made.isCacheable) keep(key, begun, made.response);
      return made;
    } finally {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    }
  };

  let wake = () => {};

  const get = (key: string): Picked | undefined => {
    const entry = find(key);
    if (!entry) return undefined;
    const state = stateOf(key, entry);
    if (state === 'gone') return undefined;
    entry.visits += 1;
    if (state === 'updating') wake();
    return { response: state === 'stale' ? unshared(entry.response) : entry.response, state };
  };

  /** The last copy, unless it is withdrawn: better than none. */
  const getStale = (key: string): Picked | undefined => {
    const entry = find(key);
    if (!entry || isGone(key, entry)) return undefined;
    return { response: unshared(entry.response), state: 'stale' };
  };

  /** Of the pages that lack a change the one that was sent most often since it was made. */
  const nextLate = (): Entry | undefined => {
    const { any } = siteVersion();
    let next: Entry | undefined;
    for (const store of [pages, unbounded]) {
      for (const entry of store.values()) {
        // A search that nobody asked for again is not worth it.
        const isWanted = store === pages || entry.visits > 0;
        const isNext = entry.visits > (next?.visits ?? -1);
        if (!isWanted || !isNext || entry.triedFor === any) continue;
        if (stateOf(entry.key, entry) === 'updating') next = entry;
      }
    }
    return next;
  };

  return {
    get,
    /** By an address as it came in: which entry that is was read before. */
    getByUrl: (address: string) => get(aliases.get(address) ?? address),
    noteAlias: (address: string, key: string) => {
      if (address !== key && address.length <= MAX_ALIAS) aliases.set(address, key);
    },
    produce,
    getStale,
    /** The cached entry, or else a new one; where none can be made just now, an old copy. */
    async serve(key: string, work: Work, isShared = true): Promise<Picked> {
      const hit = get(key);
      if (hit) return hit;
      try {
        const { response } = await (isShared ? produce(key, work) : work());
        return { response, state: 'miss' };
      } catch (error) {
        const old = asUnavailable(error) && getStale(key);
        if (!old) throw error;
        return old;
      }
    },
    /** Renders late pages one after the other, in a quarter of a core; `render` fills the cache. Returns how to stop. */
    renderBehind(render: (key: string) => Promise<unknown>): () => void {
      const stop = new AbortController();
      const { signal } = stop;
      let isRunning = false;
      const run = async () => {
        if (isRunning) return;
        isRunning = true;
        // The response to the write itself, and visitors, go first.
        await sleep(0);
        for (let entry = nextLate(); entry && !signal.aborted; entry = nextLate()) {
          const since = performance.now();
          entry.triedFor = siteVersion().any;
          await render(entry.key);
          const pauseMs = Math.max(1, PAUSE_FACTOR * (performance.now() - since));
          await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
        }
        isRunning = false;
      };
      wake = () => void run();
      const forget = onVersion(wake);
      return () => {
        forget();
        stop.abort();
      };
    },
    get size() {
      return pages.size + unbounded.size;
    },
    get bytes() {
      return pages.calculatedSize + unbounded.calculatedSize;
    },
  };
};

export type PageCache = ReturnType<typeof createPageCache>;
