import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAnswer } from './answer.server.ts';
import { createApiHandler, type Exchange } from './api-handler.server.ts';
import { errorPage } from './error-pages.server.ts';
import { normalPath, splitTarget } from './normal-path.ts';
import { createPageHandler, type PageHandlerOptions } from './page-handler.server.ts';
import { createPartReader } from './page-parts.server.ts';
import type { PageParts } from './page-producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import { createCookieCheck } from './raw-headers.ts';
import { createRequestIds } from './request-ids.ts';
import { logRequest, type RequestLine } from './request-log.server.ts';
import type { StaticFiles } from './static-files.server.ts';

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export interface HttpServerOptions extends PageParts, Omit<PageHandlerOptions, 'isDev'> {
  paths: ApiPaths;
  files: StaticFiles;
  /** The name of the session's cookie: whoever sends it is not a stranger. */
  sessionCookie: string;
  /** Vite's own files in development. */
  middleware?: Middleware | undefined;
  timeouts?: { headersMs?: number; requestMs?: number; silentMs?: number } | undefined;
}

const MAX_TARGET = 8192;
const DRAIN_MS = 500;

/** One node: files, the API and pages behind one port. What is kept is sent before anything else is looked at. */
export const createHttpServer = (options: HttpServerOptions) => {
  const { cache, files, log, common, paths } = options;
  const nextId = createRequestIds();
  const holdsSession = createCookieCheck(options.sessionCookie);
  const isDev = options.middleware !== undefined;
  const readPart = isDev ? undefined : createPartReader(options, { cache, paths });
  const parts: PageParts = { ...options, readPart };
  const answerApi = createApiHandler(parts, { cache, paths });
  const answerPage = createPageHandler(parts, { ...options, isDev });
  const tellsHits = log.isLevelEnabled('debug');
  let isClosing = false;

  const passMiddleware = (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { middleware } = options;
    if (!middleware) return Promise.resolve();
    return new Promise((resolve) => middleware(req, res, resolve));
  };

  const answer = async (exchange: Exchange) => {
    const { req, res, requestId, path } = exchange;
    const file = exchange.isRead ? await files.find(path) : undefined;
    if (file !== undefined) {
      const found = file ?? (await errorPage(404, requestId, common));
      sendAnswer(req, res, found, { requestId, state: 'none', isClosing });
      return 'none' as const;
    }
    if (paths.isApi(path)) return answerApi(exchange);
    // Another spelling of the API's door is no door, and no redirect to it either.
    if (/^\/api(\/|$)/.test(normalPath(path) ?? '')) {
      req.url = '/api/';
      return answerApi({ ...exchange, path: '/api/' });
    }
    await passMiddleware(req, res);
    return answerPage(exchange);
  };

  const fail = async (error: unknown, { req, res, requestId }: Exchange) => {
    log.error({ err: error, requestId }, 'request failed');
    if (res.headersSent) return res.destroy();
    sendAnswer(req, res, await errorPage(500, requestId, common), { requestId, state: 'none' });
  };

  const handleSlowly = async (req: IncomingMessage, res: ServerResponse) => {
    const requestId = nextId();
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
      cookie: holdsSession(req.rawHeaders) ? cookie : undefined,
      isClosing: () => isClosing,
    };
    const line: RequestLine = { requestId, state: 'none' };
    logRequest(log, req, res, line);
    try {
      if (target) line.state = await answer(exchange);
      else sendAnswer(req, res, await errorPage(400, requestId, common), { ...line, isClosing });
    } catch (error) {
      await fail(error, exchange);
    }
  };

  const handle = (req: IncomingMessage, res: ServerResponse) => {
    if ((req.method === 'GET' || req.method === 'HEAD') && !holdsSession(req.rawHeaders)) {
      const url = req.url ?? '';
      const page = cache.getSpelled(url);
      const kept = page ?? files.get(url);
      if (kept) {
        const sending = { requestId: nextId(), state: page ? 'hit' : 'none', isClosing } as const;
        if (tellsHits) logRequest(log, req, res, { ...sending, state: 'hit' });
        sendAnswer(req, res, kept, sending);
        return;
      }
    }
    void handleSlowly(req, res);
  };

  const { headersMs = 10_000, requestMs = 60_000, silentMs = 120_000 } = options.timeouts ?? {};
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
  // A client that takes nothing for so long is gone, whatever its connection says.
  server.setTimeout(silentMs);

  return {
    server,
    async listen(port: number, host?: string): Promise<number> {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    /** Closes the door first, then lets each answer finish and tells its client to come back elsewhere. */
    async close(limitMs = 9000): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      // Not the close of node:http, which cuts idle connections: a request may be on its way over one of them.
      const closed = new Promise<void>((resolve) =>
        NetServer.prototype.close.call(server, () => resolve()),
      );
      const end = setTimeout(() => server.closeAllConnections(), limitMs);
      await Promise.race([closed, sleep(DRAIN_MS)]);
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(sweep);
      clearTimeout(end);
    },
  };
};
