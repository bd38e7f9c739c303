import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { createGuessLimiter, TOO_MANY } from '#modules/auth/limits.server.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { plainPage } from '#platform/plain-page.ts';
import { TALK } from './comments.routes.server.ts';
import { DIGEST_OFF_PATH, readDigestToken } from './digest.server.ts';

const TITLE = 'The daily letter';
const NOT_VALID =
  '<p>This link is not valid any more. Sign in and look under ‘Your account’.</p><p><a href="/admin/account">Your account</a></p>';
const OFF =
  '<p>You get no daily letter any more. What is new waits in your inbox; under ‘Your account’ the letter can be switched on again.</p>';

/** Mail programs follow links: a look at this one changes nothing. RFC 8058 has them post to the same address. */
export const mountDigest = (api: Api, { settings, connection: { db }, makeLimiter }: AppParts) => {
  const guesses = createGuessLimiter(makeLimiter, 'link');
  const page = {
    tag: TALK,
    access: 'public',
    cacheable: false,
    mediaType: 'text/html',
    path: DIGEST_OFF_PATH,
    query: z.object({ token: z.string().max(400) }),
    failures: TOO_MANY,
  } as const;

  const show = (c: Context<Env>, body: string, status: 200 | 400 = 200) =>
    c.html(plainPage({ title: TITLE, body }, settings.SITE_NAME), status, {
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });

  /** Whose letters these are; wrong links are counted by where they come from. */
  const identify = async (c: Context<Env>, token: string): Promise<number | null> => {
    const address = addressOf(c, settings.TRUST_PROXY);
    await guesses.refuseTooMany(address);
    const userId = await readDigestToken(db, token);
    if (userId === null) await guesses.count(address);
    return userId;
  };

  endpoint(api, {
    ...page,
    method: 'get',
    id: 'getDigestOff',
    summary: 'A look at the link that ends the daily letter, which changes nothing',
    handle: async ({ c, query: { token } }) => {
      if ((await identify(c, token)) === null) return show(c, NOT_VALID, 400);
      const action = escapeHtml(`${DIGEST_OFF_PATH}?token=${encodeURIComponent(token)}`);
      const form = `<form method="post" action="${action}"><button>Send me no daily letter</button></form>`;
      return show(
        c,
        `<p>Once a day we write to you when something in your inbox is new.</p>${form}`,
      );
    },
  });

  endpoint(api, {
    ...page,
    method: 'post',
    id: 'endDigest',
    summary: 'End the daily letter, by its link or as mail programs do it (RFC 8058)',
    handle: async ({ c, query: { token } }) => {
      const userId = await identify(c, token);
      if (userId === null) return show(c, NOT_VALID, 400);
      await db.update(users).set({ wantsDigest: false }).where(eq(users.id, userId));
      return show(c, OFF);
    },
  });
};
