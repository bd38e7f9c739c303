import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { ACCOUNT_ATTEMPTS, ACCOUNT_ATTEMPTS_IN_ALL, ORIGIN_ATTEMPTS } from './limits.server.ts';

const EMAIL = 'paula@example.com';
const NEW_PASSWORD = 'a whole new password';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ settings: { SITE_URL: 'https://example.org' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`delete from users where email <> 'editor@example.com'`);
  await app.db.execute(sql`delete from rate_limits`);
  await makeUser(app.db, EMAIL);
  await makeUser(app.db, 'peter@example.com');
});

interface From {
  cookie?: string;
  from?: string;
}

const post = async (path: string, body: object, { cookie = '', from = '203.0.113.7' }: From) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  };
  return app.api.request(path, init, { incoming: { socket: { remoteAddress: from } } });
};

const logIn = ({
  email = EMAIL,
  password = PASSWORD,
  ...more
}: From & { email?: string; password?: string } = {}) =>
  post('/api/auth/login', { email, password }, more);

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');

const deviceOf = (response: Response) =>
  cookiesOf(response).find((pair) => pair.includes('device-')) ?? '';

/** Thirty wrong passwords, three from each of ten places. */
const guessFromEverywhere = async () => {
  for (let guess = 0; guess < ACCOUNT_ATTEMPTS_IN_ALL; guess += 1) {
    await logIn({ password: 'wrong', from: `198.51.100.${guess % 10}` });
  }
};

describe('a browser that signed in before', () => {
  it('PROMISE 3 is not locked out by 30 wrong passwords of strangers, who are', async () => {
    const cookie = deviceOf(await logIn());
    await guessFromEverywhere();
    expect((await logIn({ from: '198.51.100.99' })).status).toBe(429);
    expect((await logIn({ cookie: '__Host-device-0123456789abcdef=made-up' })).status).toBe(429);
    expect((await logIn({ cookie })).status).toBe(200);
  });

  it('PROMISE 4 has a cookie that names nothing and no script reads', async () => {
    const line = (await logIn()).headers.getSetCookie()[1] ?? '';
    const [pair = '', ...attributes] = line.split('; ');
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(pair).toMatch(/^__Host-device-[0-9a-f]{16}=[\w-]+$/);
    const value = Buffer.from(pair.split('=')[1] ?? '', 'base64url').toString('latin1');
    expect(value).not.toMatch(/paula|example|argon2/);
    expect((await logIn({ password: 'wrong' })).headers.getSetCookie()).toEqual([]);
    expect((await app.call('GET', '/api/auth/user', undefined, { cookie: pair })).status).toBe(401);
  });

  it('PROMISE 3 has ten tries of its own, and the limit of its origin', async () => {
    const cookie = deviceOf(await logIn());
    const statuses: number[] = [];
    for (let guess = 0; guess <= ACCOUNT_ATTEMPTS; guess += 1) {
      statuses.push((await logIn({ cookie, password: 'wrong', from: `192.0.2.${guess}` })).status);
    }
    expect(statuses).toEqual([...Array(ACCOUNT_ATTEMPTS).fill(401), 429]);
    // Its failures count apart.
    expect((await logIn()).status).toBe(200);
    await app.db.execute(sql`delete from rate_limits`);
    for (let guess = 0; guess < ORIGIN_ATTEMPTS; guess += 1) {
      await logIn({ email: `${guess}@example.com`, from: '192.0.2.200' });
    }
    expect((await logIn({ cookie, from: '192.0.2.200' })).status).toBe(429);
    expect((await logIn({ cookie, from: '192.0.2.201' })).status).toBe(200);
  });

  it('PROMISE 3 is known for one account and one password', async () => {
    const first = await logIn();
    const peter = deviceOf(await logIn({ email: 'peter@example.com' }));
    const renamed = `${deviceOf(first).split('=')[0]}=${peter.split('=')[1]}`;
    const changed = await post(
      '/api/account/password',
      { current: PASSWORD, password: NEW_PASSWORD },
      { cookie: cookiesOf(first)[0] ?? '' },
    );
    await guessFromEverywhere();
    const statusOf = async (cookie: string) =>
      (await logIn({ cookie, password: NEW_PASSWORD })).status;
    expect(await statusOf(peter)).toBe(429);
    expect(await statusOf(renamed)).toBe(429);
    expect(await statusOf(deviceOf(first))).toBe(429);
    expect(await statusOf(deviceOf(changed))).toBe(200);
  });

  it('PROMISE 3 may change its password while strangers guess', async () => {
    const cookie = cookiesOf(await logIn()).join('; ');
    await guessFromEverywhere();
    const body = { current: PASSWORD, password: NEW_PASSWORD };
    expect((await post('/api/account/password', body, { cookie })).status).toBe(200);
  });
});
