import type { IncomingMessage } from 'node:http';
import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { noteFailure } from '#platform/http/api.server.ts';
import { hasTwin, pageOfTwin, twinPath } from '#platform/twin-path.ts';
import { type VisitorQueue, workAtOnce } from '#platform/visitors.server.ts';
import { makeResponse, prefersMarkdown } from './buffered-response.server.ts';
import { cacheKey } from './cache-keys.ts';
import { withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import { makePage, type PageParts } from './make-page.server.ts';
import { normalPath } from './normal-path.ts';
import type { PageCache, Picked } from './page-cache.server.ts';
import { makePreview, type OpenPreview } from './preview.server.ts';
import type { PageUser } from './renderer.ts';
import { INERT_POLICY } from './security-headers.server.ts';
import { unshared } from './shared-headers.server.ts';

/** A request, as far as it was read. */
export interface Asked {
  req: IncomingMessage;
  requestId: string;
  path: string;
  query: string;
  isRead: boolean;
  /** The whole cookie header, when it holds a session. */
  cookie: string | undefined;
  /** Of the client. */
  address: string;
}

export type Identify = (cookie: string | undefined) => Promise<PageUser | null>;

export interface PagesOptions extends PageParts {
  cache: PageCache;
  /** The query parameters that the page at a path reads; all others are ignored. Null: not known, so nothing is cached. */
  pageParams(path: string): readonly string[] | null;
  identify: Identify;
  /** Where anonymous visitors wait for a page that is not cached. */
  visitorQueue: VisitorQueue;
  openPreview?: OpenPreview | undefined;
  /** What took the place of an address of an earlier release. */
  replacementOf?: ((path: string) => string | undefined) | undefined;
  isDatabaseAway: () => boolean;
  /** In development a page is made anew each time, because its code may have changed. */
  isDev: boolean;
}

const NO_PREVIEW =
  'This preview link was revoked, or its days are over. Ask whoever sent it for a new one.';

/** From the request for a page to its bytes. */
export const createPages = (options: PagesOptions) => {
  const { cache, common, identify, log, visitorQueue, isDev } = options;
  const inTime = { isAway: options.isDatabaseAway };

  const refuse = async (
    status: Parameters<typeof errorPage>[0],
    { requestId }: Asked,
    reason?: string,
  ): Promise<Picked> => ({
    response: await errorPage(status, requestId, common, reason),
    state: 'none',
  });

  const redirectTo = async (location: string): Promise<Picked> => {
    const response = await makeResponse({
      status: 301,
      policy: INERT_POLICY,
      cacheControl: 'public, max-age=3600',
      headers: { ...common, Location: location },
      body: '',
    });
    return { response, state: 'none' };
  };

  const showPreview = async (token: string, asked: Asked): Promise<Picked> => {
    const user = await identify(asked.cookie);
    const show = async () => {
      const preview = await options.openPreview?.(token, asked.address);
      return preview && makePreview(options, preview, asked);
    };
    const made = await withDeadline(inTime, (over) =>
      user ? workAtOnce(show) : visitorQueue(asked.address, show, over),
    );
    return made ? { response: made.response, state: 'none' } : refuse(404, asked, NO_PREVIEW);
  };

  /** The one spelling of an address; all others lead to it. */
  const route = async (asked: Asked): Promise<Picked> => {
    const { query } = asked;
    if (!asked.isRead) return refuse(405, asked);
    const path = normalPath(asked.path);
    if (path === null) return refuse(400, asked);
    if (path !== asked.path) return redirectTo(query === '' ? path : `${path}?${query}`);
    const replacement = options.replacementOf?.(path);
    if (replacement !== undefined) return redirectTo(replacement);
    const token = path === '/preview' ? new URLSearchParams(query).get('token') : null;
    return token === null ? serve(path, asked) : showPreview(token, asked);
  };

  /** The page of an address, in the form that is asked for: from the cache, or made now. */
  const serve = async (path: string, asked: Asked): Promise<Picked> => {
    const { req, requestId, address } = asked;
    const page = pageOfTwin(path);
    const key = cacheKey(path, asked.query, options.pageParams(page ?? path));
    if (!key.isReadable) return refuse(400, asked);
    // What is chosen by Accept is the representation of the twin's address.
    const isChosen = page === undefined && hasTwin(path) && prefersMarkdown(req.headers.accept);
    const target = isChosen ? twinPath(key.target) : key.target;
    const call = { target, requestId, address };
    try {
      // A twin is the same for all, and never shows a draft.
      const cookie = isChosen || page !== undefined ? undefined : asked.cookie;
      const user = await identify(cookie);
      if (user) {
        const make = () => makePage(options, { ...call, user, cookie });
        const { response } = await withDeadline(inTime, make);
        return { response, state: 'none' };
      }
      if (key.isCacheable && !isChosen) cache.noteAlias(req.url ?? '', target);
      const make = () => makePage(options, { ...call, user: null });
      const inTurn = () => withDeadline(inTime, (over) => visitorQueue(address, make, over));
      const picked = await cache.serve(target, inTurn, key.isCacheable && !isDev);
      // Some caches in front disregard Vary: what was chosen by Accept must not become the page for all.
      return isChosen ? { ...picked, response: unshared(picked.response) } : picked;
    } catch (error) {
      // Who asks may be unknown just now: what everybody sees is better than nothing.
      const old = asUnavailable(error) && cache.getStale(target);
      if (!old) throw error;
      return old;
    }
  };

  return async (asked: Asked): Promise<Picked> => {
    try {
      return await route(asked);
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return refuse(429, asked);
      const failure = asUnavailable(error);
      if (!failure) throw error;
      noteFailure(log, failure, asked.requestId);
      return refuse(503, asked);
    }
  };
};
