import type { Settings } from '#platform/env.server.ts';
import type { BufferedResponse, HeaderFields } from './buffered-response.server.ts';

/** Below what Varnish takes in a header by default, and a quarter of what Fastly and Cloudflare take. */
const MAX_TAGS = 4000;
const SAFE_KEY = /^[\w./-]+$/;
const DAY_SECONDS = 86_400;
/** How long a page may be sent that mentions an item as it was (decision 0033). */
const GRACE_SECONDS = 2;

/** The tag of everything that can be purged; pictures and scripts never change and stay. */
export const EVERYTHING = 'everything';
/** A further tag of the pages at an item's own address. */
export const ownKey = (key: string) => `own/${key}`;
export const isSafeKey = (key: string) => SAFE_KEY.test(key);

/** A list's name covers its items: a write names both, so a shorter header only drops more. */
const collectionOf = (key: string) => key.split(/[./]/)[0] ?? key;

/** Of /vendors/addepar, its twin and /api/vendors/7 what was read of that very item. */
export const ownReads = (target: string, reads: ReadonlySet<string>): string[] => {
  const names = (target.split('?')[0] ?? '').replace(/\.md$/, '').split('/');
  return [...reads].filter((read) => names.includes(read.slice(read.indexOf('/') + 1)));
};

const tagsOf = (target: string, reads: ReadonlySet<string>): string[] => {
  const first = [EVERYTHING, ...ownReads(target, reads).filter(isSafeKey).map(ownKey)];
  const keys = [...reads].map((key) => (isSafeKey(key) ? key : collectionOf(key)));
  const all = [...first, ...new Set(keys.filter(isSafeKey).sort())];
  if (all.join(' ').length <= MAX_TAGS) return all;
  return [...first, ...new Set(keys.map(collectionOf).filter(isSafeKey))];
};

/** The header by which the CDN in front finds what was made from what changed. */
export const tagHeader = (
  cdn: Settings['CDN'],
  target: string,
  reads: ReadonlySet<string>,
): HeaderFields => {
  if (!cdn) return {};
  const tags = tagsOf(target, reads);
  return cdn === 'cloudflare'
    ? { 'Cache-Tag': tags.join(',') }
    : { 'Surrogate-Key': tags.join(' ') };
};

const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

/** A browser asks each time and mostly gets 304; a CDN may hold, fresh or old, what it can be told to drop. */
export const sharedCacheControl = (hasPurge: boolean): string =>
  hasPurge
    ? `${ASK_EACH_TIME}, s-maxage=${DAY_SECONDS}, stale-while-revalidate=${GRACE_SECONDS}, stale-if-error=${DAY_SECONDS}`
    : `${ASK_EACH_TIME}, s-maxage=0`;

/** As it is sent where no CDN may keep it: one that was told of a change must not take up what the change has overtaken. */
export const unshared = (response: BufferedResponse): BufferedResponse =>
  response.headers['Cache-Control'] === sharedCacheControl(true)
    ? {
        ...response,
        headers: { ...response.headers, 'Cache-Control': sharedCacheControl(false) },
      }
    : response;

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

export const passedHeaders = (headers: Headers): HeaderFields => {
  const cookies = headers.getSetCookie();
  return {
    ...Object.fromEntries([...headers].filter(([name]) => !OWN.has(name))),
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  };
};
