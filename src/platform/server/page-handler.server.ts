import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { noteRefusal } from '#platform/http/api.server.ts';
import { hasTwin, pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { type VisitorQueue, workAtOnce } from '#platform/visitors.server.ts';
import type { Exchange, Identify } from './api-handler.server.ts';
import { type CacheState, makeResponse, prefersMarkdown } from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import { normalPath } from './normal-path.ts';
import type { PageCache, Picked, Produced, Work } from './page-cache.server.ts';
import { type OpenPreview, PREVIEW_PATH, producePreview } from './preview.server.ts';
import { type PageParts, producePage } from './producer.server.ts';
import type { PageUser } from './renderer.ts';
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
  /** What took the place of an address of an earlier release. */
  replacementOf?: ((path: string) => string | undefined) | undefined;
  /** In development a page is made anew each time, because its code may have changed. */
  isDev: boolean;
}

const NO_PREVIEW =
  'This preview link was revoked, or its days are over. Ask whoever sent it for a new one.';

export const createPageHandler = (parts: PageParts, options: PageHandlerOptions) => {
  const { cache } = options;

  const fail = async (
    status: Parameters<typeof errorPage>[0],
    requestId: string,
    reason?: string,
  ): Promise<Picked> => ({
    response: await errorPage(status, requestId, parts.common, reason),
    state: 'none',
  });

  const redirectTo = async (location: string): Promise<Picked> => {
    const response = await makeResponse({
      status: 301,
      policy: INERT_POLICY,
      cacheControl: 'public, max-age=3600',
      headers: { ...parts.common, Location: location },
      body: '',
    });
    return { response, state: 'none' };
  };

  const refuse = (error: unknown, requestId: string): Promise<Picked> => {
    if (error instanceof AppError && error.code === 'too-many') return fail(429, requestId);
    const failure = asUnavailable(error);
    if (!failure) throw error;
    noteRefusal(parts.log, failure, requestId);
    return fail(503, requestId);
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

  /** A page for one visitor alone is sent as it is. */
  const serveOwn = async (made: Promise<Produced>): Promise<Picked> => {
    const { response } = await made;
    return { response, state: 'none' };
  };

  const showPreview = async (token: string, { req, requestId }: Exchange) => {
    const address = req.socket.remoteAddress;
    const forwardedFor = req.headers['x-forwarded-for']?.toString();
    const opened = options.openPreview?.(token, { address, forwardedFor });
    const preview = await withDeadline(Promise.resolve(opened), { isAway: parts.isDatabaseAway });
    if (!preview) return fail(404, requestId, NO_PREVIEW);
    return serveOwn(producePreview(parts, preview, { requestId, address }));
  };

  const servePreview = async (token: string, exchange: Exchange): Promise<Picked> => {
    const show = () => showPreview(token, exchange);
    const user = await options.identify(exchange.cookie);
    return user ? workAtOnce(show) : workInTurn(PREVIEW_PATH, show);
  };

  const pick = async (exchange: Exchange): Promise<Picked> => {
    const { req, requestId, query } = exchange;
    if (!exchange.isRead) return fail(405, requestId);
    const path = normalPath(exchange.path);
    if (path === null) return fail(400, requestId);
    if (path !== exchange.path) return redirectTo(query === '' ? path : `${path}?${query}`);

    const replacement = options.replacementOf?.(path);
    if (replacement !== undefined) return redirectTo(replacement);

    const token = path === PREVIEW_PATH ? new URLSearchParams(query).get('token') : null;
    if (token !== null) return servePreview(token, exchange);

    const page = pageOfTwin(path);
    const key = cacheKey(path, query, options.pageParams(page ?? path));
    const { isCacheable, isReadable } = key;
    if (!isReadable) return fail(400, requestId);
    const isTwin = page !== undefined || (prefersMarkdown(req.headers.accept) && hasTwin(path));
    // A representation of its own has a key of its own: that of the twin's address.
    const isChosen = isTwin && page === undefined;
    const target = isChosen ? twinPath(key.target) : key.target;
    const call = { target, requestId, address: req.socket.remoteAddress };
    const serve = async (work: Work, isShared: boolean): Promise<Picked> => {
      const { response, state } = await cache.serve(target, work, isShared);
      // Some caches in front disregard Vary: what was chosen by Accept must not become the page for all.
      return { response: isChosen ? unshared(response) : response, state };
    };
    // A twin is the same for all, and never shows a draft.
    const cookie = isTwin ? undefined : exchange.cookie;
    let user: PageUser | null;
    try {
      user = await options.identify(cookie);
    } catch (error) {
      return serve(() => Promise.reject(error), false);
    }
    if (user) return serveOwn(producePage(parts, { ...call, user, cookie }));
    if (isCacheable && !isChosen) cache.noteAlias(req.url ?? '', target);
    const produce: Work = () =>
      workInTurn(target, () => producePage(parts, { ...call, user: null }));
    return serve(produce, isCacheable && !options.isDev);
  };

  return async (exchange: Exchange): Promise<CacheState> => {
    const picked = pick(exchange).catch((error: unknown) => refuse(error, exchange.requestId));
    const { response, state } = await picked;
    return exchange.send(response, state);
  };
};
