import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import { type Api, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { ACCOUNT, createFinder, createPasswordCheck } from './account.routes.server.ts';
import { confirmPasswordSchema } from './account.schema.ts';
import { originOf } from './client-address.server.ts';
import type { KnownDevices } from './known-device.server.ts';
import { createGuessLimiter, SIGN_IN, TOO_MANY } from './limits.server.ts';
import {
  newPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
} from './passkeys.schema.ts';
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  proposePasskey,
  redeemPasskey,
  removePasskey,
  takesPasskeys,
} from './passkeys.server.ts';
import { userSchema } from './public-user.ts';
import { startSession } from './session-cookie.server.ts';
import { findUserById } from './users.server.ts';

const MAX_PASSKEYS = 20;

const mountOwnPasskeys = (api: Api, parts: AppParts, devices: KnownDevices) => {
  const { settings, connection } = parts;
  const { db } = connection;
  const siteUrl = settings.SITE_URL;
  const base = { tag: ACCOUNT, access: 'viewer' } as const;
  const findUser = createFinder(parts);
  const checkPassword = createPasswordCheck(devices);

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listOwnPasskeys',
      path: '/api/account/passkeys',
      summary: 'One’s own passkeys',
      response: z.array(passkeySchema),
      handle: async ({ viewer }) => listPasskeys(db, (await findUser(viewer)).id),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'proposePasskey',
      path: '/api/account/passkeys/options',
      summary: 'What a browser needs to make a passkey; good for five minutes',
      body: confirmPasswordSchema,
      response: passkeyOptionsSchema,
      failures: { ...TOO_MANY, 409: 'There is no password here, or the site has no name' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        await checkPassword(c, user, body.password, 'password');
        if (!takesPasskeys(siteUrl)) {
          throw new AppError('conflict', 'Passkeys need a site with a name, not an IP address.');
        }
        if ((await listPasskeys(db, user.id)).length >= MAX_PASSKEYS) {
          throw new AppError('conflict', `There are ${MAX_PASSKEYS} passkeys. Remove one first.`);
        }
        return { ...(await proposePasskey(db, user, { siteUrl, siteName: settings.SITE_NAME })) };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'addPasskey',
      path: '/api/account/passkeys',
      summary: 'Add the passkey that a browser made',
      body: newPasskeySchema,
      response: success,
      handle: async ({ viewer, body }) => {
        const user = await findUser(viewer);
        const isAdded = await db.transaction(async (tx) => {
          if (!(await addPasskey(tx, user, { ...body, siteUrl }))) return false;
          await recordActivity(tx, viewer, { action: 'passkey added', title: body.name });
          return true;
        });
        if (!isAdded) throw invalid({ response: 'This passkey could not be checked. Try again.' });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'removePasskey',
      path: '/api/account/passkeys/{id}',
      summary: 'Remove one of one’s own passkeys',
      params: idParam,
      response: success,
      failures: { 404: 'No such passkey' },
      handle: async ({ viewer, params }) => {
        const user = await findUser(viewer);
        await db.transaction(async (tx) => {
          const removed = await removePasskey(tx, user.id, params.id);
          if (!removed) throw notFound('Passkey');
          await recordActivity(tx, viewer, { action: 'passkey removed', title: removed.name });
        });
      },
    }),
  ];
};

const mountPasskeySignIn = (
  api: Api,
  { settings, connection: { db }, makeLimiter, log }: AppParts,
) => {
  const guessLimiter = createGuessLimiter(makeLimiter, 'passkey');
  const siteUrl = settings.SITE_URL;
  const base = {
    method: 'post',
    tag: SIGN_IN,
    access: 'public',
    maxBody: SIGN_IN_BODY,
    failures: TOO_MANY,
  } as const;

  return [
    endpoint(api, {
      ...base,
      id: 'askForPasskey',
      path: '/api/auth/passkey/options',
      summary: 'What a browser needs to sign in with a passkey; good for five minutes',
      response: passkeyOptionsSchema,
      handle: async () => ({ ...(await askForPasskey(db, siteUrl)) }),
    }),
    endpoint(api, {
      ...base,
      id: 'signInWithPasskey',
      path: '/api/auth/passkey',
      summary: 'Sign in with a passkey, which counts as password and second factor',
      body: passkeySignInSchema,
      response: userSchema,
      failures: { 401: 'No passkey of this site, or one that was used already', ...TOO_MANY },
      handle: async ({ c, body }) => {
        const origin = originOf(c, settings.TRUST_PROXY);
        await guessLimiter.refuseTooMany(origin.address);
        const user = await db.transaction(async (tx) => {
          const userId = await redeemPasskey(tx, body.response, siteUrl);
          const found = userId === null ? undefined : await findUserById(tx, userId);
          if (!found) return null;
          await startSession(c, { db: tx, siteUrl, userId: found.id, origin });
          await recordActivity(
            tx,
            found,
            { action: 'signed in', details: { by: 'passkey' } },
            origin,
          );
          return found;
        });
        if (!user) {
          log.warn({ origin: origin.address, reason: 'wrong passkey' }, 'sign-in failed');
          await guessLimiter.count(origin.address);
          throw new AppError('unauthorized', 'This passkey does not open an account here');
        }
        return userSchema.parse(user);
      },
    }),
  ];
};

/** Keys on one's own devices in place of password and second factor. */
export const mountPasskeys = (api: Api, parts: AppParts, devices: KnownDevices) => [
  ...mountOwnPasskeys(api, parts, devices),
  ...mountPasskeySignIn(api, parts),
];
