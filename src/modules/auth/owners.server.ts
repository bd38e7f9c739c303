import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { recordActivity } from '#modules/activity/record.server.ts';
import { type ScheduledChoice, settleScheduled } from '#modules/schedule/scheduled-by.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';
import { invitations, users } from './auth.tables.server.ts';
import { closeSessionsOf } from './sessions.server.ts';
import type { User } from './users.server.ts';

const lastOwner = () =>
  new AppError(
    'conflict',
    'This is the last owner. Make somebody else an owner first: someone has to look after the people.',
  );

/** Taken before an owner is removed: the second of two removals at once sees the result of the first. */
const OWNERS_LOCK = 727_402_617;

/** A user's row, held until the transaction ends; the last owner is not let go. */
const holdUser = async (tx: Executor, id: number, staysOwner: boolean): Promise<User> => {
  if (!staysOwner) await tx.execute(sql`select pg_advisory_xact_lock(${OWNERS_LOCK})`);
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  if (!user) throw notFound('User');
  if (staysOwner || user.role !== 'owner') return user;
  // Only owners who can sign in count.
  const canSignIn = or(isNotNull(users.passwordHash), isNotNull(users.externalSubject));
  const isOther = and(eq(users.role, 'owner'), ne(users.id, id), canSignIn);
  const others = await tx.$count(users, isOther);
  if (others === 0) throw lastOwner();
  return user;
};

interface Settlement {
  scheduled?: ScheduledChoice | undefined;
}

export interface UserChange {
  role?: Role | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** Another role ends the user's sessions and invitations; a former publisher's scheduled entries are settled. */
export const changeUser = (
  db: Database,
  viewer: Viewer,
  id: number,
  { scheduled: choice, ...change }: UserChange & Settlement,
): Promise<User> =>
  db.transaction(async (tx) => {
    const before = await holdUser(tx, id, change.role === undefined || change.role === 'owner');
    const [after] = await tx
      .update(users)
      .set({ ...change, updatedAt: new Date() })
      .where(eq(users.id, id))
      .returning();
    if (!after) throw notFound('User');
    if (before.role !== after.role) {
      if (!hasRole(after, 'publisher')) await settleScheduled(tx, after, { viewer, choice });
      await closeSessionsOf(tx, id);
      await tx.delete(invitations).where(eq(invitations.invitedBy, id));
      const details = { from: before.role, to: after.role };
      await recordActivity(tx, viewer, { action: 'role changed', title: after.email, details });
    }
    return after;
  });

/** Sessions, codes and open invitations go too; scheduled entries are settled. */
export const removeUser = (
  db: Database,
  viewer: Viewer,
  id: number,
  { scheduled: choice }: Settlement = {},
): Promise<User> =>
  db.transaction(async (tx) => {
    const user = await holdUser(tx, id, false);
    await settleScheduled(tx, user, { viewer, choice });
    await tx.delete(users).where(eq(users.id, id));
    await recordActivity(tx, viewer, { action: 'user removed', title: user.email });
    return user;
  });
