import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { users } from './auth.tables.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { createUser, ensureFirstAdmin, findUserByEmail } from './users.server.ts';

const NAMED = { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'a password of settings' };
const NONE = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined };

let connection: Connection;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await cloneDatabase();
  connection = connect(database.url, { max: 5 });
  drop = database.drop;
});
afterEach(async () => {
  await connection.close();
  await drop();
});

const emails = async () =>
  (await connection.db.select().from(users).orderBy(users.email)).map((user) => user.email);

const isPasswordOf = async (email: string, password: string) => {
  const user = await findUserByEmail(connection.db, email);
  return verifyPassword(user?.passwordHash, password);
};

describe('the first administrator', () => {
  it('A1.14 comes from the settings, and nothing is printed', async () => {
    expect(await ensureFirstAdmin(connection.db, NAMED)).toBeNull();
    expect(await emails()).toEqual(['boss@example.com']);
    expect(await isPasswordOf('boss@example.com', NAMED.ADMIN_PASSWORD)).toBe(true);
  });

  it('A1.14 is made with a random password when there is no user at all, once', async () => {
    const made = await ensureFirstAdmin(connection.db, NONE);
    expect(made?.email).toBe('admin@localhost');
    expect(made?.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(await isPasswordOf('admin@localhost', made?.password ?? '')).toBe(true);
    expect(await ensureFirstAdmin(connection.db, NONE)).toBeNull();
    expect(await emails()).toEqual(['admin@localhost']);
  });

  it('A1.14 takes the address of the settings when only the password is missing', async () => {
    const made = await ensureFirstAdmin(connection.db, { ...NONE, ADMIN_EMAIL: 'me@example.com' });
    expect(made?.email).toBe('me@example.com');
  });

  it('A1.14 leaves existing users and changed passwords alone', async () => {
    const passwordHash = await hashPassword('changed since then');
    await createUser(connection.db, {
      email: 'boss@example.com',
      role: 'owner',
      passwordHash,
      authProvider: 'password',
    });
    expect(await ensureFirstAdmin(connection.db, NAMED)).toBeNull();
    expect(await isPasswordOf('boss@example.com', 'changed since then')).toBe(true);
    expect(await ensureFirstAdmin(connection.db, NONE)).toBeNull();
    expect(await emails()).toEqual(['boss@example.com']);
  });

  it('A1.14 gives the named address a password when it came in by the provider before', async () => {
    await createUser(connection.db, {
      email: 'boss@example.com',
      role: 'owner',
      authProvider: 'oidc',
    });
    expect(await ensureFirstAdmin(connection.db, NAMED)).toBeNull();
    expect(await isPasswordOf('boss@example.com', NAMED.ADMIN_PASSWORD)).toBe(true);
  });

  it('PROMISE 16 several starters at once make one', async () => {
    const starts = Array.from({ length: 4 }, () => ensureFirstAdmin(connection.db, NONE));
    const made = (await Promise.all(starts)).filter((admin) => admin !== null);
    expect(made).toHaveLength(1);
    expect(await emails()).toEqual(['admin@localhost']);
  });
});
