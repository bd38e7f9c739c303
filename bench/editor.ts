import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';

/** The cookie of somebody who is signed in. */
export const openEditor = async (databaseUrl: string, siteUrl: string) => {
  const connection = connect(databaseUrl, { max: 1 });
  const email = 'bench@example.com';
  // At the second size the editor is there from the first.
  const [user] = await connection.db
    .insert(users)
    .values({ email, role: 'owner' })
    .onConflictDoUpdate({ target: users.email, set: { role: 'owner' } })
    .returning();
  const { token } = await openSession(connection.db, user?.id ?? 0);
  await connection.close();
  return `${sessionCookieName(siteUrl)}=${token}`;
};
