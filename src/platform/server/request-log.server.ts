import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { CacheState } from './buffered-response.server.ts';

export interface RequestLine {
  requestId: string;
  /** May be set until the response is out. */
  state: CacheState;
}

/** One line a request, when its response is out. A query may hold a token, so only the path is named. */
export const logRequest = (
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  line: RequestLine,
) => {
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
