import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { type PlainPage, plainPage } from '#platform/plain-page.ts';

/** Sends plain pages that name the site, all with these headers. */
export const createReplies = (settings: Settings, headers: Record<string, string> = {}) => {
  const sendPage = (c: Context<Env>, page: PlainPage, status: ContentfulStatusCode = 200) =>
    c.html(plainPage(page, settings.SITE_NAME), status, headers);

  /** A failure that a person may read, as a page of its status; anything else is thrown on. */
  const sendFailure = async (
    c: Context<Env>,
    error: unknown,
    show: (failure: AppError) => Promise<PlainPage> | PlainPage,
  ) => {
    const failure = asUnavailable(error) ?? error;
    if (!(failure instanceof AppError)) throw error;
    for (const [name, value] of Object.entries(failure.headers ?? {})) c.header(name, value);
    return sendPage(c, await show(failure), failure.status as ContentfulStatusCode);
  };

  const leadOn = (c: Context<Env>, path: string) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.redirect(path, 303);
  };

  return { sendPage, sendFailure, leadOn };
};
