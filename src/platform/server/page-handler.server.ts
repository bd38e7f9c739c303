import { AppError } from '#platform/errors.ts';
import { pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { type VisitorQueue, workAtOnce } from '#platform/visitors.server.ts';
import type { Exchange, Identify } from './api-handler.server.ts';
import {
  type BufferedResponse,
  type CacheState,
  makeResponse,
  prefersMarkdown,
  sendResponse,
} from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { createRefusalLog, whyUnavailable, withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import { normalPath } from './normal-path.ts';
import type { PageCache, Produced } from './page-cache.server.ts';
import { type OpenPreview, PREVIEW_PATH, producePreview } from './preview.server.ts';
import { type PageCall, type PageParts, producePage } from './producer.server.ts';
import { INERT_POLICY } from './security-headers.server.ts';
import { unshared } from './shared-headers.server.ts';

export interface PageHandlerOptions {
  cache: PageCache;
  /** The query parameters that the page at a path reads; all others are ignored. Null: not known, so nothing is cached. */
  pageParams(path: string): readonly string[] | null;
  identify: Identify;
  /** Where anonymous visitors wait for a page that is not cached. */
  visitorQueue: VisitorQueue;
  openPreview?: OpenPreview | undefined;
  /** Whether the page at a path has a Markdown twin. */
  hasTwin?: ((path: string) => boolean) | undefined;
  /** In development a page is made anew each time, because its code may have changed. */
  isDev: boolean;
}

const NO_PREVIEW =
  'This preview link was revoked, or its days are over. Ask whoever sent it for a new one.';

interface Picked {
  response: BufferedResponse;
  state: CacheState;
}

export const createPageHandler = (parts: PageParts, options: PageHandlerOptions) => {
  const { cache } = options;
  const noteRefusal = createRefusalLog(parts.log);

  const redirectTo = (location: string): Promise<BufferedResponse> =>
    makeResponse({
      status: 301,
      policy: INERT_POLICY,
      cacheControl: 'public, max-age=3600',
      headers: [...parts.common, 'Location', location],
      body: '',
    });

  const refuse = (requestId: string, reason: string): Promise<BufferedResponse> => {
    noteRefusal(requestId, reason);
    return errorPage(503, requestId, parts.common);
  };

  /** No request waits for a hung database, in the queue or for the page; one that gave up leaves the queue. */
  const workInTurn = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const over = new AbortController();
    try {
      return await withDeadline(options.visitorQueue(path, work, over.signal), {
        isAway: parts.isDatabaseAway,
        limitMs: Number.POSITIVE_INFINITY,
      });
    } finally {
      over.abort();
    }
  };

  const produceInTurn = async (
    call: Omit<PageCall, 'user'>,
    begin?: () => void,
  ): Promise<Produced> => {
    try {
      return await workInTurn(call.target, () => {
        begin?.();
        return producePage(parts, { ...call, user: null });
      });
    } catch (error) {
      const unavailable = whyUnavailable(error);
      if (!unavailable) throw error;
      const response = await errorPage(503, call.requestId, parts.common);
      return { response, isCacheable: false, unavailable };
    }
  };

  /** An old copy is better than none. */
  const serveStale = async (
    { target, requestId }: Pick<PageCall, 'target' | 'requestId'>,
    reason: string,
  ): Promise<Picked> => {
    const stale = cache.stale(target);
    if (stale) return { response: stale, state: 'stale' };
    return { response: await refuse(requestId, reason), state: 'none' };
  };

  const serveAnonymous = async (
    call: Omit<PageCall, 'user'>,
    isShared: boolean,
  ): Promise<Picked> => {
    const produce = (begin?: () => void) => produceInTurn(call, begin);
    const produced = await (isShared ? cache.produce(call.target, produce) : produce());
    const { response, unavailable } = produced;
    return unavailable ? serveStale(call, unavailable) : { response, state: 'miss' };
  };

  const serveUser = async (call: PageCall): Promise<BufferedResponse> => {
    const { response, unavailable } = await producePage(parts, call);
    if (unavailable) noteRefusal(call.requestId, unavailable);
    return response;
  };

  /** The page that a link to the whole site is followed to: the rest of the query is its own. */
  const askedOf = (query: string): string => {
    const params = new URLSearchParams(query);
    const path = normalPath(params.get('path') ?? '/') ?? '/';
    params.delete('token');
    params.delete('path');
    const { target, isReadable } = cacheKey(path, params.toString(), options.pageParams(path));
    return isReadable ? target : path;
  };

  const showPreview = async (
    token: string,
    { req, requestId, query }: Exchange,
  ): Promise<BufferedResponse> => {
    const address = req.socket.remoteAddress;
    const forwardedFor = req.headers['x-forwarded-for']?.toString();
    const opened = options.openPreview?.(token, { address, forwardedFor });
    const preview = await withDeadline(Promise.resolve(opened), { isAway: parts.isDatabaseAway });
    if (!preview) return errorPage(404, requestId, parts.common, NO_PREVIEW);
    const { response, unavailable } = await producePreview(parts, preview, {
      requestId,
      address,
      token,
      asked: askedOf(query),
    });
    if (unavailable) noteRefusal(requestId, unavailable);
    return response;
  };

  const servePreview = async (token: string, exchange: Exchange): Promise<BufferedResponse> => {
    const { requestId } = exchange;
    const show = () => showPreview(token, exchange);
    try {
      const { user, unavailable } = await options.identify(exchange.cookie);
      if (unavailable) return await refuse(requestId, unavailable);
      return await (user ? workAtOnce(show) : workInTurn(PREVIEW_PATH, show));
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') {
        return errorPage(429, requestId, parts.common);
      }
      const unavailable = whyUnavailable(error);
      if (!unavailable) throw error;
      return refuse(requestId, unavailable);
    }
  };

  return async (exchange: Exchange): Promise<CacheState> => {
    const { req, res, requestId, query } = exchange;
    const send = (response: BufferedResponse, state: CacheState) => {
      sendResponse(req, res, response, { requestId, state, isClosing: exchange.isClosing() });
      return state;
    };
    if (!exchange.isRead) return send(await errorPage(405, requestId, parts.common), 'none');
    const path = normalPath(exchange.path);
    if (path === null) return send(await errorPage(400, requestId, parts.common), 'none');
    if (path !== exchange.path) {
      return send(await redirectTo(query === '' ? path : `${path}?${query}`), 'none');
    }

    const token = path === PREVIEW_PATH ? new URLSearchParams(query).get('token') : null;
    if (token !== null) return send(await servePreview(token, exchange), 'none');

    const page = pageOfTwin(path);
    const key = cacheKey(path, query, options.pageParams(page ?? path));
    const { isCacheable, isReadable } = key;
    if (!isReadable) return send(await errorPage(400, requestId, parts.common), 'none');
    const isTwin =
      page !== undefined || (prefersMarkdown(req.headers.accept) && options.hasTwin?.(path));
    // A representation of its own has a key of its own: that of the twin's address.
    const isChosen = isTwin && page === undefined;
    const target = isChosen ? twinPath(key.target) : key.target;
    // Some CDNs disregard Vary: what was chosen by Accept must not become the page for all.
    const asSent = (response: BufferedResponse) => (isChosen ? unshared(response) : response);
    // A twin is the same for all, and never shows a draft.
    const { user, unavailable } = await options.identify(isTwin ? undefined : exchange.cookie);
    const call = { target, requestId, address: req.socket.remoteAddress };
    if (user) return send(await serveUser({ ...call, user, cookie: exchange.cookie }), 'none');
    if (isCacheable && target === key.target) cache.rememberAlias(req.url ?? '', target);
    const hit = cache.get(target);
    if (hit) return send(asSent(hit), 'hit');
    const { response, state } = await (unavailable
      ? serveStale(call, unavailable)
      : serveAnonymous(call, isCacheable && !options.isDev));
    return send(asSent(response), state);
  };
};
