import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import type { Action } from '#modules/activity/actions.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { AppError, invalid, notFound, unauthorized } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { personName } from '#platform/text-rules.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type User, users } from './auth.tables.server.ts';
import { type SignInLimits, TOO_MANY } from './limits.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  dropSecondFactor,
  proposeSecret,
  redeemSecondFactor,
} from './second-factor.server.ts';
import {
  closeSessionById,
  listSessions,
  restartSession,
  sessionTokenOf,
} from './sessions.server.ts';
import { newPasswordSchema, passwordSchema } from './sign-in.schema.ts';
import { findUserById, setPassword } from './users.server.ts';

export const ACCOUNT = {
  name: 'Account',
  description: 'One’s own name, password, passkeys, second factor and sessions.',
};

const codeSchema = z.strictObject({ code: z.string().trim().min(1, 'Enter a code').max(40) });

export const confirmPasswordSchema = z.strictObject({ password: passwordSchema });

export const sessionSchema = z
  .object({
    id: z.int(),
    createdAt: z.iso.datetime(),
    seenAt: z.iso.datetime(),
    address: z.string().nullable(),
    agent: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });

const accountSchema = z
  .object({
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    wantsMail: z.boolean(),
  })
  .meta({ id: 'Account' });

/** The signed-in user, fresh from the database. */
export const createFinder =
  ({ connection: { db } }: AppParts) =>
  async (viewer: Pick<User, 'id'>): Promise<User> => {
    const user = await findUserById(db, viewer.id);
    if (!user) throw unauthorized();
    return user;
  };

/** A session alone is not enough: one left open must not hand the account over. */
export const createPasswordCheck =
  (limits: SignInLimits) =>
  async (c: Context<Env>, user: User, password: string, field = 'password') => {
    if (!user.passwordHash) {
      const message = 'You sign in with the external provider, which keeps your password';
      throw new AppError('conflict', message);
    }
    const succeed = await limits.attempt(c, user.email);
    const isRight = await verifyPassword(user.passwordHash, password);
    if (!isRight) throw invalid({ [field]: 'This is not your password' });
    await succeed();
  };

const wrongCode = () => invalid({ code: 'This code is not right, or it was used already' });

/** Calls of signed-in users on their own account. */
export const mountAccount = (api: Api, parts: AppParts, limits: SignInLimits) => {
  const { settings, connection } = parts;
  const { db } = connection;
  const siteUrl = settings.SITE_URL;
  const base = { tag: ACCOUNT, access: 'viewer' } as const;
  const account = { ...base, path: '/api/account', response: accountSchema } as const;
  const findUser = createFinder(parts);
  const checkPassword = createPasswordCheck(limits);

  const show = async (viewer: Pick<User, 'id'>) => {
    const user = await findUser(viewer);
    const { firstName, lastName, wantsMail } = user;
    return {
      hasPassword: user.passwordHash !== null,
      hasSecondFactor: user.totpConfirmedAt !== null,
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      firstName,
      lastName,
      wantsMail,
    };
  };

  /** Changes how the account is guarded: every other session ends with it. */
  const secure = <T>(
    c: Context<Env>,
    { viewer, userId, action }: { viewer: Viewer; userId: number; action: Action },
    change: (tx: Tx) => Promise<T>,
  ) =>
    transact(db, async (tx) => {
      const done = await change(tx);
      await restartSession(c, { db: tx, siteUrl, userId, viewer });
      await recordActivity(tx, viewer, { action });
      return done;
    });

  return [
    endpoint(api, {
      ...account,
      method: 'get',
      id: 'getAccount',
      summary: 'One’s own name, and how the account is guarded',
      handle: ({ viewer }) => show(viewer),
    }),
    endpoint(api, {
      ...account,
      method: 'patch',
      id: 'changeAccount',
      summary: 'Change one’s own name, or switch e-mail about mentions on or off',
      body: z
        .strictObject({
          firstName: personName,
          lastName: personName,
          wantsMail: z.boolean().meta({ description: 'An e-mail for each mention' }),
        })
        .partial()
        .meta({ id: 'AccountChange' }),
      handle: async ({ viewer, body }) => {
        const { id } = await findUser(viewer);
        const changed = { ...body, updatedAt: new Date() };
        await db.update(users).set(changed).where(eq(users.id, id));
        return show(viewer);
      },
    }),
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'listOwnSessions',
      path: '/api/account/sessions',
      summary: 'Where one is signed in',
      response: z.array(sessionSchema),
      handle: async ({ c, viewer }) =>
        listSessions(db, (await findUser(viewer)).id, sessionTokenOf(c.req.raw, siteUrl)),
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
        await transact(db, async (tx) => {
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
      body: z.strictObject({ current: passwordSchema, password: newPasswordSchema }),
      response: success,
      failures: { ...TOO_MANY, 409: 'There is no password here to change' },
      handle: async ({ c, viewer, body }) => {
        const user = await findUser(viewer);
        await checkPassword(c, user, body.current, 'current');
        const passwordHash = await hashPassword(body.password);
        await secure(c, { viewer, userId: user.id, action: 'password changed' }, (tx) =>
          setPassword(tx, user.id, passwordHash),
        );
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
        await checkPassword(c, user, body.password);
        if (user.totpConfirmedAt) {
          throw new AppError('conflict', 'The second factor is on. Switch it off first.');
        }
        const { secret, uri } = await proposeSecret(db, settings, user);
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
        const succeed = await limits.attempt(c, user.email);
        const change = { viewer, userId: user.id, action: 'two-factor on' } as const;
        const recoveryCodes = await secure(c, change, async (tx) => {
          const codes = await confirmSecret(tx, settings, user, body.code);
          if (!codes) throw wrongCode();
          return codes;
        });
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
        const succeed = await limits.attempt(c, user.email);
        await secure(c, { viewer, userId: user.id, action: 'two-factor off' }, async (tx) => {
          if (!(await redeemSecondFactor(tx, settings, user, body.code))) throw wrongCode();
          await dropSecondFactor(tx, user.id);
        });
        await succeed();
      },
    }),
  ];
};
