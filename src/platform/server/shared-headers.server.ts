import type { BufferedResponse, HeaderFields } from './buffered-response.server.ts';

const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

/** A browser asks each time and mostly gets 304; a cache in front is at most a minute behind. */
export const SHARED_CACHE_CONTROL = `${ASK_EACH_TIME}, s-maxage=10, stale-while-revalidate=50`;

/** As it is sent where no cache in front may keep it. */
export const unshared = (response: BufferedResponse): BufferedResponse =>
  response.headers['Cache-Control'] === SHARED_CACHE_CONTROL
    ? {
        ...response,
        headers: { ...response.headers, 'Cache-Control': `${ASK_EACH_TIME}, s-maxage=0` },
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
