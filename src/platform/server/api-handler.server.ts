import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { asUnavailable } from '#platform/db/database.server.ts';
import { noteFailure, toProblem } from '#platform/http/api.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { bearerOf } from '#platform/viewer.ts';
import type { BufferedResponse, CacheState } from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { withDeadline } from './deadline.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { produceRead, type ReadParts } from './producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import type { PageUser } from './renderer.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';

/** Looks up the user of a cookie that looks like a session's; without one the database is not asked. */
export const createIdentify =
  (
    { settings, isDatabaseAway }: ReadParts,
    authenticate: (request: Request) => Promise<PageUser | null>,
  ) =>
  async (cookie: string | undefined): Promise<PageUser | null> => {
    if (cookie === undefined) return null;
    const request = new Request(settings.siteUrl, { headers: { cookie } });
    return withDeadline(authenticate(request), { isAway: isDatabaseAway });
  };

export type Identify = ReturnType<typeof createIdentify>;

export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  path: string;
  query: string;
  isRead: boolean;
  /** The whole cookie header, when it holds a session. */
  cookie: string | undefined;
  /** Asked when the response goes out: the server may have begun to stop since the request came in. */
  isClosing(): boolean;
  /** Sends it, and gives back what the cache had. */
  send(response: BufferedResponse, state: CacheState): CacheState;
}

/** A path of the API has nothing to escape: all its spellings are served from the entry of the plain one. */
const PLAIN = /^(?!.*\/\.{1,2}(?:\/|$))[\w./-]+$/;

const plainPathOf = (path: string): string | undefined => {
  try {
    const plain = decodeURI(path);
    return PLAIN.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
};

type Answer = (request: Request, env: Env['Bindings']) => Promise<Response>;

export const createApiHandler = (
  parts: ReadParts,
  { cache, paths, identify }: { cache: PageCache; paths: ApiPaths; identify: Identify },
) => {
  const refuse = (error: unknown, requestId: string): Response => {
    if (!asUnavailable(error)) throw error;
    noteFailure(parts.log, error, requestId);
    const { status, headers, body } = toProblem(error, requestId);
    return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
  };

  /** No call waits for a database that hangs, whatever it asks for; one that works may take its time. */
  const passOn = async (
    { req, res, requestId, isClosing }: Exchange,
    answer: Answer,
  ): Promise<CacheState> => {
    if (isClosing()) res.shouldKeepAlive = false;
    const own = { 'Content-Security-Policy': INERT_POLICY, 'X-Request-Id': requestId };
    res.setHeaders(new Map(Object.entries({ ...parts.common, ...own })));
    const listen = getRequestListener(async (request, env) => {
      const limits = { isAway: parts.isDatabaseAway, limitMs: Number.POSITIVE_INFINITY };
      const answered = withDeadline(answer(request, { ...env, requestId }), limits);
      const response = await answered.catch((error: unknown) => refuse(error, requestId));
      if (response.headers.get('content-type')?.startsWith('text/html')) {
        response.headers.set('Content-Security-Policy', PLAIN_POLICY);
      }
      return response;
    });
    await listen(req, res);
    return 'none';
  };

  const askFor =
    (viewer: PageUser | null): Answer =>
    async (request, env) =>
      parts.api.fetch(request, { ...env, viewer });

  /** Public reads of anonymous visitors come out of the cache; everything else goes to the API as it is. */
  return async (exchange: Exchange): Promise<CacheState> => {
    const { req, requestId, query, cookie, send } = exchange;
    const path = exchange.isRead ? plainPathOf(exchange.path) : undefined;
    const params = path && paths.publicParams(path);
    const key = path && params ? cacheKey(path, query, params) : undefined;
    // A token decides alone, whatever cookie comes with it, and its response is shared with nobody.
    if (!key?.isCacheable || bearerOf(req.headers.authorization) !== undefined) {
      return passOn(exchange, askFor(null));
    }
    const { target } = key;
    const call = { target, requestId, address: req.socket.remoteAddress };
    try {
      const viewer = await identify(cookie);
      if (viewer) return await passOn(exchange, askFor(viewer));
      cache.noteAlias(req.url ?? '', target);
      // A session cookie that is not valid gets the shared response.
      const { response, state } = await cache.serve(target, () => produceRead(parts, call));
      return send(response, state);
    } catch (error) {
      if (!asUnavailable(error)) throw error;
      return passOn(exchange, () => Promise.reject(error));
    }
  };
};
