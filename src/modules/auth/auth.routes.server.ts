import type { AppParts } from '#kit/app-parts.server.ts';
import { unauthorized } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { mountAccount } from './account.routes.server.ts';
import { mountExternalSignIn } from './external.routes.server.ts';
import { createKnownDevices } from './known-device.server.ts';
import { createSignInLimits, SIGN_IN } from './limits.server.ts';
import { mountLogout } from './logout.routes.server.ts';
import { createProvider } from './oidc.server.ts';
import { mountPasskeys } from './passkeys.routes.server.ts';
import { takesPasskeys } from './passkeys.server.ts';
import { mountPasswordSignIn } from './password.routes.server.ts';
import { signInOptionsSchema, userSchema } from './public-user.ts';

export const mountAuth = (api: Api, parts: AppParts) => {
  const { settings } = parts;
  const provider = createProvider(settings);
  const limits = createSignInLimits(parts);
  const devices = createKnownDevices(parts, limits);
  const base = { method: 'get', tag: SIGN_IN, cacheable: false } as const;

  const getCurrentUserCall = endpoint(api, {
    ...base,
    id: 'getCurrentUser',
    path: '/api/auth/user',
    summary: 'Who is signed in',
    access: 'viewer',
    response: userSchema,
    handle: ({ viewer }) => {
      if (!viewer) throw unauthorized();
      return userSchema.parse(viewer);
    },
  });

  const getSignInOptionsCall = endpoint(api, {
    ...base,
    id: 'getSignInOptions',
    path: '/api/auth/options',
    summary: 'Which ways to sign in there are',
    access: 'public',
    response: signInOptionsSchema,
    handle: () => ({
      externalProvider: provider ? { name: settings.OIDC_NAME } : null,
      passkeys: takesPasskeys(settings.SITE_URL),
    }),
  });

  mountLogout(api, parts);
  const password = mountPasswordSignIn(api, parts, { limits, devices });
  const account = mountAccount(api, parts, devices);
  const passkeys = mountPasskeys(api, parts, devices);
  mountExternalSignIn(api, parts, { provider, limits });

  return [getCurrentUserCall, getSignInOptionsCall, ...password, ...account, ...passkeys];
};
