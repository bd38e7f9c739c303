import { and, eq, gt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, type Env, endpoint, SIGN_IN_BODY } from '#platform/http/endpoint.server.ts';
import { hashOf, isOpenedBy } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Origin } from '#platform/viewer.ts';
import { invitations, passkeys, type User, users } from './auth.tables.server.ts';
import { originOf } from './client-address.server.ts';
import {
  accountHash,
  createGuessLimiter,
  SIGN_IN,
  type SignInLimits,
  TOO_MANY,
} from './limits.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { userSchema } from './public-user.ts';
import { withoutParams } from './quiet.server.ts';
import { redeemSecondFactor } from './second-factor.server.ts';
import { closeSessionsOf, letIn, startSession } from './sessions.server.ts';
import { acceptSchema, loginSchema, resetSchema } from './sign-in.schema.ts';
import { createUser, findUserByEmail } from './users.server.ts';

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

interface Link {
  what: 'link' | 'invitation';
  /** Finds it as long as it opens something. */
  isLive: PromiseLike<unknown[]>;
  /** Null when somebody else was quicker. */
  take(tx: Tx, passwordHash: string, origin: Origin): Promise<User | null>;
}

const refused = () => new AppError('unauthorized', 'Invalid email or password');

export const mountPasswordSignIn = (
  api: Api,
  { settings, connection: { db }, makeLimiter, log }: AppParts,
  limits: SignInLimits,
) => {
  const guess = createGuessLimiter(makeLimiter, 'link');
  const siteUrl = settings.SITE_URL;
  const base = {
    method: 'post',
    tag: SIGN_IN,
    access: 'public',
    maxBody: SIGN_IN_BODY,
    response: userSchema,
  } as const;

  /** Uses up a one-time link: only a live one is worth the hashing, and of several at once one has it. */
  const redeem = async (
    c: Context<Env>,
    { what, isLive, take }: Link,
    password: string,
  ): Promise<User> => {
    const origin = originOf(c, settings.TRUST_PROXY);
    const user = await guess(origin.address, async () => {
      if ((await withoutParams(isLive)).length === 0) return null;
      const passwordHash = await hashPassword(password);
      return transact(db, async (tx) => {
        const user = await take(tx, passwordHash, origin);
        // A link alone is no second factor.
        if (user && !user.totpConfirmedAt)
          await startSession(c, { db: tx, siteUrl, userId: user.id, origin });
        return user;
      });
    });
    if (!user) {
      const message = `This ${what} is not valid any more. Please ask for a new one.`;
      throw new AppError('invalid', message, { fields: { token: message } });
    }
    return user;
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
        const succeed = await limits.attempt(c, email).catch((error: unknown) => {
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
        const isIn = await transact(db, async (tx) => {
          // A password that was changed while this one was checked opens nothing any more.
          const isSame = and(eq(users.id, user.id), eq(users.passwordHash, hash));
          const same = await withoutParams(
            tx.select({ id: users.id }).from(users).where(isSame).for('update'),
          );
          if (same.length === 0) {
            tell('password changed meanwhile');
            throw refused();
          }
          const by = user.totpConfirmedAt
            ? await redeemSecondFactor(tx, settings, user, code)
            : 'password';
          if (!by) return false;
          await letIn(c, tx, { siteUrl, user, origin, by });
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
      handle: async ({ c, body: { token, password } }) => {
        const isIts = eq(users.resetToken, hashOf(token));
        const isLive = and(isIts, gt(users.resetTokenExpiry, new Date()));
        const link: Link = {
          what: 'link',
          isLive: db.select({ id: users.id }).from(users).where(isLive),
          take: async (tx, passwordHash, origin) => {
            const used = { passwordHash, resetToken: null, resetTokenExpiry: null };
            const values = { ...used, updatedAt: new Date() };
            const [user] = await withoutParams(
              tx.update(users).set(values).where(isLive).returning(),
            );
            if (!user) return null;
            await closeSessionsOf(tx, user.id);
            // A former holder of the account may have added one.
            await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
            await recordActivity(tx, user, { action: 'password reset' }, origin);
            return user;
          },
        };
        const user = await redeem(c, link, password);
        await limits.forgive(user.email);
        return userSchema.parse(user);
      },
    }),
    endpoint(api, {
      ...base,
      id: 'acceptInvitation',
      path: '/api/auth/invitation',
      summary: 'Become a user by the link of an invitation',
      body: acceptSchema,
      failures: { 409: 'There is such a user by now', ...TOO_MANY },
      handle: async ({ c, body: { token, password, ...names } }) => {
        const isLive = isOpenedBy(token, invitations);
        const link: Link = {
          what: 'invitation',
          isLive: db.select({ id: invitations.id }).from(invitations).where(isLive),
          take: async (tx, passwordHash, origin) => {
            const [taken] = await withoutParams(tx.delete(invitations).where(isLive).returning());
            if (!taken) return null;
            const { email, role } = taken;
            const account = { email, role, passwordHash, authProvider: 'password' } as const;
            const user = await createUser(tx, { ...account, ...names });
            await recordActivity(tx, user, { action: 'joined', details: { role } }, origin);
            return user;
          },
        };
        return userSchema.parse(await redeem(c, link, password));
      },
    }),
  ];
};
