import { headerOf } from '#platform/server/raw-headers.ts';
import { pageOfTwin } from '#platform/twin-path.ts';

/** Paths that robots probe on every site; no page will use one. */
const PROBE =
  /\.(?:php\d?|aspx?|jsp|cgi|env|git|sql|bak|ini|ya?ml|zip|rar|tar|t?gz|log|sh|pl|exe|dll|conf|config|old|orig|save|swp|key|pem)(?:[/~.]|$)|\/\.|\/wp-|\/xmlrpc|phpmyadmin|\/cgi-bin|phpunit|\/actuator|\/etc\/|\/owa\/|\/vendor\/|[<>"'\\{}]|%(?:00|3c|27|22|5c|2e%2e)/i;

/** Limits of the counts held in memory between two writes. */
const MAX_READ = 10_000;
const MAX_MISSING = 1000;
const MAX_PATH = 500;

export interface MissingPage {
  path: string;
  hits: number;
  referrerHost: string | null;
}

export interface Visits {
  /** By path. */
  reads: Map<string, number>;
  missing: MissingPage[];
  probes: number;
}

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
};

/** A part of a string keeps the whole of it in memory: a long query would stay with its path. */
const copyOf = (path: string) => Buffer.from(path).toString();

const hostOf = (referrer: string | undefined): string | null =>
  referrer && URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 200) || null : null;

/** Counts pages in memory, within bounds: a page that is read costs one step in a map. */
export const createVisitCounter = () => {
  let reads = new Map<string, number>();
  let missing = new Map<string, MissingPage>();
  let probes = 0;

  const countMissing = (url: string, rawHeaders: readonly string[]) => {
    const path = pathOf(url);
    const existing = missing.get(path);
    // A flood of invented addresses is counted as one.
    const isFlood = !existing && missing.size >= MAX_MISSING;
    if (isFlood || path.length > MAX_PATH || PROBE.test(path)) {
      probes += 1;
      return;
    }
    const referrerHost = hostOf(headerOf(rawHeaders, 'referer')) ?? existing?.referrerHost ?? null;
    missing.set(path, { path, hits: (existing?.hits ?? 0) + 1, referrerHost });
  };

  return {
    count(url: string, status: number, rawHeaders: readonly string[]) {
      const path = pathOf(url);
      // Programs read the twins; what people read is counted by pages.
      if (pageOfTwin(path) !== undefined) return;
      if (status === 200 || status === 304) {
        const hits = reads.get(path);
        if (hits !== undefined) reads.set(path, hits + 1);
        else if (reads.size < MAX_READ && path.length <= MAX_PATH) reads.set(copyOf(path), 1);
      } else if (status === 404) countMissing(url, rawHeaders);
    },
    /** Everything since the last call. */
    take(): Visits {
      const taken = { reads, missing: [...missing.values()], probes };
      reads = new Map();
      missing = new Map();
      probes = 0;
      return taken;
    },
  };
};
