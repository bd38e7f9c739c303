import { asc, eq, max, sql } from 'drizzle-orm';
import { sessions, users } from '#modules/auth/auth.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { notFound } from '#platform/errors.ts';
import { hasRole } from '#platform/roles.ts';
import type { Viewer } from '#platform/viewer.ts';

const people = (db: Executor) =>
  db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasSecondFactor: sql<boolean>`${users.totpConfirmedAt} is not null`,
      seenAt: max(sessions.seenAt),
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id)
    .orderBy(asc(users.email));

/** All users; their account security is for owners. */
export const listPeople = async (db: Executor, viewer: Viewer) => {
  const isOwner = hasRole(viewer, 'owner');
  return (await people(db)).map(
    ({ hasPassword, hasSecondFactor, seenAt, createdAt, ...person }) => ({
      ...person,
      hasPassword: isOwner ? hasPassword : null,
      hasSecondFactor: isOwner ? hasSecondFactor : null,
      seenAt: isOwner ? (seenAt?.toISOString() ?? null) : null,
      createdAt: createdAt.toISOString(),
    }),
  );
};

export const findPerson = async (db: Executor, viewer: Viewer, id: number) => {
  const person = (await listPeople(db, viewer)).find((one) => one.id === id);
  if (!person) throw notFound('User');
  return person;
};
