import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { transact } from '#platform/version/transact.server.ts';
import { type User, users } from './auth.tables.server.ts';
import { addressOf, originKey, originOf } from './client-address.server.ts';
import { createLimit } from './limit.server.ts';
import { accountHash, claimOnce, GUESSES, SIGN_IN, TOO_MANY } from './limits.server.ts';
import { type Claims, type Provider, SignInRefused, transactionSchema } from './oidc.server.ts';
import { sealFor, unsealAs } from './sealed.server.ts';
import { cookieOptions, letIn } from './sessions.server.ts';
import { emailSchema } from './sign-in.schema.ts';
import { createUser, findUserByEmail } from './users.server.ts';

/** On one line, whatever the provider sends. */
const readName = (value: unknown): string | null => {
  const name =
    typeof value === 'string' ? value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() : '';
  return name === '' ? null : name.slice(0, 100);
};

const readPicture = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 1000 && /^https:/.test(value) && isSafeLink(value)
    ? value
    : null;

interface ExternalSignIn {
  issuer: string;
  claims: Claims;
  allowList: readonly string[];
}

/** By the provider's subject; by address only until the first sign-in. */
const findExternalUser = async (
  db: Database,
  { issuer, claims }: ExternalSignIn,
  email: string,
) => {
  const isSame = and(
    eq(users.externalIssuer, issuer),
    eq(users.externalSubject, String(claims.sub)),
  );
  const [user] = await db.select().from(users).where(isSame).limit(1);
  if (user) return user;
  const named = await findUserByEmail(db, email);
  // The address belongs to another user at the provider now.
  if (named?.externalSubject) throw new SignInRefused('not-allowed', { email });
  return named;
};

/** Admits the allow-list, and users who did not come by it, with a verified address. */
export const admitExternalUser = async (db: Database, signIn: ExternalSignIn): Promise<User> => {
  const { issuer, claims, allowList } = signIn;
  const { data: email } = emailSchema.safeParse(claims.email);
  if (!email || typeof claims.sub !== 'string') {
    throw new SignInRefused('not-allowed', { email });
  }
  if (claims.email_verified !== true) throw new SignInRefused('not-verified', { email });
  const names = {
    firstName: readName(claims.given_name) ?? readName(claims.name),
    lastName: readName(claims.family_name),
  };
  const profile = { ...names, profileImageUrl: readPicture(claims.picture) };
  const identity = { externalIssuer: issuer, externalSubject: claims.sub };

  const existing = await findExternalUser(db, signIn, email);
  if (!existing) {
    if (!allowList.includes(email)) throw new SignInRefused('not-allowed', { email });
    const admitted = { emailVerified: true, admittedByList: true, authProvider: 'oidc' } as const;
    return createUser(db, { ...profile, ...identity, ...admitted, email, role: 'owner' });
  }
  // Also with a password: that opens the form, and the list alone opened this way.
  if (existing.admittedByList && !allowList.includes(existing.email)) {
    throw new SignInRefused('not-allowed', { email });
  }
  const { firstName, lastName, profileImageUrl } = existing;
  const [user = existing] = await db
    .update(users)
    .set({
      ...identity,
      emailVerified: true,
      profileImageUrl: profileImageUrl ?? profile.profileImageUrl,
      // A name set here stays.
      ...(firstName === null && lastName === null ? names : {}),
    })
    .where(eq(users.id, existing.id))
    .returning();
  return user;
};

const TRANSACTION_MS = 600_000;

const transactionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-sign-in' : 'sign-in';

/** An error's own words and code: the responses that some carry along hold tokens. */
const reasonOf = (error: SignInRefused) => {
  const { cause } = error;
  if (!(cause instanceof Error)) return { code: error.code };
  return {
    code: error.code,
    reason: cause.message,
    detail: 'code' in cause ? String(cause.code) : undefined,
  };
};

export const mountExternalSignIn = (
  api: Api,
  { settings, connection, makeLimiter, log }: AppParts,
  provider: Provider | null,
) => {
  const { db } = connection;
  const siteUrl = settings.SITE_URL;
  const cookieName = transactionCookieName(siteUrl);
  const base = {
    method: 'get',
    tag: SIGN_IN,
    access: 'public',
    status: 302,
  } as const;

  const refuse = (c: Context<Env>, error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    const address = addressOf(c, settings.TRUST_PROXY);
    const account = error.email && accountHash(error.email);
    log.warn({ ...reasonOf(error), origin: address, account }, 'external sign-in refused');
    return c.redirect(`/auth?error=${error.code}`, 302);
  };

  /** Activity is kept for long, and each failure costs a request to the provider. */
  const failures = createLimit(makeLimiter, { name: 'provider', ...GUESSES });

  /** A call that leads on, or back to the form with the reason. */
  const leadOn =
    (work: (c: Context<Env>, from: Provider) => Promise<string>) =>
    async ({ c }: { c: Context<Env> }) => {
      if (!provider) return c.redirect('/auth?message=not-set-up', 302);
      try {
        return c.redirect(await work(c, provider), 302);
      } catch (error) {
        return refuse(c, error);
      }
    };

  endpoint(api, {
    ...base,
    id: 'startExternalSignIn',
    path: '/api/login',
    summary: 'Go to the external sign-in',
    handle: leadOn(async (c, { begin }) => {
      const { url, transaction } = await begin();
      const sealed = await sealFor(db, transaction, TRANSACTION_MS);
      const maxAge = TRANSACTION_MS / 1000;
      setCookie(c, cookieName, sealed, { ...cookieOptions(siteUrl), maxAge });
      return url.href;
    }),
  });

  endpoint(api, {
    ...base,
    id: 'finishExternalSignIn',
    path: '/api/login/callback',
    summary: 'The external provider answers here',
    failures: TOO_MANY,
    handle: leadOn(async (c, from) => {
      const transaction = await unsealAs(db, transactionSchema, getCookie(c, cookieName) ?? '');
      if (!transaction) throw new SignInRefused('expired');
      // A response that belongs to another sign-in must not use up the one that is under way in this browser.
      if (c.req.query('state') !== transaction.state) throw new SignInRefused('failed');
      const origin = originOf(c, settings.TRUST_PROXY);
      const place = originKey(origin.address);
      await failures.check(place);
      if (!(await claimOnce(db, transaction.state, TRANSACTION_MS)))
        throw new SignInRefused('expired');
      deleteCookie(c, cookieName, cookieOptions(siteUrl));
      try {
        const claims = await from.finish(new URL(c.req.url).search, transaction);
        const { OIDC_ISSUER: issuer = '', ADMIN_EMAILS: allowList } = settings;
        const user = await admitExternalUser(db, { issuer, claims, allowList });
        await transact(db, (tx) => letIn(c, tx, { siteUrl, user, origin, by: 'provider' }));
      } catch (error) {
        if (error instanceof SignInRefused) {
          await failures.count(place);
          const details = { by: 'provider', reason: error.code };
          await recordActivity(db, null, { action: 'sign-in failed', details }, origin);
        }
        throw error;
      }
      return '/admin';
    }),
  });
};
