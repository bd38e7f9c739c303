import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { users } from './auth.tables.server.ts';
import { admitExternalUser } from './external.routes.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const admit = (sub: string, email: string, allowList: string[], issuer = 'https://idp.example') =>
  admitExternalUser(app.db, {
    issuer,
    claims: { sub, email, email_verified: true },
    allowList,
  }).then(
    ({ id }) => id,
    (error: { code: string }) => error.code,
  );

it('PROMISE 2 who somebody is at the provider counts, the address only at first', async () => {
  const list = ['ada@example.com'];
  const id = await admit('ada', 'ada@example.com', list);
  expect(id).toEqual(expect.any(Number));
  expect(await admit('ada', 'ada@new-name.example', list)).toBe(id);
  expect(await admit('somebody-else', 'ada@example.com', list)).toBe('not-allowed');
  expect(await admit('ada', 'ada@example.com', list, 'https://other.example')).toBe('not-allowed');
});

it('PROMISE 2 an address that is off the list lets nobody in who came by it', async () => {
  expect(await admit('bob', 'bob@example.com', ['bob@example.com'])).toEqual(expect.any(Number));
  expect(await admit('bob', 'bob@example.com', [])).toBe('not-allowed');
  await app.db.update(users).set({ passwordHash: 'own' }).where(eq(users.email, 'bob@example.com'));
  expect(await admit('bob', 'bob@example.com', [])).toBe('not-allowed');
  expect(await admit('bob', 'bob@example.com', ['bob@example.com'])).toEqual(expect.any(Number));
});
