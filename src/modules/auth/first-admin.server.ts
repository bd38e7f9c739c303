import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { users } from './auth.tables.server.ts';
import { hashPassword, makePassword } from './password.server.ts';
import { addPassword, createUser, findUserByEmail } from './users.server.ts';

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
  return db.transaction(async (tx) => {
    // Several starters at once: one makes the user, the others find it.
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
    if (!isNamed && (await tx.$count(users)) > 0) return null;
    const existing = await findUserByEmail(tx, email);
    // A password that was changed since is not set back by a restart.
    if (existing?.passwordHash) return null;
    const password = settings.ADMIN_PASSWORD ?? makePassword();
    const passwordHash = await hashPassword(password);
    if (existing) await addPassword(tx, existing.id, passwordHash);
    else await createUser(tx, { email, role: 'owner', passwordHash, authProvider: 'password' });
    return settings.ADMIN_PASSWORD ? null : { email, password };
  });
};
