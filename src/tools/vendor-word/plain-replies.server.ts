import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asUnavailable } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Env } from '#platform/http/endpoint.server.ts';

/** No address of these pages leaves them, and no search engine keeps one. */
const HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

export const sendPage = (c: Context<Env>, html: string, status: ContentfulStatusCode = 200) =>
  c.html(html, status, HEADERS);

/** A failure that a person may read, as a page of its status; anything else is thrown on. */
export const sendFailure = async (
  c: Context<Env>,
  error: unknown,
  show: (failure: AppError) => Promise<string> | string,
) => {
  const failure = asUnavailable(error) ?? error;
  if (!(failure instanceof AppError)) throw error;
  for (const [name, value] of Object.entries(failure.headers ?? {})) c.header(name, value);
  return sendPage(c, await show(failure), failure.status as ContentfulStatusCode);
};

export const leadOn = (c: Context<Env>, path: string) => {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  return c.redirect(path, 303);
};
