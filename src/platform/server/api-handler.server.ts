import type { ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { noteFailure, toProblem } from '#platform/http/api.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { bearerOf } from '#platform/viewer.ts';
import { type CacheState, sendResponse } from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { withDeadline } from './deadline.server.ts';
import { makeRead } from './make-page.server.ts';
import type { Picked } from './page-cache.server.ts';
import type { Asked, PagesOptions } from './pages.server.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';

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

/** Which paths the API serves. */
export type ApiPaths = Pick<Api, 'isCall' | 'sharedParams'>;

interface ApiOptions extends PagesOptions {
  paths: ApiPaths;
}

/** Hands requests over to the API. Public reads of anonymous visitors come out of the cache. */
export const createApiHandler = (options: ApiOptions) => {
  const { api, cache, common, identify, log, paths } = options;

  /** The key of a read that may be shared. A token decides alone, whatever cookie comes with it. */
  const sharedTarget = ({ req, path, query, isRead }: Asked): string | undefined => {
    if (!isRead || bearerOf(req.headers.authorization) !== undefined) return undefined;
    const plain = plainPathOf(path);
    const params = plain && paths.sharedParams(plain);
    const key = plain && params ? cacheKey(plain, query, params) : undefined;
    return key?.isCacheable ? key.target : undefined;
  };

  const answer = async (
    asked: Asked,
    request: Request,
    env: object,
  ): Promise<Response | Picked> => {
    const { requestId, address } = asked;
    const target = sharedTarget(asked);
    if (target === undefined) return api.fetch(request, { ...env, requestId });
    const viewer = await identify(asked.cookie);
    if (viewer) return api.fetch(request, { ...env, requestId, viewer });
    // A session cookie that is not valid gets the shared response.
    cache.noteAlias(asked.req.url ?? '', target);
    return cache.serve(target, () => makeRead(options, { target, requestId, address }));
  };

  /** No call waits for a database that hangs, whatever it asks for; one that works may take its time. */
  return async (asked: Asked, res: ServerResponse): Promise<CacheState> => {
    const { req, requestId } = asked;
    const limits = { isAway: options.isDatabaseAway, limitMs: Number.POSITIVE_INFINITY };
    let state: CacheState = 'none';
    const listen = getRequestListener(async (request, env) => {
      const made = withDeadline(limits, () => answer(asked, request, env));
      const answered = await made.catch((error: unknown) => {
        noteFailure(log, error, requestId);
        const { status, headers, body } = toProblem(error, requestId);
        const own = { ...headers, 'Cache-Control': 'no-store' };
        return Response.json(body, { status, headers: own });
      });
      if (!(answered instanceof Response)) {
        state = answered.state;
        sendResponse(req, res, answered.response, { requestId, state });
        return RESPONSE_ALREADY_SENT;
      }
      const isHtml = answered.headers.get('content-type')?.startsWith('text/html');
      const policy = isHtml ? PLAIN_POLICY : INERT_POLICY;
      const own = { 'Content-Security-Policy': policy, 'X-Request-Id': requestId };
      res.setHeaders(new Map(Object.entries({ ...common, ...own })));
      return answered;
    });
    await listen(req, res);
    return state;
  };
};
