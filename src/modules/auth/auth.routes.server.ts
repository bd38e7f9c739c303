import type { Context } from 'hono';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type Api, type Env, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { plainPage } from '#platform/plain-page.ts';
import { transact } from '#platform/version/transact.server.ts';
import { mountAccount } from './account.routes.server.ts';
import { mountExternalSignIn } from './external.routes.server.ts';
import { createSignInLimits, SIGN_IN } from './limits.server.ts';
import { createProvider } from './oidc.server.ts';
import { mountPasskeys, takesPasskeys } from './passkeys.routes.server.ts';
import { mountPasswordSignIn } from './password.routes.server.ts';
import { signInOptionsSchema, userSchema } from './public-user.ts';
import { clearSessionCookie, closeSession, sessionTokenOf } from './sessions.server.ts';

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

const mountLogout = (api: Api, { settings, connection }: AppParts) => {
  const base = {
    path: '/api/logout',
    tag: SIGN_IN,
    access: 'public',
    failures: { 403: 'Asked for by another site' },
  } as const;
  const tokenOf = (c: Context<Env>) => sessionTokenOf(c.req.raw, settings.SITE_URL);

  const leave = async (c: Context<Env>, status: 302 | 303) => {
    const token = tokenOf(c);
    if (token)
      await transact(connection.db, async (tx) => {
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
    handle: ({ c }) =>
      tokenOf(c) && !isOwnNavigation(c.req.raw) ? c.html(QUESTION) : leave(c, 302),
  });
  endpoint(api, {
    ...base,
    id: 'endSession',
    method: 'post',
    summary: 'End the session',
    maxBody: SIGN_IN_BODY,
    status: 303,
    handle: ({ c }) => leave(c, 303),
  });
};

export const mountAuth = (api: Api, parts: AppParts) => {
  const { settings } = parts;
  const provider = createProvider(settings);
  const limits = createSignInLimits(parts);
  const base = { method: 'get', tag: SIGN_IN } as const;
  mountLogout(api, parts);
  mountExternalSignIn(api, parts, provider);

  return [
    endpoint(api, {
      ...base,
      id: 'getCurrentUser',
      path: '/api/auth/user',
      summary: 'Who is signed in',
      access: 'viewer',
      response: userSchema,
      handle: ({ viewer }) => userSchema.parse(viewer),
    }),
    endpoint(api, {
      ...base,
      id: 'getSignInOptions',
      path: '/api/auth/options',
      summary: 'Which ways to sign in there are',
      access: 'public',
      response: signInOptionsSchema,
      handle: () => ({
        externalProvider: provider ? { name: settings.OIDC_NAME } : null,
        passkeys: takesPasskeys(settings.SITE_URL),
        sendsPasswords: Boolean(settings.SMTP_URL),
      }),
    }),
    ...mountPasswordSignIn(api, parts, limits),
    ...mountAccount(api, parts, limits),
    ...mountPasskeys(api, parts, limits),
  ];
};
