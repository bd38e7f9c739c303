import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { type Database, type Executor, isReadOnly } from '#platform/db/database.server.ts';
import { hashOf, inDays, makeSecret } from '#platform/secret.server.ts';
import type { Origin } from '#platform/viewer.ts';
import { sessions, users } from './auth.tables.server.ts';
import { withoutParams } from './quiet.server.ts';

export const SESSION_DAYS = 7;
export const IDLE_HOURS = 24;
/** Being seen is written down this seldom, so that reading does not become writing. */
const SEEN_MS = 5 * 60_000;

export interface SessionRules {
  idleHours: number;
  /** Emails admitted through the external provider; removing one locks out the user it admitted. */
  allowList: readonly string[];
}

export type SessionUser = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'role'
>;

/** `__Host-` binds the cookie to this very host, and browsers accept it on https only. */
export const sessionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-session' : 'session';

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

interface Admission {
  email: string;
  admittedByList: boolean;
  hasPassword: boolean;
  opening: Opening;
}

/** Off the list, a password still opens the form's sessions, never the provider's. */
export const isOut = (
  { email, admittedByList, hasPassword, opening }: Admission,
  rules: Pick<SessionRules, 'allowList'>,
) =>
  admittedByList && !rules.allowList.includes(email) && (!hasPassword || opening.by === 'provider');

/** Runs on every signed-in request, so each connection plans it once. */
const prepareSessionUser = (db: Database) =>
  db
    .select({
      seenAt: sessions.seenAt,
      admittedByList: users.admittedByList,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      opening: sessions.data,
      id: users.id,
      email: users.email,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
    })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(
      and(
        eq(sessions.idHash, sql.placeholder('idHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.seenAt, sql.placeholder('idleSince')),
      ),
    )
    .limit(1)
    .prepare('find_session_user');

export const createFindSessionUser = (db: Database, rules: SessionRules) => {
  const statement = prepareSessionUser(db);
  return async (token: string): Promise<SessionUser | null> => {
    const idHash = hashOf(token);
    const now = new Date();
    const idleSince = new Date(now.getTime() - rules.idleHours * 3_600_000);
    const [row] = await withoutParams(statement.execute({ idHash, now, idleSince }));
    if (!row || isOut(row, rules)) return null;
    const { seenAt, admittedByList: _list, hasPassword: _has, opening: _opening, ...user } = row;
    if (seenAt.getTime() < now.getTime() - SEEN_MS) {
      const isThis = eq(sessions.idHash, idHash);
      await withoutParams(db.update(sessions).set({ seenAt: now }).where(isThis)).catch((error) => {
        // Reading goes on where nothing can be written.
        if (!isReadOnly(error)) throw error;
      });
    }
    return user;
  };
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
  const closed = await db.delete(sessions).where(isThis).returning({ number: sessions.number });
  return closed.length > 0;
};
