import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { sendAnswer } from './answer.server.ts';
import { readKey } from './cache-keys.ts';
import type { PageCache } from './page-cache.server.ts';
import type { PageParts } from './page-producer.server.ts';
import type { ApiPaths } from './public-reads.server.ts';
import { produceRead } from './read-producer.server.ts';
import { INERT_POLICY, PLAIN_POLICY } from './security-headers.server.ts';

export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  path: string;
  query: string;
  isRead: boolean;
  /** The whole cookie header, when it holds a session. */
  cookie: string | undefined;
  /** Asked when the answer goes out: the server may have begun to stop since the request came in. */
  isClosing(): boolean;
}

/** A path of the API has nothing to escape: of all its spellings only the plain one is kept. */
export const PLAIN = /^(?!.*\/\.{1,2}(?:\/|$))[\w./-]+$/;
const INTERNAL_ID = 'x-request-id-internal';

/** Our own id replaces whatever a client sends under that name. */
const nameRequest = (req: IncomingMessage, requestId: string) => {
  const { rawHeaders } = req;
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]?.toLowerCase() === INTERNAL_ID) rawHeaders.splice(i, 2);
  }
  rawHeaders.push(INTERNAL_ID, requestId);
  req.headers[INTERNAL_ID] = requestId;
};

export const createApiHandler = (
  parts: Omit<PageParts, 'renderer'>,
  { cache, paths }: { cache: PageCache; paths: ApiPaths },
) => {
  const listener = getRequestListener(async (request, env) => {
    const response = await parts.api.fetch(request, env);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set('Content-Security-Policy', PLAIN_POLICY);
    }
    return response;
  });

  const passOn = async ({ req, res, requestId }: Exchange) => {
    for (let i = 0; i < parts.common.length; i += 2) {
      res.setHeader(parts.common[i] ?? '', parts.common[i + 1] ?? '');
    }
    res.setHeader('Content-Security-Policy', INERT_POLICY);
    res.setHeader('X-Request-Id', requestId);
    nameRequest(req, requestId);
    await listener(req, res);
  };

  /** Public reads of strangers come out of the cache; everything else goes to the API as it is. */
  return async (exchange: Exchange): Promise<'none' | 'miss' | 'hit' | 'stale'> => {
    const { req, res, requestId, path, query } = exchange;
    const isShared = exchange.isRead && exchange.cookie === undefined;
    const key = readKey(path, query);
    if (!isShared || !key.isKept || !PLAIN.test(path) || !paths.isPublicRead(path)) {
      if (exchange.isClosing()) res.shouldKeepAlive = false;
      await passOn(exchange);
      return 'none';
    }
    cache.rememberSpelling(req.url ?? '', key.target);
    const hit = cache.get(key.target);
    if (hit) {
      sendAnswer(req, res, hit, { requestId, state: 'hit', isClosing: exchange.isClosing() });
      return 'hit';
    }
    const address = req.socket.remoteAddress;
    const produced = await cache.produce(key.target, () =>
      produceRead(parts, { target: key.target, requestId, address }),
    );
    const kept = produced.isDatabaseAway ? cache.stale(key.target) : undefined;
    const state = kept ? 'stale' : 'miss';
    sendAnswer(req, res, kept ?? produced.answer, {
      requestId,
      state,
      isClosing: exchange.isClosing(),
    });
    return state;
  };
};
