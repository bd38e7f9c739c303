import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type Database, type Executor, violatedConstraint } from '#platform/db/database.server.ts';
import { conflict } from '#platform/errors.ts';
import type { Role } from '#platform/roles.ts';
import { hashOf, makeSecret } from '#platform/secret.server.ts';
import type { Origin } from '#platform/viewer.ts';
import { passkeys, users } from './auth.tables.server.ts';
import { hashPassword } from './password.server.ts';
import { withoutParams } from './quiet.server.ts';
import { closeSessionsOf, openSession } from './sessions.server.ts';

const RESET_MS = 3_600_000;

export type User = typeof users.$inferSelect;

export const findUserByEmail = async (db: Executor, email: string): Promise<User | null> => {
  const [user] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return user ?? null;
};

export const findUserById = async (db: Executor, id: number): Promise<User | null> => {
  const [user] = await db.select().from(users).where(eq(users.id, id)).limit(1);
  return user ?? null;
};

export const listUsers = (db: Executor) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      authProvider: users.authProvider,
      createdAt: users.createdAt,
    })
    .from(users)
    .orderBy(asc(users.email));

/** Role and provider are named: the defaults of the table are for old rows. */
type NewUser = typeof users.$inferInsert & { role: Role; authProvider: 'password' | 'oidc' };

export const createUser = async (db: Executor, user: NewUser): Promise<User> => {
  try {
    const [row] = await withoutParams(db.insert(users).values(user).returning());
    if (!row) throw new Error('The user was not stored');
    return row;
  } catch (error) {
    if (!violatedConstraint(error)) throw error;
    throw conflict('email', `There is already a user ${user.email}`);
  }
};

export const setPassword = async (db: Executor, id: number, passwordHash: string) => {
  await withoutParams(
    db.update(users).set({ passwordHash, updatedAt: new Date() }).where(eq(users.id, id)),
  );
};

/** Sets a first password; an existing one is never overwritten. */
export const addPassword = async (db: Executor, id: number, passwordHash: string) => {
  await withoutParams(
    db
      .update(users)
      .set({ passwordHash, updatedAt: new Date() })
      .where(and(eq(users.id, id), isNull(users.passwordHash))),
  );
};

/** A one-time token for an hour; an earlier one is worth nothing from now on. */
export const issueResetToken = async (db: Executor, email: string): Promise<string | null> => {
  const token = makeSecret();
  const rows = await withoutParams(
    db
      .update(users)
      .set({ resetToken: hashOf(token), resetTokenExpiry: new Date(Date.now() + RESET_MS) })
      .where(eq(users.email, email))
      .returning({ id: users.id }),
  );
  return rows.length > 0 ? token : null;
};

/** Sets the password and ends every session of that person; a new one opens unless they have a second factor. Null for a dead token. */
export const resetPassword = async (
  db: Database,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<{ user: User; session: string | null } | null> => {
  const isLive = and(eq(users.resetToken, hashOf(token)), gt(users.resetTokenExpiry, new Date()));
  const [found] = await withoutParams(db.select({ id: users.id }).from(users).where(isLive));
  // Only a live token is worth the hashing.
  if (!found) return null;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [user] = await withoutParams(
      tx
        .update(users)
        .set({ passwordHash, resetToken: null, resetTokenExpiry: null, updatedAt: new Date() })
        .where(isLive)
        .returning(),
    );
    if (!user) return null;
    await closeSessionsOf(tx, user.id);
    // A former holder of the account may have added one.
    await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
    await recordActivity(tx, user, { action: 'password reset' }, origin);
    // A link alone is no second factor.
    if (user.totpConfirmedAt) return { user, session: null };
    const session = await openSession(tx, user.id, { origin });
    return { user, session: session.token };
  });
};
