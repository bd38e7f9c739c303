import { asc, eq, getTableColumns, gt, lt } from 'drizzle-orm';
import type * as z from 'zod';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { conflict } from '#platform/errors.ts';
import type { Role } from '#platform/roles.ts';
import { hashOf, inDays, isOpenedBy, makeSecret } from '#platform/secret.server.ts';
import type { Origin, Viewer } from '#platform/viewer.ts';
import type { acceptSchema } from './account.schema.ts';
import { invitations } from './auth.tables.server.ts';
import { hashPassword } from './password.server.ts';
import { withoutParams } from './quiet.server.ts';
import { createUser, findUserByEmail, type User } from './users.server.ts';

export const INVITATION_DAYS = 7;

const { tokenHash: _hash, invitedBy: _by, ...shown } = getTableColumns(invitations);

/** A link for one person, one role and one use; an earlier one for the same address is worth nothing from now on. */
export const invite = (
  db: Database,
  viewer: NonNullable<Viewer>,
  { email, role }: { email: string; role: Role },
) =>
  db.transaction(async (tx) => {
    if (await findUserByEmail(tx, email))
      throw conflict('email', `There is already a user ${email}`);
    const token = makeSecret();
    const values = {
      role,
      tokenHash: hashOf(token),
      invitedBy: viewer.id,
      expiresAt: inDays(INVITATION_DAYS),
    };
    const [invitation] = await withoutParams(
      tx
        .insert(invitations)
        .values({ ...values, email })
        .onConflictDoUpdate({ target: invitations.email, set: values })
        .returning(shown),
    );
    if (!invitation) throw new Error('The invitation was not stored');
    await recordActivity(tx, viewer, { action: 'invited', title: email, details: { role } });
    return { invitation, token };
  });

export const listInvitations = (db: Executor) =>
  db
    .select(shown)
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date()))
    .orderBy(asc(invitations.email));

export const forgetInvitations = async (db: Executor): Promise<void> => {
  await db.delete(invitations).where(lt(invitations.expiresAt, new Date()));
};

export const withdrawInvitation = (db: Database, viewer: Viewer, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(invitations)
      .where(eq(invitations.id, id))
      .returning({ email: invitations.email });
    if (!gone) return false;
    await recordActivity(tx, viewer, { action: 'invitation withdrawn', title: gone.email });
    return true;
  });

/** Makes the link's holder a user; null when it was used, withdrawn or is too old. */
export const acceptInvitation = async (
  db: Database,
  { token, password, firstName, lastName }: z.output<typeof acceptSchema>,
  { origin, open }: { origin: Origin; open(tx: Executor, user: User): Promise<void> },
): Promise<User | null> => {
  const isLive = isOpenedBy(token, invitations);
  const [found] = await withoutParams(
    db.select({ id: invitations.id }).from(invitations).where(isLive),
  );
  // Only a live token is worth the hashing.
  if (!found) return null;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [taken] = await withoutParams(tx.delete(invitations).where(isLive).returning());
    if (!taken) return null;
    const { email, role } = taken;
    const names = { firstName, lastName };
    const account = { email, role, passwordHash, authProvider: 'password' } as const;
    const user = await createUser(tx, { ...account, ...names });
    await recordActivity(tx, user, { action: 'joined', details: { role } }, origin);
    await open(tx, user);
    return user;
  });
};
