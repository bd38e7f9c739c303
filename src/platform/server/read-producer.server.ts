import { collectReads } from '#platform/reads.server.ts';
import { type BufferedResponse, makeResponse } from './buffered-response.server.ts';
import { UnavailableError, unavailableProblem, withDeadline } from './deadline.server.ts';
import type { Produced } from './page-cache.server.ts';
import type { PageCall, PageParts } from './page-producer.server.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';
import { passedHeaders, sharedCacheControl, tagHeader } from './shared-headers.server.ts';
import { apiEnv } from './watched-api.server.ts';

const CACHEABLE_STATUSES = new Set([200, 404]);

/** The 503 of a read while it cannot be made. */
export const refuseRead = (
  { common, log }: Pick<PageParts, 'common' | 'log'>,
  error: UnavailableError,
  requestId: string,
): Promise<BufferedResponse> => {
  const { status, headers, body } = unavailableProblem(error, requestId, log);
  return makeResponse({
    status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(body)),
    isCacheable: false,
    requestId,
    headers: [...common, 'Cache-Control', 'no-store', ...Object.entries(headers).flat()],
  });
};

/** A public read of the API as bytes, made from the path and query alone. */
export const produceRead = async (
  parts: Omit<PageParts, 'renderer'>,
  call: Omit<PageCall, 'user' | 'cookie'>,
): Promise<Produced> => {
  const { requestId, target } = call;
  let unavailable: string | undefined;
  const ask = async () => {
    const request = new Request(new URL(parts.settings.siteUrl + target), {
      headers: { accept: 'application/json' },
    });
    const env = apiEnv({ address: call.address, requestId }, (reason) => {
      unavailable = reason;
    });
    const response = await parts.api.fetch(request, env);
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };
  try {
    const { wholeReads = (make) => make() } = parts;
    const { result, read } = await collectReads(() =>
      withDeadline(wholeReads(ask), { isAway: parts.isDatabaseAway }),
    );
    const { response, body } = result;
    const contentType = response.headers.get('content-type');
    const isCacheable =
      CACHEABLE_STATUSES.has(response.status) && !response.headers.has('set-cookie');
    const buffered = await makeResponse({
      status: response.status,
      contentType,
      body,
      isCacheable,
      // An error's body names the request that made it.
      requestId: response.status >= 400 ? requestId : undefined,
      headers: [
        ...parts.common,
        ...passedHeaders(response.headers),
        ...response.headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie]),
        'Content-Security-Policy',
        contentType?.startsWith('text/html') ? PLAIN_POLICY : INERT_POLICY,
        'Cache-Control',
        isCacheable ? sharedCacheControl(parts.cdn !== undefined) : 'private, no-store',
        ...(isCacheable ? tagHeader(parts.cdn, target, read) : []),
      ],
    });
    const isPersonal = response.headers.has('set-cookie');
    return { response: buffered, isCacheable, isPersonal, unavailable };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const response = await refuseRead(parts, error, requestId);
    return { response, isCacheable: false, unavailable: error.message };
  }
};
