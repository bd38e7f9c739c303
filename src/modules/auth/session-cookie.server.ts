import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Env } from '#platform/http/endpoint.server.ts';
import { SESSION_DAYS, sessionCookieName } from './sessions.server.ts';

/** Never for scripts, never sent along by another site's form, and on https for this very host only. */
export const cookieOptions = (siteUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
  }) as const;

export const setSessionCookie = (c: Context<Env>, siteUrl: string, token: string) => {
  const maxAge = SESSION_DAYS * 86_400;
  setCookie(c, sessionCookieName(siteUrl), token, { ...cookieOptions(siteUrl), maxAge });
};

export const clearSessionCookie = (c: Context<Env>, siteUrl: string) => {
  deleteCookie(c, sessionCookieName(siteUrl), cookieOptions(siteUrl));
};
