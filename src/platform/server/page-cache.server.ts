import { collectReads, noteRead } from '#platform/changes.server.ts';
import { createLru } from '#platform/lru.ts';
import { type Answer, bytesOf } from './answer.server.ts';
import { packBest } from './encodings.server.ts';
import { createFreshness } from './freshness.server.ts';

export interface Produced {
  answer: Answer;
  /** Kept only when the producer says that it is the same for every stranger. */
  isKept: boolean;
  /** Made for one visitor, such as an answer with a cookie: nobody else may get it. */
  isPersonal?: boolean;
  isDatabaseAway?: boolean;
}

interface Entry {
  answer: Answer;
  reads: ReadonlySet<string>;
  seen: number;
  expires: number;
  hits: number;
}

interface Flight {
  moment: number;
  promise: Promise<{ result: Produced; read: ReadonlySet<string> }>;
}

export interface PageCacheOptions {
  /** Pages without a query; half as much again is shared by searches and by what is not there. */
  maxBytes?: number;
  missingMs?: number;
  now?: () => number;
}

const MEGABYTE = 1_048_576;
const DAY = 86_400_000;
const POPULAR = 25;
const MAX_SPELLINGS = 2000;
const MAX_SPELLING = 600;

const isMissing = (status: number) => status === 404 || status === 410;

/** Rendered answers by key: fresh ones for everybody, dropped ones for when the database is away. */
export const createPageCache = (options: PageCacheOptions = {}) => {
  const { maxBytes = 48 * MEGABYTE, missingMs = 30_000, now = Date.now } = options;
  const freshness = createFreshness();
  const makeShelf = (bytes: number) =>
    createLru<Entry>({
      maxBytes: bytes,
      sizeOf: ({ answer, reads }, key) => {
        let size = bytesOf(answer) + 2 * key.length;
        for (const read of reads) size += read.length + 16;
        return size;
      },
    });
  // Searches and wrong addresses are bounded apart: whoever invents them pushes no page out.
  const pages = makeShelf(maxBytes);
  const searches = makeShelf(maxBytes / 4);
  const missing = makeShelf(maxBytes / 4);
  const flights = new Map<string, Flight>();
  /** Addresses as clients write them, and the key that each of them means. */
  const spellings = new Map<string, string>();
  let isListening = true;

  const shelfOf = (key: string) => (key.includes('?') ? searches : pages);
  const find = (key: string) => shelfOf(key).get(key) ?? missing.get(key);

  /** What a page shows may depend on the day (seeded picks), so no page outlives it. */
  const expiryOf = (status: number) =>
    isMissing(status) ? now() + missingMs : (Math.floor(now() / DAY) + 1) * DAY;

  const improve = async (key: string, entry: Entry) => {
    const { bodies, heads } = entry.answer;
    if (!bodies.br) return;
    const br = await packBest(bodies.identity);
    if (find(key) !== entry || br.length >= bodies.br.length) return;
    bodies.br = br;
    heads.clear();
  };

  const findFresh = (key: string): Entry | undefined => {
    const entry = find(key);
    if (!entry || !isListening || entry.expires <= now() || !freshness.isCurrent(entry)) {
      return undefined;
    }
    entry.hits += 1;
    if (entry.hits === POPULAR) improve(key, entry).catch(() => undefined);
    return entry;
  };

  const get = (key: string): Answer | undefined => findFresh(key)?.answer;

  /** By the address as it came in, without reading it again. */
  const getSpelled = (address: string): Answer | undefined =>
    get(spellings.get(address) ?? address);

  const rememberSpelling = (address: string, key: string) => {
    if (address === key || address.length > MAX_SPELLING) return;
    if (spellings.size >= MAX_SPELLINGS) spellings.clear();
    spellings.set(address, key);
  };

  /** For a page that is made of it: what the answer was made from, the page was made from too. */
  const getAsPart = (key: string): Answer | undefined => {
    const entry = findFresh(key);
    if (entry) noteRead(...entry.reads);
    return entry?.answer;
  };

  const store = (key: string, answer: Answer, reading: { reads: Set<string>; seen: number }) => {
    const [shelf, other] = isMissing(answer.status)
      ? [missing, shelfOf(key)]
      : [shelfOf(key), missing];
    // A render that was overtaken by a later one has nothing to add.
    if ((find(key)?.seen ?? 0) > reading.seen) return;
    other.delete(key);
    shelf.set(key, { answer, ...reading, expires: expiryOf(answer.status), hits: 0 });
  };

  const fly = (key: string, produce: () => Promise<Produced>): Flight => {
    const { moment } = freshness;
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const promise = collectReads(produce).then(({ result, read }) => {
      // What changed since the start is seen when the entry is next asked for, so old text is never fresh.
      if (result.isKept) store(key, result.answer, { reads: read, seen: moment });
      return { result, read };
    });
    const flight: Flight = { moment, promise };
    flights.set(key, flight);
    promise.then(land, land);
    return flight;
  };

  return {
    get,
    getSpelled,
    getAsPart,
    rememberSpelling,
    /** The last copy, however old. */
    stale: (key: string): Answer | undefined => find(key)?.answer,
    /** One render at a time per key; who comes after a change never joins a render from before it. */
    async produce(key: string, produce: () => Promise<Produced>): Promise<Produced> {
      const running = flights.get(key);
      if (!running || running.moment !== freshness.moment) {
        return (await fly(key, produce).promise).result;
      }
      const { result, read } = await running.promise;
      noteRead(...read);
      return result.isPersonal ? produce() : result;
    },
    /** Without news of other nodes' changes nothing counts as fresh. */
    setListening(value: boolean) {
      isListening = value;
    },
    close: freshness.close,
    get size() {
      return pages.size + searches.size + missing.size;
    },
    get bytes() {
      return pages.bytes + searches.bytes + missing.bytes;
    },
  };
};

export type PageCache = ReturnType<typeof createPageCache>;
