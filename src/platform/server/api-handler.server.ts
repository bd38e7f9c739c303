import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { noteFailure, toProblem } from '#platform/http/api.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { bearerOf } from '#platform/viewer.ts';
import type { BufferedResponse, CacheState } from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { whyUnavailable, withDeadline } from './deadline.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { produceRead, type ReadParts, refuseRead } from './producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import type { PageUser } from './renderer.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';

/** Without a user: an anonymous visitor, or not known at the moment. */
type Who = { user: PageUser | null; error?: unknown; unavailable?: string };

/** Looks up the user of a cookie that looks like a session's; without one the database is not asked. */
export const createIdentify =
  (
    { settings, isDatabaseAway }: ReadParts,
    authenticate: (request: Request) => Promise<PageUser | null>,
  ) =>
  async (cookie: string | undefined): Promise<Who> => {
    if (cookie === undefined) return { user: null };
    try {
      const request = new Request(settings.siteUrl, { headers: { cookie } });
      const user = withDeadline(authenticate(request), { isAway: isDatabaseAway });
      return { user: await user };
    } catch (error) {
      const unavailable = whyUnavailable(error);
      if (!unavailable) throw error;
      return { user: null, error, unavailable };
    }
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

export const createApiHandler = (
  parts: ReadParts,
  { cache, paths, identify }: { cache: PageCache; paths: ApiPaths; identify: Identify },
) => {
  /** No call waits for a database that hangs, whatever it asks for; one that works may take its time. */
  const fetchInTime = async (request: Request, env: Env['Bindings']): Promise<Response> => {
    try {
      return await withDeadline(Promise.resolve(parts.api.fetch(request, env)), {
        isAway: parts.isDatabaseAway,
        limitMs: Number.POSITIVE_INFINITY,
      });
    } catch (error) {
      if (!whyUnavailable(error)) throw error;
      const requestId = env.requestId ?? '';
      noteFailure(parts.log, error, requestId);
      const { status, headers, body } = toProblem(error, requestId);
      return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
    }
  };

  const passOn = async ({ req, res, requestId }: Exchange, viewer: PageUser | null) => {
    const own = { 'Content-Security-Policy': INERT_POLICY, 'X-Request-Id': requestId };
    res.setHeaders(new Map(Object.entries({ ...parts.common, ...own })));
    const listen = getRequestListener(async (request, env) => {
      const response = await fetchInTime(request, { ...env, requestId, viewer });
      if (response.headers.get('content-type')?.startsWith('text/html')) {
        response.headers.set('Content-Security-Policy', PLAIN_POLICY);
      }
      return response;
    });
    await listen(req, res);
  };

  const serveShared = async ({ req, requestId, send }: Exchange, target: string) => {
    const call = { target, requestId, address: req.socket.remoteAddress };
    const { response, state } = await cache.serve(target, () => produceRead(parts, call));
    return send(response, state);
  };

  /** Public reads of anonymous visitors come out of the cache; everything else goes to the API as it is. */
  return async (exchange: Exchange): Promise<CacheState> => {
    const { req, res, requestId, query } = exchange;
    const path = exchange.isRead ? plainPathOf(exchange.path) : undefined;
    const params = path && paths.publicParams(path);
    const key = path && params ? cacheKey(path, query, params) : undefined;
    let viewer: PageUser | null = null;
    // A token decides alone, whatever cookie comes with it, and its response is shared with nobody.
    if (key?.isCacheable && bearerOf(req.headers.authorization) === undefined) {
      // A session cookie that is not valid gets the shared response.
      const { user, error, unavailable } = await identify(exchange.cookie);
      if (!user && !unavailable) return serveShared(exchange, key.target);
      if (unavailable) {
        const { response } = await refuseRead(parts, error, requestId);
        return exchange.send(response, 'none');
      }
      viewer = user;
    }
    if (exchange.isClosing()) res.shouldKeepAlive = false;
    await passOn(exchange, viewer);
    return 'none';
  };
};
