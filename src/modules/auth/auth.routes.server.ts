import type { AppParts } from '#platform/app.server.ts';
import { unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { sessionTokenOf } from './authenticate.server.ts';
import { mountExternalSignIn } from './external.routes.server.ts';
import { createSignInLimits } from './limits.server.ts';
import { createProvider } from './oidc.server.ts';
import { mountPasswordSignIn } from './password.routes.server.ts';
import { signInOptionsSchema, userSchema } from './public-user.ts';
import { clearSessionCookie } from './session-cookie.server.ts';
import { closeSession } from './sessions.server.ts';

export const mountAuth = (api: Api, parts: AppParts) => {
  const { settings, connection } = parts;
  const provider = createProvider(settings);
  const limits = createSignInLimits(connection.pool);
  const base = { method: 'get', tag: 'Sign-in' } as const;

  endpoint(
    api,
    {
      ...base,
      path: '/api/auth/user',
      summary: 'Who is signed in',
      access: 'session',
      answer: userSchema,
    },
    ({ viewer }) => {
      if (!viewer) throw unauthorized();
      return userSchema.parse(viewer);
    },
  );

  endpoint(
    api,
    {
      ...base,
      path: '/api/auth/options',
      summary: 'Which ways to sign in there are',
      access: 'public',
      answer: signInOptionsSchema,
    },
    () => ({ externalProvider: provider ? { name: settings.OIDC_NAME } : null }),
  );

  endpoint(
    api,
    {
      ...base,
      path: '/api/logout',
      summary: 'End the session and return to the home page',
      access: 'public',
      status: 302,
      failures: { 403: 'Asked for by another site' },
    },
    async ({ c }) => {
      const token = sessionTokenOf(c.req.raw, settings.SITE_URL);
      if (token) await closeSession(connection.db, token);
      clearSessionCookie(c, settings.SITE_URL);
      return c.redirect('/', 302);
    },
  );

  mountPasswordSignIn(api, parts, limits);
  mountExternalSignIn(api, parts, { provider, limits });
};
