import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';

/** A session for a server without a first administrator. */
export const signInDirectly = async (databaseUrl: string): Promise<string> => {
  const { db, close } = connect(databaseUrl, { max: 1 });
  const [user] = await db
    .insert(users)
    .values({ email: 'soak@example.com', role: 'owner' })
    .returning();
  const { token } = await openSession(db, user?.id ?? 0);
  await close();
  return `${sessionCookieName('http://localhost:3000')}=${token}`;
};
