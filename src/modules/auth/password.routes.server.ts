import { and, eq } from 'drizzle-orm';
import type { AppParts } from '#platform/app.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { users } from './auth.tables.server.ts';
import { addressOf } from './client-address.server.ts';
import type { SignInLimits } from './limits.server.ts';
import { verifyPassword } from './password.server.ts';
import { userSchema } from './public-user.ts';
import { withoutParams } from './quiet.server.ts';
import { setSessionCookie } from './session-cookie.server.ts';
import { loginSchema, resetSchema } from './sign-in.schema.ts';
import { startSession } from './start-session.server.ts';
import { findUserByEmail, resetPassword } from './users.server.ts';

const refused = () => new AppError('unauthorized', 'Invalid email or password');

export const mountPasswordSignIn = (
  api: Api,
  { settings, connection }: AppParts,
  limits: SignInLimits,
) => {
  const { db } = connection;
  const siteUrl = settings.SITE_URL;
  const base = { method: 'post', tag: 'Sign-in', access: 'public', answer: userSchema } as const;

  endpoint(
    api,
    {
      ...base,
      path: '/api/auth/login',
      summary: 'Sign in with email and password',
      body: loginSchema,
      failures: { 429: 'Too many attempts; Retry-After says when to come back' },
    },
    async ({ c, body: { email, password } }) => {
      const address = addressOf(c, settings.TRUST_PROXY);
      await limits.attempt(email, address);
      const user = await findUserByEmail(db, email);
      const hash = user?.passwordHash;
      const isRight = await verifyPassword(hash, password);
      if (!user || !hash || !isRight) throw refused();
      await db.transaction(async (tx) => {
        // A password that was changed while this one was checked opens nothing any more.
        const isSame = and(eq(users.id, user.id), eq(users.passwordHash, hash));
        const same = await withoutParams(
          tx.select({ id: users.id }).from(users).where(isSame).for('share'),
        );
        if (same.length === 0) throw refused();
        await startSession(c, { db: tx, siteUrl, userId: user.id });
      });
      await limits.succeed(email, address);
      return userSchema.parse(user);
    },
  );

  endpoint(
    api,
    {
      ...base,
      path: '/api/auth/reset',
      summary: 'Set a new password with a one-time link; all other sessions end',
      body: resetSchema,
    },
    async ({ c, body }) => {
      const done = await resetPassword(db, body);
      if (!done) {
        const message = 'This link is not valid any more. Please ask for a new one.';
        throw new AppError('invalid', message, { fields: { token: message } });
      }
      setSessionCookie(c, siteUrl, done.session);
      await limits.forgive(done.user.email);
      return userSchema.parse(done.user);
    },
  );
};
