import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { takeOverSchedule } from '#modules/schedule/scheduled-by.server.ts';
import { type Database, type Executor, violatedConstraint } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError, conflict, notFound, theOne } from '#platform/errors.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import { hashOf, makeSecret } from '#platform/secret.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { invitations, type User, users } from './auth.tables.server.ts';
import { hashPassword, makePassword } from './password.server.ts';
import { withoutParams } from './quiet.server.ts';
import { closeSessionsOf } from './sessions.server.ts';

const RESET_MS = 3_600_000;

export const findUserByEmail = async (db: Executor, email: string): Promise<User | null> => {
  const [user] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return user ?? null;
};

export const findUserById = async (db: Executor, id: number): Promise<User | null> => {
  const [user] = await db.select().from(users).where(eq(users.id, id)).limit(1);
  return user ?? null;
};

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

/** A one-time token for an hour; an earlier one is worth nothing from now on. */
export const issueResetToken = async (db: Executor, email: string): Promise<string | null> => {
  const token = makeSecret();
  const set = { resetToken: hashOf(token), resetTokenExpiry: new Date(Date.now() + RESET_MS) };
  const issued = db.update(users).set(set).where(eq(users.email, email));
  return (await withoutParams(issued)).rowCount === 1 ? token : null;
};

const LAST_OWNER =
  'This is the last owner. Make somebody else an owner first: someone has to look after the people.';

/** Taken before an owner is removed: the second of two removals at once sees the result of the first. */
const OWNERS_LOCK = 727_402_617;

/** A user's row, held until the transaction ends; the last owner is not let go. */
const holdUser = async (tx: Tx, id: number, staysOwner: boolean): Promise<User> => {
  if (!staysOwner) await tx.execute(sql`select pg_advisory_xact_lock(${OWNERS_LOCK})`);
  const user = theOne(await tx.select().from(users).where(eq(users.id, id)).for('update'), 'User');
  if (staysOwner || user.role !== 'owner') return user;
  // Only owners who can sign in count.
  const canSignIn = or(isNotNull(users.passwordHash), isNotNull(users.externalSubject));
  const isOther = and(eq(users.role, 'owner'), ne(users.id, id), canSignIn);
  if ((await tx.$count(users, isOther)) === 0) throw new AppError('conflict', LAST_OWNER);
  return user;
};

/** Another role ends the user's sessions and invitations; what a former publisher scheduled is taken over. */
export const changeRole = (db: Database, viewer: Viewer, id: number, role: Role): Promise<User> =>
  transact(db, async (tx) => {
    const before = await holdUser(tx, id, role === 'owner');
    const [after] = await tx
      .update(users)
      .set({ role, updatedAt: new Date() })
      .where(eq(users.id, id))
      .returning();
    if (!after) throw notFound('User');
    if (before.role !== after.role) {
      if (!hasRole(after, 'publisher')) await takeOverSchedule(tx, after, viewer);
      await closeSessionsOf(tx, id);
      await tx.delete(invitations).where(eq(invitations.invitedBy, id));
      const details = { from: before.role, to: after.role };
      await recordActivity(tx, viewer, { action: 'role changed', title: after.email, details });
    }
    return after;
  });

/** Sessions, codes and open invitations go too; what they scheduled is taken over. */
export const removeUser = (db: Database, viewer: Viewer, id: number): Promise<User> =>
  transact(db, async (tx) => {
    const user = await holdUser(tx, id, false);
    await takeOverSchedule(tx, user, viewer);
    await tx.delete(users).where(eq(users.id, id));
    await recordActivity(tx, viewer, { action: 'user removed', title: user.email });
    return user;
  });

const FIRST_ADMIN_LOCK = 727_402_620;
const DEFAULT_EMAIL = 'admin@localhost';

/**
 * Makes sure an admin can sign in. Returns a password that was made here, for the caller to print once; it is
 * null when the settings named one or when there are users already.
 */
export const ensureFirstAdmin = async (
  db: Database,
  settings: Pick<Settings, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ email: string; password: string } | null> => {
  const email = (settings.ADMIN_EMAIL ?? DEFAULT_EMAIL).toLowerCase();
  const isNamed = Boolean(settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD);
  return transact(db, async (tx) => {
    // Several starters at once: one makes the user, the others find it.
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
    if (!isNamed && (await tx.$count(users)) > 0) return null;
    const existing = await findUserByEmail(tx, email);
    // A password that was changed since is not set back by a restart.
    if (existing?.passwordHash) return null;
    const password = settings.ADMIN_PASSWORD ?? makePassword();
    const passwordHash = await hashPassword(password);
    // One that was set a moment ago is not overwritten either.
    const isBare = and(eq(users.email, email), isNull(users.passwordHash));
    if (existing) await withoutParams(tx.update(users).set({ passwordHash }).where(isBare));
    else await createUser(tx, { email, role: 'owner', passwordHash, authProvider: 'password' });
    return settings.ADMIN_PASSWORD ? null : { email, password };
  });
};
