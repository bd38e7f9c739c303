import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { AppError, invalid, notFound, unauthorized } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  accountChangeSchema,
  accountSchema,
  codeSchema,
  confirmPasswordSchema,
  passwordChangeSchema,
  sessionSchema,
} from './account.schema.ts';
import { users } from './auth.tables.server.ts';
import { sessionTokenOf } from './authenticate.server.ts';
import type { KnownDevices } from './known-device.server.ts';
import { TOO_MANY } from './limits.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  dropSecondFactor,
  proposeSecret,
  redeemSecondFactor,
} from './second-factor.server.ts';
import { restartSession } from './session-cookie.server.ts';
import { closeSessionById, listSessions } from './sessions.server.ts';
import { findUserById, setPassword, type User } from './users.server.ts';

export const ACCOUNT = {
  name: 'Account',
  description: 'One’s own name, password, passkeys, second factor and sessions.',
};

/** The signed-in user, fresh from the database. */
export const createFinder =
  ({ connection: { db } }: AppParts) =>
  async (viewer: Viewer): Promise<User> => {
    const user = viewer && (await findUserById(db, viewer.id));
    if (!user) throw unauthorized();
    return user;
  };

/** A session alone is not enough: one left open must not hand the account over. */
export const createPasswordCheck =
  (devices: KnownDevices) =>
  async (c: Context<Env>, user: User, password: string, field: string) => {
    if (!user.passwordHash) {
      const message = 'You sign in with the external provider, which keeps your password';
      throw new AppError('conflict', message);
    }
    const succeed = await devices.attempt(c, user.email);
    const isRight = await verifyPassword(user.passwordHash, password);
    if (!isRight) throw invalid({ [field]: 'This is not your password' });
    await succeed();
  };

/** Calls of signed-in users on their own account. */
export const mountAccount = (api: Api, parts: AppParts, devices: KnownDevices) => {
  const { settings, connection } = parts;
  const { db } = connection;
  const base = { tag: ACCOUNT, access: 'viewer' } as const;
  const findUser = createFinder(parts);
  const checkPassword = createPasswordCheck(devices);
  const wrongCode = () => invalid({ code: 'This code is not right, or it was used already' });
  const tokenOf = (c: Context<Env>) => sessionTokenOf(c.req.raw, settings.SITE_URL);

  const show = async (user: User) => ({
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: user.totpConfirmedAt !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    firstName: user.firstName,
    lastName: user.lastName,
    wantsDigest: user.wantsDigest,
  });

  return [
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'getAccount',
      path: '/api/account',
      summary: 'One’s own name, and how the account is guarded',
      response: accountSchema,
      handle: async ({ viewer }) => show(await findUser(viewer)),
    }),
    endpoint(api, {
      ...base,
      method: 'patch',
      id: 'changeAccount',
      path: '/api/account',
      summary: 'Change one’s own name, or end the daily letter',
      body: accountChangeSchema,
      response: accountSchema,
      handle: async ({ viewer, body }) => {
        const { id } = await findUser(viewer);
        await db
          .update(users)
          .set({ ...body, updatedAt: new Date() })
          .where(eq(users.id, id));
        return show(await findUser(viewer));
      },
    }),
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listOwnSessions',
      path: '/api/account/sessions',
      summary: 'Where one is signed in',
      response: z.array(sessionSchema),
      handle: async ({ c, viewer }) => listSessions(db, (await findUser(viewer)).id, tokenOf(c)),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'endOwnSession',
      path: '/api/account/sessions/{id}',
      summary: 'End one of one’s own sessions',
      params: idParam,
      response: success,
      failures: { 404: 'No such session' },
      handle: async ({ viewer, params }) => {
        const user = await findUser(viewer);
        await db.transaction(async (tx) => {
          if (!(await closeSessionById(tx, user.id, params.id))) throw notFound('Session');
          await recordActivity(tx, viewer, { action: 'sessions ended', title: user.email });
        });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'changePassword',
      path: '/api/account/password',
      summary: 'Change one’s own password; every other session ends',
      body: passwordChangeSchema,
      response: success,
      failures: { ...TOO_MANY, 409: 'There is no password here to change' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        await checkPassword(c, user, body.current, 'current');
        const passwordHash = await hashPassword(body.password);
        await db.transaction(async (tx) => {
          await setPassword(tx, user.id, passwordHash);
          await restartSession(c, { db: tx, siteUrl: settings.SITE_URL, userId: user.id, viewer });
          await recordActivity(tx, viewer, { action: 'password changed' });
        });
        await devices.remember(c, { email: user.email, passwordHash });
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'proposeTotp',
      path: '/api/account/totp',
      summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
      body: confirmPasswordSchema,
      response: z
        .object({ secret: z.string(), uri: z.string(), svg: z.string() })
        .meta({ id: 'TotpProposal' }),
      failures: { ...TOO_MANY, 409: 'It is on already, or there is no password' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        await checkPassword(c, user, body.password, 'password');
        if (user.totpConfirmedAt) {
          throw new AppError('conflict', 'The second factor is on. Switch it off first.');
        }
        const { secret, uri } = await proposeSecret(db, user, settings.SITE_NAME);
        return { secret, uri, svg: renderSVG(uri, { border: 2 }) };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'confirmTotp',
      path: '/api/account/totp/confirm',
      summary:
        'Switch the second factor on by a code of the app; answers the recovery codes, once, and ends every other session',
      body: codeSchema,
      response: z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
      failures: { ...TOO_MANY, 409: 'It is on already' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        if (user.totpConfirmedAt)
          throw new AppError('conflict', 'The second factor is on already.');
        const succeed = await devices.attempt(c, user.email);
        const recoveryCodes = await db.transaction(async (tx) => {
          const codes = await confirmSecret(tx, user, body.code);
          if (!codes) return null;
          await restartSession(c, { db: tx, siteUrl: settings.SITE_URL, userId: user.id, viewer });
          await recordActivity(tx, viewer, { action: 'two-factor on' });
          return codes;
        });
        if (!recoveryCodes) throw wrongCode();
        await succeed();
        return { recoveryCodes };
      },
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'dropTotp',
      path: '/api/account/totp/off',
      summary:
        'Switch the second factor off by a code of the app or a recovery code; every other session ends',
      body: codeSchema,
      response: success,
      failures: TOO_MANY,
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        const succeed = await devices.attempt(c, user.email);
        const isOff = await db.transaction(async (tx) => {
          if (!(await redeemSecondFactor(tx, user, body.code))) return false;
          await dropSecondFactor(tx, user.id);
          await restartSession(c, { db: tx, siteUrl: settings.SITE_URL, userId: user.id, viewer });
          await recordActivity(tx, viewer, { action: 'two-factor off' });
          return true;
        });
        if (!isOff) throw wrongCode();
        await succeed();
      },
    }),
  ];
};
