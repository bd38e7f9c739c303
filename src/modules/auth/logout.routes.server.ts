import type { Context } from 'hono';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type Api, type Env, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { plainPage } from '#platform/plain-page.ts';
import { sessionTokenOf } from './authenticate.server.ts';
import { SIGN_IN } from './limits.server.ts';
import { clearSessionCookie } from './session-cookie.server.ts';
import { closeSession } from './sessions.server.ts';

/** Asks before it ends a session: a picture or another program may have fetched the address. */
const QUESTION = plainPage({
  title: 'Log out?',
  body:
    '<p>You are signed in. Press the button to end this session.</p><form method="post" action="/api/logout">' +
    '<button>Log out</button> <a href="/">Stay signed in</a></form>',
});

/** A click on a link of our own pages; browsers let no script set these headers. */
const isOwnNavigation = (request: Request): boolean =>
  request.method === 'GET' &&
  request.headers.get('sec-fetch-site') === 'same-origin' &&
  request.headers.get('sec-fetch-dest') === 'document';

export const mountLogout = (api: Api, { settings, connection }: AppParts) => {
  const base = { path: '/api/logout', tag: SIGN_IN, cacheable: false, access: 'public' } as const;
  const failures = { 403: 'Asked for by another site' };

  const leave = async (c: Context<Env>, token: string | null, status: 302 | 303) => {
    if (token)
      await connection.db.transaction(async (tx) => {
        await closeSession(tx, token);
        if (c.get('viewer')) await recordActivity(tx, c.get('viewer'), { action: 'signed out' });
      });
    clearSessionCookie(c, settings.SITE_URL);
    return c.redirect('/', status);
  };

  endpoint(api, {
    ...base,
    id: 'signOut',
    method: 'get',
    summary:
      'End the session and return to the home page, when a link of our own pages leads here; else a page (200) asks first',
    status: 302,
    failures,
    handle: ({ c }) => {
      const token = sessionTokenOf(c.req.raw, settings.SITE_URL);
      if (token && !isOwnNavigation(c.req.raw)) return c.html(QUESTION);
      return leave(c, token, 302);
    },
  });

  endpoint(api, {
    ...base,
    id: 'endSession',
    method: 'post',
    summary: 'End the session',
    maxBody: SIGN_IN_BODY,
    status: 303,
    failures,
    handle: ({ c }) => leave(c, sessionTokenOf(c.req.raw, settings.SITE_URL), 303),
  });
};
