import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { type PlainPage, plainPage } from '#platform/plain-page.ts';

type Show = (failure: AppError) => Promise<PlainPage> | PlainPage;

/** Sends plain pages that name the site. */
export const createReplies = (settings: Settings) => {
  const sendPage = (c: Context<Env>, page: PlainPage, status: ContentfulStatusCode = 200) =>
    c.html(plainPage(page, settings.site.siteName), status);

  const leadOn = (c: Context<Env>, path: string) => c.redirect(path, 303);

  /** The response of the work; a failure that a person may read is a page of its status, anything else is thrown on. */
  const orShow = async (c: Context<Env>, show: Show, work: () => Promise<Response>) => {
    try {
      return await work();
    } catch (error) {
      const failure = asUnavailable(error) ?? error;
      if (!(failure instanceof AppError)) throw error;
      const page = await show(failure);
      for (const [name, value] of Object.entries(failure.headers ?? {})) c.header(name, value);
      return sendPage(c, page, failure.status as ContentfulStatusCode);
    }
  };

  return { sendPage, leadOn, orShow };
};
