import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { Metrics } from '#platform/metrics/metrics.server.ts';
import { twinPath } from '#platform/twin-path.ts';
import { bearerOf } from '#platform/viewer.ts';
import { type ApiPaths, createApiHandler } from './api-handler.server.ts';
import {
  type CacheState,
  identityOf,
  prefersMarkdown,
  sendResponse,
} from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import { prepareStop } from './graceful-stop.server.ts';
import { makePage, makeRead } from './make-page.server.ts';
import { normalPath, splitTarget } from './normal-path.ts';
import type { Picked } from './page-cache.server.ts';
import { type Asked, createPages, type PagesOptions } from './pages.server.ts';
import { makePreview, type RenderPreview } from './preview.server.ts';
import type { PageUser } from './renderer.ts';
import type { StaticFiles } from './static-files.server.ts';
import { dropStuckClient } from './stuck-clients.server.ts';

interface RequestLine {
  requestId: string;
  /** May be set until the response is out. */
  state: CacheState;
}

const pathOf = (target: string) => target.split(/[?#]/)[0] ?? '';

/** One line a request, when its response is out. A query may hold a token, so only the path is named. */
const logRequest = (log: Logger, req: IncomingMessage, res: ServerResponse, line: RequestLine) => {
  const since = performance.now();
  const path = pathOf(req.url ?? '').slice(0, 300);
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

export interface HttpServerOptions extends Omit<PagesOptions, 'isDev' | 'identify'> {
  authenticate(request: Request): Promise<PageUser | null>;
  /** The client's address, as far as proxies are trusted. */
  addressOf(req: IncomingMessage): string;
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

const isReadOnly = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** One node: bytes that are there already, or else a file, a call of the API or a page. */
export const createHttpServer = (options: HttpServerOptions) => {
  const { cache, files, log, common, paths, metrics, middleware } = options;
  const isDev = middleware !== undefined;
  const inTime = { isAway: options.isDatabaseAway };
  /** With a value that a session can have: 32 bytes in base64url. */
  const session = new RegExp(`(?:^|;)\\s*${options.sessionCookie}=[\\w-]{43}\\s*(?:;|$)`);
  const sessionOf = ({ headers: { cookie } }: IncomingMessage) =>
    cookie !== undefined && session.test(cookie) ? cookie : undefined;

  /** The user of a cookie that looks like a session's; without one the database is not asked. */
  const identify = async (cookie: string | undefined): Promise<PageUser | null> => {
    if (cookie === undefined) return null;
    const request = new Request(options.settings.siteUrl, { headers: { cookie } });
    return withDeadline(inTime, () => options.authenticate(request));
  };
  const parts = { ...options, identify, isDev };
  const handleApi = createApiHandler(parts);
  const findPage = createPages(parts);

  /** Bytes that are there already, for whoever is no more than an anonymous visitor. */
  const findBytes = (req: IncomingMessage): Picked | undefined => {
    const { accept, authorization } = req.headers;
    if (!isReadOnly(req) || bearerOf(authorization) !== undefined || sessionOf(req))
      return undefined;
    const url = req.url ?? '';
    const kept = prefersMarkdown(accept) ? undefined : cache.getByUrl(url);
    if (kept) return kept;
    const file = files.get(url);
    return file && { response: file, state: 'none' };
  };

  const respond = async (asked: Asked, res: ServerResponse): Promise<CacheState> => {
    const { req, requestId, path, isRead } = asked;
    const send = ({ response, state }: Picked) => {
      sendResponse(req, res, response, { requestId, state });
      return state;
    };
    const file = isRead ? await files.find(path) : undefined;
    if (file) return send({ response: file, state: 'none' });
    if (file === null) {
      return send({ response: await errorPage(404, requestId, common), state: 'none' });
    }
    if (paths.isCall(path)) return handleApi(asked, res);
    // Another spelling of the API's path is not the API, and no redirect to it either.
    if (/^\/api(\/|$)/.test(normalPath(path) ?? '')) {
      req.url = '/api/';
      return handleApi({ ...asked, path: '/api/' }, res);
    }
    if (middleware) await new Promise<void>((resolve) => middleware(req, res, resolve));
    return send(await findPage(asked));
  };

  const handleSlowly = async (req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? '';
    const target = url.length <= MAX_TARGET ? splitTarget(url) : null;
    const requestId = randomUUID();
    const line: RequestLine = { requestId, state: 'none' };
    logRequest(log, req, res, line);
    metrics?.watchRequest(req, res, line);
    const sendError = async (status: 400 | 500) =>
      sendResponse(req, res, await errorPage(status, requestId, common), line);
    try {
      if (!target) return await sendError(400);
      const cookie = sessionOf(req);
      const address = options.addressOf(req);
      const asked = { req, requestId, ...target, isRead: isReadOnly(req), cookie, address };
      line.state = await respond(asked, res);
    } catch (error) {
      log.error({ err: error, requestId }, 'request failed');
      if (res.headersSent) res.destroy();
      else await sendError(500);
    }
  };

  const { headersMs = 10_000, requestMs = 60_000 } = options.timeouts ?? {};
  const { takeMs = 15_000, idleMs = 120_000 } = options.timeouts ?? {};
  const tellsHits = log.isLevelEnabled('debug');
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    dropStuckClient(res, { takeMs, idleMs });
    const kept = findBytes(req);
    if (!kept) return void handleSlowly(req, res);
    const requestId = randomUUID();
    metrics?.countCached();
    if (tellsHits) logRequest(log, req, res, { requestId, state: 'hit' });
    sendResponse(req, res, kept.response, { requestId, state: kept.state });
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

  /** What anonymous visitors get at a target, asked for by nobody in particular. */
  const makeUnasked = (target: string) => {
    const call = { target, requestId: randomUUID(), address: '' };
    if (paths.isCall(pathOf(target))) return makeRead(options, call);
    return withDeadline(inTime, () => makePage(options, { ...call, user: null }));
  };
  const renderBehind = async (target: string) => {
    try {
      await cache.produce(target, () => makeUnasked(target));
    } catch (err) {
      if (!asUnavailable(err)) log.error({ err, path: pathOf(target) }, 'request failed');
    }
  };
  const stopRendering = isDev ? undefined : cache.renderBehind(renderBehind);

  const renderPreview: RenderPreview = async (preview, requestId) => {
    const { response } = await makePreview(options, preview, { requestId, address: '' });
    return response.status < 500 ? identityOf(response.bodies).toString() : undefined;
  };

  /** The Markdown of a page that anonymous visitors find; undefined where there is none. */
  const readTwin = async (address: string): Promise<string | undefined> => {
    const asked = splitTarget(address);
    const key = asked && cacheKey(asked.path, asked.query, options.pageParams(asked.path));
    if (!key?.isReadable) return undefined;
    const target = twinPath(key.target);
    const isShared = key.isCacheable && !isDev;
    const { response } = await cache.serve(target, () => makeUnasked(target), isShared);
    return response.status === 200 ? identityOf(response.bodies).toString() : undefined;
  };

  let isCalledOff = false;
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
      await stopGracefully(limitMs);
    },
  };
};
