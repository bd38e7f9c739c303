import { isDatabaseAway } from '#platform/db/database.server.ts';
import { type Answer, type CacheState, makeAnswer, sendAnswer } from './answer.server.ts';
import type { Exchange } from './api-handler.server.ts';
import { pageKey } from './cache-keys.ts';
import { GaveUp, NEVER, withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import { normalPath } from './normal-path.ts';
import type { PageCache, Produced } from './page-cache.server.ts';
import { type PageParts, producePage } from './page-producer.server.ts';
import type { PageUser } from './renderer.ts';

export interface PageHandlerOptions {
  cache: PageCache;
  /** The query parameters that the page at a path reads; all others are ignored. */
  knownParams(path: string): readonly string[];
  authenticate(request: Request): Promise<PageUser | null>;
  /** In development a page is made anew each time, because its code may have changed. */
  isDev: boolean;
}

type Who = { user: PageUser | null; isUnknown: boolean };

export const createPageHandler = (parts: PageParts, options: PageHandlerOptions) => {
  const { cache } = options;

  const identify = async ({ cookie }: Exchange): Promise<Who> => {
    if (cookie === undefined) return { user: null, isUnknown: false };
    try {
      const request = new Request(parts.settings.siteUrl, { headers: { cookie } });
      const user = withDeadline(options.authenticate(request), {
        isAway: parts.isDatabaseAway,
        away: NEVER,
      });
      return { user: await user, isUnknown: false };
    } catch (error) {
      if (error instanceof GaveUp || isDatabaseAway(error)) return { user: null, isUnknown: true };
      throw error;
    }
  };

  const redirectTo = (location: string): Promise<Answer> =>
    makeAnswer({
      status: 301,
      contentType: null,
      headers: [...parts.common, 'Location', location, 'Cache-Control', 'public, max-age=3600'],
      body: Buffer.alloc(0),
      isKept: false,
    });

  const pickAnswer = async (
    produced: Produced,
    key: string,
    requestId: string,
  ): Promise<{ answer: Answer; state: CacheState }> => {
    if (!produced.isDatabaseAway) return { answer: produced.answer, state: 'miss' };
    const kept = cache.stale(key);
    if (kept) return { answer: kept, state: 'stale' };
    return { answer: await errorPage(503, requestId, parts.common), state: 'none' };
  };

  return async (exchange: Exchange): Promise<CacheState> => {
    const { req, res, requestId, query } = exchange;
    const send = (answer: Answer, state: CacheState) => {
      sendAnswer(req, res, answer, { requestId, state, isClosing: exchange.isClosing() });
      return state;
    };
    if (!exchange.isRead) return send(await errorPage(405, requestId, parts.common), 'none');
    const path = normalPath(exchange.path);
    if (path === null) return send(await errorPage(400, requestId, parts.common), 'none');
    if (path !== exchange.path) {
      return send(await redirectTo(query === '' ? path : `${path}?${query}`), 'none');
    }

    const { target, isKept } = pageKey(path, query, options.knownParams(path));
    const { user, isUnknown } = await identify(exchange);
    const call = { target, requestId, address: req.socket.remoteAddress };
    if (user) {
      const produced = await producePage(parts, { ...call, user, cookie: exchange.cookie });
      return send(produced.answer, 'none');
    }
    if (isKept) cache.rememberSpelling(req.url ?? '', target);
    const hit = cache.get(target);
    if (hit) return send(hit, 'hit');
    const copy = isUnknown ? cache.stale(target) : undefined;
    if (copy) return send(copy, 'stale');
    const produce = () => producePage(parts, { ...call, user: null });
    const isShared = isKept && !options.isDev;
    const produced = await (isShared ? cache.produce(target, produce) : produce());
    const { answer, state } = await pickAnswer(produced, target, requestId);
    return send(answer, state);
  };
};
