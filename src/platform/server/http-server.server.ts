import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { Metrics } from '#platform/metrics/metrics.server.ts';
import { twinPath } from '#platform/twin-path.ts';
import { bearerOf } from '#platform/viewer.ts';
import { createApiHandler, createIdentify, type Exchange } from './api-handler.server.ts';
import {
  type CacheState,
  identityOf,
  prefersMarkdown,
  sendResponse,
} from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { errorPage } from './error-pages.server.ts';
import { prepareStop } from './graceful-stop.server.ts';
import { normalPath, splitTarget } from './normal-path.ts';
import { createPageHandler, type PageHandlerOptions } from './page-handler.server.ts';
import { producePreview, type RenderPreview } from './preview.server.ts';
import { type PageParts, producePage, produceRead } from './producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import type { PageUser } from './renderer.ts';
import type { StaticFiles } from './static-files.server.ts';
import { dropStuckClient } from './stuck-clients.server.ts';

interface RequestLine {
  requestId: string;
  /** May be set until the response is out. */
  state: CacheState;
}

/** One line a request, when its response is out. A query may hold a token, so only the path is named. */
const logRequest = (log: Logger, req: IncomingMessage, res: ServerResponse, line: RequestLine) => {
  const since = performance.now();
  const path = (req.url ?? '').split(/[?#]/)[0]?.slice(0, 300);
  res.once('close', () => {
    const { requestId, state } = line;
    const details = {
      requestId,
      method: req.method,
      path,
      status: res.statusCode,
      ms: Math.round((performance.now() - since) * 10) / 10,
      ...(state === 'none' ? {} : { cache: state }),
      ...(res.writableFinished ? {} : { cut: true }),
    };
    log[state === 'hit' ? 'debug' : 'info'](details, 'request');
  });
};

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export interface HttpServerOptions
  extends PageParts,
    Omit<PageHandlerOptions, 'isDev' | 'identify'> {
  authenticate(request: Request): Promise<PageUser | null>;
  paths: ApiPaths;
  files: StaticFiles;
  /** The session cookie's name: a request without it is an anonymous visitor's. */
  sessionCookie: string;
  metrics?: Metrics | undefined;
  middleware?: Middleware | undefined;
  timeouts?:
    | { headersMs?: number; requestMs?: number; takeMs?: number; idleMs?: number }
    | undefined;
}

const MAX_TARGET = 8192;

/** One node: files, the API and pages behind one port. A cached response is sent before any other check. */
export const createHttpServer = (options: HttpServerOptions) => {
  const { cache, files, log, common, paths, metrics } = options;
  /** With a value that a session can have: 32 bytes in base64url. */
  const session = new RegExp(`(?:^|;)\\s*${options.sessionCookie}=[\\w-]{43}\\s*(?:;|$)`);
  const holdsSession = ({ cookie }: IncomingHttpHeaders) => session.test(cookie ?? '');
  const isDev = options.middleware !== undefined;
  const parts: PageParts = options;
  const identify = createIdentify(parts, options.authenticate);
  const handleApi = createApiHandler(parts, { cache, paths, identify });
  const handlePage = createPageHandler(parts, { ...options, identify, isDev });
  const renderBehind = async (target: string) => {
    const call = { target, requestId: randomUUID() };
    const isRead = paths.isApi(target.split('?')[0] ?? '');
    try {
      await cache.produce(target, () =>
        isRead ? produceRead(parts, call) : producePage(parts, { ...call, user: null }),
      );
    } catch (err) {
      if (!asUnavailable(err)) log.error({ err, requestId: call.requestId }, 'request failed');
    }
  };
  const stopRendering = isDev ? undefined : cache.renderBehind(renderBehind);
  const tellsHits = log.isLevelEnabled('debug');
  let isCalledOff = false;
  /** No new connections from here on; each response tells its client so. */
  let isClosing = false;

  const passMiddleware = (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { middleware } = options;
    if (!middleware) return Promise.resolve();
    return new Promise((resolve) => middleware(req, res, resolve));
  };

  const respond = async (exchange: Exchange): Promise<CacheState> => {
    const { req, res, requestId, path, send } = exchange;
    const file = exchange.isRead ? await files.find(path) : undefined;
    if (file !== undefined) {
      return send(file ?? (await errorPage(404, requestId, common)), 'none');
    }
    if (paths.isApi(path)) return handleApi(exchange);
    // Another spelling of the API's path is not the API, and no redirect to it either.
    if (/^\/api(\/|$)/.test(normalPath(path) ?? '')) {
      req.url = '/api/';
      return handleApi({ ...exchange, path: '/api/' });
    }
    await passMiddleware(req, res);
    return handlePage(exchange);
  };

  const fail = async (error: unknown, { res, requestId, send }: Exchange) => {
    log.error({ err: error, requestId }, 'request failed');
    if (res.headersSent) res.destroy();
    else send(await errorPage(500, requestId, common), 'none');
  };

  const handleSlowly = async (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID();
    const url = req.url ?? '';
    const target = url.length <= MAX_TARGET ? splitTarget(url) : null;
    const { cookie } = req.headers;
    const exchange: Exchange = {
      req,
      res,
      requestId,
      path: target?.path ?? '',
      query: target?.query ?? '',
      isRead: req.method === 'GET' || req.method === 'HEAD',
      cookie: holdsSession(req.headers) ? cookie : undefined,
      isClosing: () => isClosing,
      send(response, state) {
        sendResponse(req, res, response, { requestId, state, isClosing });
        return state;
      },
    };
    const line: RequestLine = { requestId, state: 'none' };
    logRequest(log, req, res, line);
    metrics?.watchRequest(req, res, line);
    try {
      if (target) line.state = await respond(exchange);
      else exchange.send(await errorPage(400, requestId, common), 'none');
    } catch (error) {
      await fail(error, exchange);
    }
  };

  const { headersMs = 10_000, requestMs = 60_000 } = options.timeouts ?? {};
  const { takeMs = 15_000, idleMs = 120_000 } = options.timeouts ?? {};
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    dropStuckClient(res, { takeMs, idleMs });
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const { accept, authorization } = req.headers;
    if (isRead && !holdsSession(req.headers) && bearerOf(authorization) === undefined) {
      const url = req.url ?? '';
      const kept = prefersMarkdown(accept) ? undefined : cache.getByUrl(url);
      const response = kept?.response ?? files.get(url);
      if (response) {
        const state = kept?.state ?? 'none';
        const requestId = randomUUID();
        metrics?.countCached();
        if (tellsHits) logRequest(log, req, res, { requestId, state: 'hit' });
        sendResponse(req, res, response, { requestId, state, isClosing });
        return;
      }
    }
    void handleSlowly(req, res);
  };

  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1000, headersMs),
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    handle,
  );
  const stopGracefully = prepareStop(server);
  server.setTimeout(idleMs);

  const renderPreview: RenderPreview = async (preview, requestId) => {
    const { response } = await producePreview(parts, preview, { requestId });
    return response.status < 500 ? identityOf(response.bodies).toString() : undefined;
  };

  /** The Markdown of a page that anonymous visitors find; undefined where there is none. */
  const readTwin = async (address: string): Promise<string | undefined> => {
    const asked = splitTarget(address);
    const key = asked && cacheKey(asked.path, asked.query, options.pageParams(asked.path));
    if (!key?.isReadable) return undefined;
    const target = twinPath(key.target);
    const make = () => producePage(parts, { target, requestId: randomUUID(), user: null });
    const { response } = await cache.serve(target, make, key.isCacheable && !isDev);
    return response.status === 200 ? identityOf(response.bodies).toString() : undefined;
  };

  return {
    server,
    renderPreview,
    readTwin,
    async listen(port: number, host?: string): Promise<number> {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    /** Responses from here on tell their clients to come back elsewhere. */
    async close(limitMs = 9000): Promise<void> {
      if (isCalledOff) return;
      isCalledOff = true;
      stopRendering?.();
      await stopGracefully(limitMs, () => {
        isClosing = true;
      });
    },
  };
};
