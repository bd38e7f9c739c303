import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { recordActivity } from '#modules/activity/record.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import { isOut } from '#modules/auth/sessions.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { conflict, notFound, unauthorized } from '#platform/errors.ts';
import { hashOf, makeSecret } from '#platform/secret.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { newTokenSchema } from './tokens.schema.ts';
import { apiTokens } from './tokens.table.server.ts';

/** People and secret scanners know it by this. */
export const TOKEN_PREFIX = 'fos_';

type NewToken = z.output<ReturnType<typeof newTokenSchema>>;

export const listTokens = async (db: Database, allowList: readonly string[]) => {
  const { tokenHash: _hash, ...columns } = getTableColumns(apiTokens);
  const rows = await db
    .select({
      ...columns,
      createdBy: users.email,
      makerRole: users.role,
      admittedByList: users.admittedByList,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(apiTokens.createdBy, users.id))
    .orderBy(asc(apiTokens.name));
  return rows.map(({ makerRole, admittedByList, hasPassword, ...row }) => ({
    ...row,
    isActive:
      makerRole === 'owner' &&
      !isOut({ email: row.createdBy, admittedByList, hasPassword, opening: {} }, { allowList }) &&
      row.expiresAt.getTime() > Date.now(),
  }));
};

/** The token itself is returned here, and never again. */
export const makeToken = async (
  db: Database,
  viewer: Viewer,
  asked: NewToken,
  allowList: readonly string[],
) => {
  if (!viewer) throw unauthorized();
  const token = `${TOKEN_PREFIX}${makeSecret()}`;
  const id = await db.transaction(async (tx) => {
    const values = { ...asked, tokenHash: hashOf(token), createdBy: viewer.id };
    const made = tx.insert(apiTokens).values(values).onConflictDoNothing().returning();
    const [row] = await withoutParams(made);
    if (!row) throw conflict('name', 'There is a token of this name');
    const { name, role, types, expiresAt } = row;
    const details = { role, types: types ?? 'all', until: expiresAt.toISOString().slice(0, 10) };
    await recordActivity(tx, viewer, { action: 'token made', title: name, details });
    return row.id;
  });
  const made = (await listTokens(db, allowList)).find((one) => one.id === id);
  if (!made) throw notFound('Token');
  return { ...made, token };
};

/** Every node reads the table for each request: it is over with the commit. */
export const revokeToken = (db: Database, viewer: Viewer, id: number) =>
  db.transaction(async (tx) => {
    const [gone] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning();
    if (!gone) throw notFound('Token');
    await recordActivity(tx, viewer, { action: 'token revoked', title: gone.name });
  });
