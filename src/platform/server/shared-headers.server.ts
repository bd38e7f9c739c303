const MAX_SURROGATE = 4000;
const SAFE_KEY = /^[\w./-]+$/;
const DAY_SECONDS = 86_400;

/** A list's name covers its items: a write names both, so a shorter header only drops more. */
const collectionOf = (key: string) => key.split(/[./]/)[0] ?? key;

export const surrogateKeys = (reads: Iterable<string>): string => {
  const keys = [...new Set([...reads].map((key) => (SAFE_KEY.test(key) ? key : collectionOf(key))))]
    .filter((key) => SAFE_KEY.test(key))
    .sort();
  const all = keys.join(' ');
  if (all.length <= MAX_SURROGATE) return all;
  return [...new Set(keys.map(collectionOf))].join(' ').slice(0, MAX_SURROGATE);
};

const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

/** A browser asks each time and mostly gets 304; a CDN may hold, fresh or old, what it can be told to drop. */
export const sharedCacheControl = (hasPurge: boolean): string =>
  hasPurge
    ? `${ASK_EACH_TIME}, s-maxage=${DAY_SECONDS}, stale-if-error=${DAY_SECONDS}`
    : `${ASK_EACH_TIME}, s-maxage=0`;

/** For a response that a change has overtaken: a CDN that was told to drop it must not take it up again. */
export const withoutSharedAge = (headers: readonly string[]): string[] =>
  headers.map((value) => (value === sharedCacheControl(true) ? sharedCacheControl(false) : value));

/** Headers that belong to the connection or are made here, whatever the producer says. */
const OWN = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);

export const passedHeaders = (headers: Headers): string[] =>
  [...headers].flatMap(([name, value]) => (OWN.has(name) ? [] : [name, value]));
