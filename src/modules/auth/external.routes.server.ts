import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppParts } from '#platform/app.server.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { admitExternalUser } from './external-user.server.ts';
import type { SignInLimits } from './limits.server.ts';
import { type Provider, SignInRefused, transactionSchema } from './oidc.server.ts';
import { readSealingKey, seal, unseal } from './sealed.server.ts';
import { cookieOptions } from './session-cookie.server.ts';
import { startSession } from './start-session.server.ts';

const TRANSACTION_SECONDS = 600;

const transactionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-sign-in' : 'sign-in';

/** An error's own words and code: the answers that some carry along hold tokens. */
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
  const base = { method: 'get', tag: 'Sign-in', access: 'public', status: 302 } as const;

  let key: Promise<Buffer> | undefined;
  const sealingKey = () => {
    key ??= readSealingKey(db).catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };

  const refuse = (c: Context<Env>, error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    log.warn(reasonOf(error), 'external sign-in refused');
    return c.redirect(`/auth?error=${error.code}`, 302);
  };

  endpoint(
    api,
    { ...base, path: '/api/login', summary: 'Go to the external sign-in' },
    async ({ c }) => {
      if (!provider) return c.redirect('/auth?message=not-set-up', 302);
      try {
        const { url, transaction } = await provider.begin();
        const sealed = seal(await sealingKey(), transaction, TRANSACTION_SECONDS * 1000);
        setCookie(c, cookieName, sealed, {
          ...cookieOptions(siteUrl),
          maxAge: TRANSACTION_SECONDS,
        });
        return c.redirect(url.href, 302);
      } catch (error) {
        return refuse(c, error);
      }
    },
  );

  const finish = async (c: Context<Env>) => {
    if (!provider) throw new SignInRefused('failed');
    const opened = unseal(await sealingKey(), getCookie(c, cookieName) ?? '');
    const transaction = transactionSchema.safeParse(opened);
    if (!transaction.success) throw new SignInRefused('expired');
    const { search, searchParams } = new URL(c.req.url);
    // A stranger's answer must not use up the sign-in that is under way in this browser.
    if (searchParams.get('state') !== transaction.data.state) throw new SignInRefused('failed');
    if (!(await limits.useOnce(transaction.data.state))) throw new SignInRefused('expired');
    deleteCookie(c, cookieName, cookieOptions(siteUrl));
    const claims = await provider.finish(search, transaction.data);
    const userId = await admitExternalUser(db, { claims, allowList: settings.ADMIN_EMAILS });
    await startSession(c, { db, siteUrl, userId });
  };

  endpoint(
    api,
    { ...base, path: '/api/login/callback', summary: 'The external provider answers here' },
    async ({ c }) => {
      if (!provider) return c.redirect('/auth?message=not-set-up', 302);
      try {
        await finish(c);
        return c.redirect('/admin', 302);
      } catch (error) {
        return refuse(c, error);
      }
    },
  );
};
