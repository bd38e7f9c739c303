import { hashPassword } from '#modules/auth/password.server.ts';
import { createUser } from '#modules/auth/users.server.ts';
import type { Database } from '#platform/db/database.server.ts';

export const PASSWORD = 'correct horse battery';

/** A user who can sign in with `PASSWORD`. */
export const makeUser = async (db: Database, email: string) =>
  createUser(db, {
    email,
    role: 'owner',
    firstName: 'Paula',
    passwordHash: await hashPassword(PASSWORD),
    authProvider: 'password',
  });
