import type { Context } from 'hono';
import { createReplies } from '#modules/public-forms/plain-replies.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { refusedPage } from './pages.ts';

/** No address of these pages leaves them, and no search engine keeps one. */
const HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

export const createVendorReplies = (settings: Settings) => {
  const replies = createReplies(settings, HEADERS);
  /** The response of the work, or a page that says why there is none. */
  const orRefuse = async (c: Context<Env>, work: () => Promise<Response>) => {
    try {
      return await work();
    } catch (error) {
      return replies.sendFailure(c, error, ({ message }) => refusedPage(message));
    }
  };
  return { ...replies, orRefuse };
};
