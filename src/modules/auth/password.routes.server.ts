import { and, eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import type { Origin } from '#platform/viewer.ts';
import { acceptSchema } from './account.schema.ts';
import { users } from './auth.tables.server.ts';
import { originOf } from './client-address.server.ts';
import { acceptInvitation } from './invitations.server.ts';
import type { KnownDevices } from './known-device.server.ts';
import {
  accountHash,
  createGuessLimiter,
  SIGN_IN,
  type SignInLimits,
  TOO_MANY,
} from './limits.server.ts';
import { verifyPassword } from './password.server.ts';
import { userSchema } from './public-user.ts';
import { withoutParams } from './quiet.server.ts';
import { redeemSecondFactor } from './second-factor.server.ts';
import { setSessionCookie, startSession } from './session-cookie.server.ts';
import { loginSchema, resetSchema } from './sign-in.schema.ts';
import { findUserByEmail, resetPassword } from './users.server.ts';

const USER_EXAMPLE = {
  id: 1,
  email: 'editor@example.org',
  role: 'editor',
  firstName: 'Edith',
  lastName: null,
  profileImageUrl: null,
};

/** Only after a right password: the response reveals that it was right. */
const needsCode = (code: string) =>
  new AppError(
    'unauthorized',
    code === ''
      ? 'Enter the code of your authenticator app, or a recovery code'
      : 'This code is not right, or it was used already',
    { extra: { needsCode: true } },
  );

const refused = () => new AppError('unauthorized', 'Invalid email or password');

export const mountPasswordSignIn = (
  api: Api,
  { settings, connection: { db }, makeLimiter, log }: AppParts,
  { limits, devices }: { limits: SignInLimits; devices: KnownDevices },
) => {
  const guessLimiter = createGuessLimiter(makeLimiter, 'link');
  const siteUrl = settings.SITE_URL;
  const base = {
    method: 'post',
    tag: SIGN_IN,
    access: 'public',
    maxBody: SIGN_IN_BODY,
    response: userSchema,
  } as const;

  const refuseLink = async ({ address }: Origin, what: 'link' | 'invitation') => {
    await guessLimiter.count(address);
    const message = `This ${what} is not valid any more. Please ask for a new one.`;
    return new AppError('invalid', message, { fields: { token: message } });
  };

  return [
    endpoint(api, {
      ...base,
      id: 'signIn',
      path: '/api/auth/login',
      summary: 'Sign in with email and password',
      body: loginSchema,
      examples: {
        body: { email: 'editor@example.org', password: 'a long pass phrase' },
        response: USER_EXAMPLE,
      },
      failures: {
        401: 'Wrong email or password, or `needsCode`: the code of the authenticator app is missing or wrong',
        ...TOO_MANY,
      },
      handle: async ({ c, body: { email, password, code = '' } }) => {
        const origin = originOf(c, settings.TRUST_PROXY);
        const { address } = origin;
        const tell = (reason: string) =>
          log.warn({ origin: address, account: accountHash(email), reason }, 'sign-in failed');
        const succeed = await devices.attempt(c, email).catch((error: unknown) => {
          if (error instanceof AppError) tell('too many attempts');
          throw error;
        });
        const user = await findUserByEmail(db, email);
        const hash = user?.passwordHash;
        const isRight = await verifyPassword(hash, password);
        if (!user || !hash || !isRight) {
          tell('wrong password');
          // The email as typed stays out: it may be a password.
          await recordActivity(db, user, { action: 'sign-in failed' }, origin);
          throw refused();
        }
        const isIn = await db.transaction(async (tx) => {
          // A password that was changed while this one was checked opens nothing any more.
          const isSame = and(eq(users.id, user.id), eq(users.passwordHash, hash));
          const same = await withoutParams(
            tx.select({ id: users.id }).from(users).where(isSame).for('update'),
          );
          if (same.length === 0) {
            tell('password changed meanwhile');
            throw refused();
          }
          const by = user.totpConfirmedAt ? await redeemSecondFactor(tx, user, code) : 'password';
          if (!by) return false;
          await startSession(c, { db: tx, siteUrl, userId: user.id, origin });
          await recordActivity(tx, user, { action: 'signed in', details: { by } }, origin);
          return true;
        });
        if (!isIn) {
          // Without a code it has not failed yet: the form asks for it now.
          if (code !== '') {
            tell('wrong code');
            await recordActivity(db, user, { action: 'sign-in failed' }, origin);
          }
          throw needsCode(code);
        }
        await succeed();
        await devices.remember(c, user);
        return userSchema.parse(user);
      },
    }),
    endpoint(api, {
      ...base,
      id: 'resetPassword',
      path: '/api/auth/reset',
      summary: 'Set a new password with a one-time link; all other sessions end',
      body: resetSchema,
      failures: TOO_MANY,
      handle: async ({ c, body }) => {
        const origin = originOf(c, settings.TRUST_PROXY);
        await guessLimiter.refuseTooMany(origin.address);
        const done = await resetPassword(db, body, origin);
        if (!done) throw await refuseLink(origin, 'link');
        if (done.session) {
          setSessionCookie(c, siteUrl, done.session);
          await devices.remember(c, done.user);
        }
        await limits.forgive(done.user.email);
        return userSchema.parse(done.user);
      },
    }),
    endpoint(api, {
      ...base,
      id: 'acceptInvitation',
      path: '/api/auth/invitation',
      summary: 'Become a user by the link of an invitation',
      body: acceptSchema,
      failures: { 409: 'There is such a user by now', ...TOO_MANY },
      handle: async ({ c, body }) => {
        const origin = originOf(c, settings.TRUST_PROXY);
        await guessLimiter.refuseTooMany(origin.address);
        const user = await acceptInvitation(db, body, {
          origin,
          open: (tx, { id }) => startSession(c, { db: tx, siteUrl, userId: id, origin }),
        });
        if (!user) throw await refuseLink(origin, 'invitation');
        await devices.remember(c, user);
        return userSchema.parse(user);
      },
    }),
  ];
};
