import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { makeSecret } from '#platform/secret.server.ts';
import { addressOf } from './client-address.server.ts';
import type { SignInLimits } from './limits.server.ts';
import { readSealingKey, seal, unseal } from './sealed.server.ts';
import { cookieOptions } from './session-cookie.server.ts';
import { findUserByEmail, type User } from './users.server.ts';

/** Browsers keep no cookie for much longer. */
const DAYS = 365;

const deviceSchema = z.object({ email: z.string(), password: z.string(), device: z.string() });

const digest = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Another one for each password that the account has had, and nothing of the password. */
const passwordMark = (key: Buffer, passwordHash: string) =>
  digest(key, `password ${passwordHash}`).toString('base64url');

/**
 * A browser that signed in before has a sealed cookie for that account and that password, and its failures are counted
 * apart: strangers who guess from everywhere do not lock it out. The cookie opens nothing.
 */
export const createKnownDevices = (
  { settings, connection: { db } }: AppParts,
  limits: SignInLimits,
) => {
  const options = cookieOptions(settings.SITE_URL);
  const prefix = options.secure ? '__Host-device-' : 'device-';
  const nameOf = (key: Buffer, email: string) =>
    `${prefix}${digest(key, `account ${email}`).toString('hex').slice(0, 16)}`;

  const find = async (c: Context<Env>, email: string): Promise<string | null> => {
    if (!c.req.header('cookie')?.includes(prefix)) return null;
    const key = await readSealingKey(db);
    const { data } = deviceSchema.safeParse(unseal(key, getCookie(c, nameOf(key, email)) ?? ''));
    if (data?.email !== email) return null;
    const user = await findUserByEmail(db, email);
    const [given, current] = [data.password, passwordMark(key, user?.passwordHash ?? '')];
    const isSame =
      given.length === current.length && timingSafeEqual(Buffer.from(given), Buffer.from(current));
    return isSame ? data.device : null;
  };

  return {
    /** Counts an attempt before it is judged, and throws 429; a right one calls the returned function. */
    async attempt(c: Context<Env>, email: string): Promise<() => Promise<void>> {
      const address = addressOf(c, settings.TRUST_PROXY);
      const device = await find(c, email);
      await limits.attempt(email, address, device);
      return () => limits.succeed(email, address, device);
    },
    /** After a sign-in of this browser, with the password that counts from now on. */
    async remember(c: Context<Env>, { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>) {
      if (!passwordHash) return;
      const key = await readSealingKey(db);
      const device = (await find(c, email)) ?? makeSecret(16);
      const value = { email, password: passwordMark(key, passwordHash), device };
      const maxAge = DAYS * 86_400;
      setCookie(c, nameOf(key, email), seal(key, value, maxAge * 1000), { ...options, maxAge });
    },
  };
};

export type KnownDevices = ReturnType<typeof createKnownDevices>;
