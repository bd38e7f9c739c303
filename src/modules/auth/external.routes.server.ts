import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { tooMany } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { originKey, originOf } from './client-address.server.ts';
import { admitExternalUser } from './external-user.server.ts';
import { accountHash, SIGN_IN, type SignInLimits, TOO_MANY } from './limits.server.ts';
import {
  type Provider,
  SignInRefused,
  type Transaction,
  transactionSchema,
} from './oidc.server.ts';
import { readSealingKey, seal, unseal } from './sealed.server.ts';
import { cookieOptions, startSession } from './session-cookie.server.ts';
import { findUserById } from './users.server.ts';

const TRANSACTION_SECONDS = 600;
/** Activity is kept for long, and sign-ins begun only to fail would fill it. */
const RECORDED_A_MINUTE = 5;
/** Each costs a request to the provider; an office may share an address. */
const FAILURES_A_MINUTE = 30;

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
  { settings, connection, log }: AppParts,
  { provider, limits }: { provider: Provider | null; limits: SignInLimits },
) => {
  const { db } = connection;
  const siteUrl = settings.SITE_URL;
  const cookieName = transactionCookieName(siteUrl);
  const base = {
    method: 'get',
    tag: SIGN_IN,
    access: 'public',
    status: 302,
    cacheable: false,
  } as const;

  const refuse = (c: Context<Env>, error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    const { address } = originOf(c, settings.TRUST_PROXY);
    const account = error.email && accountHash(error.email);
    log.warn({ ...reasonOf(error), origin: address, account }, 'external sign-in refused');
    return c.redirect(`/auth?error=${error.code}`, 302);
  };

  const failures = new RateLimiterMemory({ points: RECORDED_A_MINUTE, duration: 60 });
  const failureKey = (c: Context<Env>) => originKey(originOf(c, settings.TRUST_PROXY).address);

  const refuseTooMany = async (c: Context<Env>) => {
    const counted = await failures.get(failureKey(c));
    if (!counted || counted.consumedPoints < FAILURES_A_MINUTE) return;
    throw tooMany(Math.max(1, Math.ceil(counted.msBeforeNext / 1000)));
  };

  /** The first ones of an origin in a minute; the log has them all. */
  const recordFailure = async (c: Context<Env>, error: unknown) => {
    if (!(error instanceof SignInRefused)) return;
    const isAmongFirst = await failures.consume(failureKey(c)).then(
      () => true,
      () => false,
    );
    if (!isAmongFirst) return;
    const origin = originOf(c, settings.TRUST_PROXY);
    const details = { by: 'provider', reason: error.code };
    await recordActivity(db, null, { action: 'sign-in failed', details }, origin);
  };

  endpoint(api, {
    ...base,
    id: 'startExternalSignIn',
    path: '/api/login',
    summary: 'Go to the external sign-in',
    handle: async ({ c }) => {
      if (!provider) return c.redirect('/auth?message=not-set-up', 302);
      try {
        const { url, transaction } = await provider.begin();
        const sealed = seal(await readSealingKey(db), transaction, TRANSACTION_SECONDS * 1000);
        setCookie(c, cookieName, sealed, {
          ...cookieOptions(siteUrl),
          maxAge: TRANSACTION_SECONDS,
        });
        return c.redirect(url.href, 302);
      } catch (error) {
        return refuse(c, error);
      }
    },
  });

  /** The sign-in that this browser began, which ends with this call. Any other call is no failed sign-in. */
  const takeTransaction = async (c: Context<Env>): Promise<Transaction> => {
    const opened = unseal(await readSealingKey(db), getCookie(c, cookieName) ?? '');
    const transaction = transactionSchema.safeParse(opened);
    if (!transaction.success) throw new SignInRefused('expired');
    const { searchParams } = new URL(c.req.url);
    // A response that belongs to another sign-in must not use up the one that is under way in this browser.
    if (searchParams.get('state') !== transaction.data.state) throw new SignInRefused('failed');
    await refuseTooMany(c);
    if (!(await limits.claimOnce(transaction.data.state))) throw new SignInRefused('expired');
    deleteCookie(c, cookieName, cookieOptions(siteUrl));
    return transaction.data;
  };

  const finish = async (c: Context<Env>, from: Provider, transaction: Transaction) => {
    const claims = await from.finish(new URL(c.req.url).search, transaction);
    const userId = await admitExternalUser(db, {
      issuer: settings.OIDC_ISSUER ?? '',
      claims,
      allowList: settings.ADMIN_EMAILS,
    });
    const origin = originOf(c, settings.TRUST_PROXY);
    await db.transaction(async (tx) => {
      await startSession(c, { db: tx, siteUrl, userId, origin, by: 'provider' });
      const actor = await findUserById(tx, userId);
      await recordActivity(tx, actor, { action: 'signed in', details: { by: 'provider' } }, origin);
    });
  };

  endpoint(api, {
    ...base,
    id: 'finishExternalSignIn',
    path: '/api/login/callback',
    summary: 'The external provider answers here',
    failures: TOO_MANY,
    handle: async ({ c }) => {
      if (!provider) return c.redirect('/auth?message=not-set-up', 302);
      try {
        const transaction = await takeTransaction(c);
        await finish(c, provider, transaction).catch(async (error: unknown) => {
          await recordFailure(c, error);
          throw error;
        });
        return c.redirect('/admin', 302);
      } catch (error) {
        return refuse(c, error);
      }
    },
  });
};
