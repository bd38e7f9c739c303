import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import { sessions, users } from './auth.tables.server.ts';
import { withoutParams } from './quiet.server.ts';

export const SESSION_DAYS = 7;

export type SessionUser = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'
>;

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** `__Host-` binds the cookie to this very host, and browsers accept it on https only. */
export const sessionCookieName = (siteUrl: string) =>
  siteUrl.startsWith('https:') ? '__Host-session' : 'session';

/** A new session with a new id; the answer is the cookie's value, known to nobody else. */
export const openSession = async (
  db: Executor,
  userId: number,
): Promise<{ token: string; expiresAt: Date }> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  await withoutParams(db.insert(sessions).values({ idHash: hash(token), userId, expiresAt }));
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
  return { token, expiresAt };
};

export const findSessionUser = async (db: Executor, token: string): Promise<SessionUser | null> => {
  const [row] = await withoutParams(
    db
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
      })
      .from(sessions)
      .innerJoin(users, eq(sessions.userId, users.id))
      .where(and(eq(sessions.idHash, hash(token)), gt(sessions.expiresAt, new Date())))
      .limit(1),
  );
  return row ?? null;
};

export const closeSession = async (db: Executor, token: string) => {
  await withoutParams(db.delete(sessions).where(eq(sessions.idHash, hash(token))));
};

export const closeSessionsOf = async (db: Executor, userId: number) => {
  await db.delete(sessions).where(eq(sessions.userId, userId));
};
