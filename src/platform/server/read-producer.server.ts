import { collectReads } from '#platform/changes.server.ts';
import { makeAnswer } from './answer.server.ts';
import { GaveUp, NEVER, withDeadline } from './deadline.server.ts';
import type { Produced } from './page-cache.server.ts';
import type { PageCall, PageParts } from './page-producer.server.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';
import { passedHeaders, sharedCacheControl, surrogateKeys } from './shared-headers.server.ts';
import { apiEnv, saysDatabaseAway } from './watched-api.server.ts';

const KEPT = new Set([200, 404]);

/** For calls whose answer we cannot wait for: what the API itself says when the database is away. */
const awayBody = (requestId: string) =>
  Buffer.from(
    JSON.stringify({
      message: 'The database cannot be reached at the moment. Please try again shortly.',
      requestId,
    }),
  );

/** A public read of the API as bytes, made from the path and query alone. */
export const produceRead = async (
  parts: Omit<PageParts, 'renderer'>,
  call: Omit<PageCall, 'user' | 'cookie'>,
  { isPacked = true }: { isPacked?: boolean } = {},
): Promise<Produced> => {
  const { requestId, target } = call;
  const ask = async () => {
    const request = new Request(new URL(parts.settings.siteUrl + target), {
      headers: { accept: 'application/json', 'x-request-id-internal': requestId },
    });
    const response = await parts.api.fetch(request, apiEnv(call.address));
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };
  try {
    const { result, read } = await collectReads(() =>
      withDeadline(ask(), { isAway: parts.isDatabaseAway, away: NEVER }),
    );
    const { response, body } = result;
    const contentType = response.headers.get('content-type');
    const isKept = KEPT.has(response.status) && !response.headers.has('set-cookie');
    const answer = await makeAnswer({
      status: response.status,
      contentType,
      body,
      isKept: isKept && isPacked,
      // An error's body names the request that made it.
      requestId: response.status >= 400 ? requestId : undefined,
      headers: [
        ...parts.common,
        ...passedHeaders(response.headers),
        ...response.headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie]),
        'Content-Security-Policy',
        contentType?.startsWith('text/html') ? PLAIN_POLICY : INERT_POLICY,
        'Cache-Control',
        isKept ? sharedCacheControl(parts.hasPurge) : 'private, no-store',
        ...(isKept && parts.hasPurge ? ['Surrogate-Key', surrogateKeys(read)] : []),
      ],
    });
    const isPersonal = response.headers.has('set-cookie');
    return { answer, isKept, isPersonal, isDatabaseAway: saysDatabaseAway(response) };
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    const answer = await makeAnswer({
      status: 503,
      contentType: 'application/json',
      body: awayBody(requestId),
      isKept: false,
      requestId,
      headers: [...parts.common, 'Cache-Control', 'no-store', 'Retry-After', '5'],
    });
    return { answer, isKept: false, isDatabaseAway: error.isDatabaseAway };
  }
};
