import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import type { Env } from '#platform/http/endpoint.server.ts';
import { hashOf, inDays, makeSecret } from '#platform/secret.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Origin, Viewer } from '#platform/viewer.ts';
import { sessions, type User, users } from './auth.tables.server.ts';
import { noteUse, withoutParams } from './quiet.server.ts';

const SESSION_DAYS = 7;
export const IDLE_HOURS = 24;
/** Being seen is written down this seldom, so that reading does not become writing. */
const SEEN_MS = 5 * 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionRules {
  idleHours: number;
  /** Emails admitted through the external provider; removing one locks out the user it admitted. */
  allowList: readonly string[];
}

export type SessionUser = Pick<
  User,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'role'
>;

/** `__Host-` binds the cookie to this very host, and browsers accept it on https only. */
export const sessionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-session' : 'session';

export const sessionTokenOf = (request: Request, siteUrl: string): string | null => {
  const name = sessionCookieName(siteUrl);
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && TOKEN.test(value)) return value;
  }
  return null;
};

/** Never for scripts, never sent along by another site's form, and on https for this very host only. */
export const cookieOptions = (siteUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
  }) as const;

const setSessionCookie = (c: Context<Env>, siteUrl: string, token: string) => {
  const maxAge = SESSION_DAYS * 86_400;
  setCookie(c, sessionCookieName(siteUrl), token, { ...cookieOptions(siteUrl), maxAge });
};

export const clearSessionCookie = (c: Context<Env>, siteUrl: string) => {
  deleteCookie(c, sessionCookieName(siteUrl), cookieOptions(siteUrl));
};

export interface Opening {
  origin?: Origin | undefined;
  /** Set when an external provider opened the session. */
  by?: 'provider';
}

/** A new session with a new id; returns the cookie's value, stored hashed only. */
export const openSession = async (db: Executor, userId: number, { origin, by }: Opening = {}) => {
  const token = makeSecret();
  const expiresAt = inDays(SESSION_DAYS);
  await withoutParams(
    db
      .insert(sessions)
      .values({ ...origin, data: { by }, idHash: hashOf(token), userId, expiresAt }),
  );
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
  return { token, expiresAt };
};

/** By what a user is let in, as the tables have it. */
export const ADMISSION = {
  email: users.email,
  admittedByList: users.admittedByList,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
};

interface Admission {
  email: string;
  admittedByList: boolean;
  hasPassword: boolean;
  opening?: Opening;
}

/** Off the list, a password still opens the form's sessions, never the provider's. */
export const isOut = (
  { email, admittedByList, hasPassword, opening }: Admission,
  rules: Pick<SessionRules, 'allowList'>,
) =>
  admittedByList &&
  !rules.allowList.includes(email) &&
  (!hasPassword || opening?.by === 'provider');

/** Whose session a token opens. */
export const createFindSessionUser =
  (db: Database, { idleHours, allowList }: SessionRules) =>
  async (token: string): Promise<SessionUser | null> => {
    const now = new Date();
    const isThis = eq(sessions.idHash, hashOf(token));
    const isSeen = gt(sessions.seenAt, new Date(now.getTime() - idleHours * 3_600_000));
    const found = db
      .select({
        seenAt: sessions.seenAt,
        admission: { ...ADMISSION, opening: sessions.data },
        user: {
          id: users.id,
          email: users.email,
          role: users.role,
          firstName: users.firstName,
          lastName: users.lastName,
          profileImageUrl: users.profileImageUrl,
        },
      })
      .from(sessions)
      .innerJoin(users, eq(sessions.userId, users.id))
      .where(and(isThis, gt(sessions.expiresAt, now), isSeen));
    const [row] = await withoutParams(found);
    if (!row || isOut(row.admission, { allowList })) return null;
    if (row.seenAt.getTime() < now.getTime() - SEEN_MS)
      await noteUse(db.update(sessions).set({ seenAt: now }).where(isThis));
    return row.user;
  };

export const closeSession = async (db: Executor, token: string) => {
  await withoutParams(db.delete(sessions).where(eq(sessions.idHash, hashOf(token))));
};

export const closeSessionsOf = (db: Executor, userId: number) =>
  db
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ idHash: sessions.idHash, opening: sessions.data });

/** Open sessions of a user, the last seen first. */
export const listSessions = async (db: Executor, userId: number, currentToken: string | null) => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.seenAt))
    .limit(100);
  const current = currentToken && hashOf(currentToken);
  return rows.map(({ number: id, createdAt, seenAt, address, agent, idHash }) => {
    const isCurrent = idHash === current;
    return { id, createdAt, seenAt, address, agent, isCurrent };
  });
};

export const closeSessionById = async (db: Executor, userId: number, number: number) => {
  const isThis = and(eq(sessions.userId, userId), eq(sessions.number, number));
  return (await db.delete(sessions).where(isThis)).rowCount === 1;
};

interface NewSession extends Opening {
  db: Executor;
  siteUrl: string;
  userId: number;
}

/** A new id at every sign-in; the one that the browser brought along ends here. */
export const startSession = async (
  c: Context<Env>,
  { db, siteUrl, userId, ...opening }: NewSession,
) => {
  const earlier = sessionTokenOf(c.req.raw, siteUrl);
  if (earlier) await closeSession(db, earlier);
  const { token } = await openSession(db, userId, opening);
  setSessionCookie(c, siteUrl, token);
};

/** Signs in a user who proved who they are, and records it. */
export const letIn = async (
  c: Context<Env>,
  tx: Tx,
  { siteUrl, user, origin, by }: { siteUrl: string; user: User; origin: Origin; by: string },
) => {
  const opening = by === 'provider' ? ({ origin, by } as const) : { origin };
  await startSession(c, { db: tx, siteUrl, userId: user.id, ...opening });
  await recordActivity(tx, user, { action: 'signed in', details: { by } }, origin);
};

/** After a change of account security: all sessions end, and this browser goes on in a new one of its kind. */
export const restartSession = async (
  c: Context<Env>,
  { viewer, ...session }: Omit<NewSession, keyof Opening> & { viewer: Viewer },
) => {
  const current = hashOf(sessionTokenOf(c.req.raw, session.siteUrl) ?? '');
  const closed = await closeSessionsOf(session.db, session.userId);
  const opening = closed.find(({ idHash }) => idHash === current)?.opening;
  await startSession(c, { ...session, ...opening, origin: viewer?.origin });
};
