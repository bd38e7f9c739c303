import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { sessions } from './auth.tables.server.ts';
import {
  ACCOUNT_ATTEMPTS,
  ACCOUNT_ATTEMPTS_IN_ALL,
  createSignInLimits,
  ORIGIN_ATTEMPTS,
} from './limits.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await makeUser(app.db, 'paula@example.com');
  await makeUser(app.db, 'peter@example.com');
  await app.call('POST', '/api/auth/login', { email: 'x@example.com', password: 'y' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`delete from rate_limits`);
});

interface Attempt {
  email?: unknown;
  password?: unknown;
  from?: string;
  headers?: Record<string, string>;
  more?: Record<string, unknown>;
}

const login = async ({ from = '203.0.113.7', headers = {}, more = {}, ...body }: Attempt) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'paula@example.com', password: PASSWORD, ...body, ...more }),
  };
  const bindings = { incoming: { socket: { remoteAddress: from } } };
  const response = await app.api.request('/api/auth/login', init, bindings);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

const passWindow = () => app.db.execute(sql`update rate_limits set expire = expire - 15 * 60000`);

describe('password sign-in', () => {
  it('A14.07 A14.08 answers 200 with the user and a session cookie', async () => {
    const response = await login({});
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.any(Number),
      email: 'paula@example.com',
      role: 'owner',
      firstName: 'Paula',
      lastName: null,
      profileImageUrl: null,
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await app.call('GET', '/api/auth/user', undefined, { cookie });
    expect(me.status).toBe(200);
    expect(me.body).toEqual(response.body);
  });

  it('A14.08 PROMISE 3 answers a wrong password and an unknown address alike', async () => {
    const wrong = await login({ password: 'wrong' });
    const unknown = await login({ email: 'nobody@example.com' });
    const withoutPassword = await login({ email: 'editor@example.com' });
    for (const response of [wrong, unknown, withoutPassword]) {
      expect(response.status).toBe(401);
      const { requestId, ...body } = response.body;
      expect(requestId).toBeTruthy();
      expect(body).toEqual({ message: 'Invalid email or password' });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it('PROMISE 3 takes as long for an unknown address as for a known one', async () => {
    const measure = async (attempt: Attempt) => {
      const start = performance.now();
      await login(attempt);
      return performance.now() - start;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 8; round += 1) {
      times.known.push(await measure({ password: `wrong ${round}` }));
      times.unknown.push(await measure({ email: `nobody${round}@example.com` }));
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('A1.09 names every problem by field', async () => {
    const { status, body } = await login({ email: 'abc', password: '' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password is required',
    });
    for (const email of [['paula@example.com'], { $gt: '' }, 7, null]) {
      expect((await login({ email })).status).toBe(400);
    }
  });

  it('PROMISE 3 PROMISE 12 refuses a huge password before hashing', async () => {
    const { status, body } = await login({ password: 'x'.repeat(201) });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ password: 'Password must have at most 200 characters' });
    // Not even counted as an attempt, which comes before the hashing.
    const { rowCount } = await app.db.execute(sql`select 1 from rate_limits`);
    expect(rowCount).toBe(0);
    expect((await login({ password: 'x'.repeat(200) })).status).toBe(401);
    expect((await login({ password: 'x'.repeat(2_000_000) })).status).toBe(413);
  });

  it('PROMISE 4 a hash is argon2id with a salt of its own', async () => {
    const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(hashes[0]).not.toBe(hashes[1]);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verifyPassword(hash, PASSWORD)).toBe(true);
      expect(await verifyPassword(hash, `${PASSWORD} `)).toBe(false);
    }
    for (const broken of [null, '', 'plain', hashes[0]?.slice(0, -1)]) {
      expect(await verifyPassword(broken, PASSWORD)).toBe(false);
    }
  });
});

describe('limits', () => {
  it('PROMISE 3 locks an account for the address that guesses, and not for its owner elsewhere', async () => {
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS; guess += 1) {
      expect((await login({ password: 'wrong', from: '198.51.100.1' })).status).toBe(401);
    }
    const locked = await login({ from: '198.51.100.1' });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await login({})).status).toBe(200);
    // The owner's sign-in opens nothing for the guesser.
    expect((await login({ from: '198.51.100.1' })).status).toBe(429);
    await passWindow();
    expect((await login({ from: '198.51.100.1' })).status).toBe(200);
  });

  it('PROMISE 3 adds no more to the lock of an account than one address may guess', async () => {
    const limits = createSignInLimits(app);
    for (let guess = 0; guess < ORIGIN_ATTEMPTS; guess += 1)
      await limits.count('share@example.com', '203.0.113.20').catch(() => undefined);
    const { rows } = await app.db.execute<{ points: number }>(
      sql`select points from rate_limits where starts_with(key, 'account:')`,
    );
    expect(rows.map(({ points }) => points)).toEqual([ACCOUNT_ATTEMPTS]);
  });

  it('PROMISE 3 locks an account for everybody when guesses come from everywhere, and lets it in later', async () => {
    const limits = createSignInLimits(app);
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS_IN_ALL - 1; guess += 1) {
      await limits.count('paula@example.com', `198.51.100.${guess}`);
    }
    expect((await login({ password: 'wrong', from: '198.51.100.200' })).status).toBe(401);
    const locked = await login({ from: '198.51.100.201' });
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(locked.headers.getSetCookie()).toEqual([]);
    expect((await login({ email: 'peter@example.com' })).status).toBe(200);
    await passWindow();
    expect((await login({})).status).toBe(200);
  });

  it('PROMISE 3 locks an unknown address just the same', async () => {
    const email = 'nobody@example.com';
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS; guess += 1) await login({ email });
    expect((await login({ email })).status).toBe(429);
  });

  it('PROMISE 3 counts guesses that come all at once', async () => {
    const guesses = Array.from({ length: ACCOUNT_ATTEMPTS * 2 }, () => login({ password: 'no' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT_ATTEMPTS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(ACCOUNT_ATTEMPTS);
  });

  it('PROMISE 3 no spelling, field or header opens a locked account', async () => {
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS; guess += 1) await login({ password: 'wrong' });
    const tries: Attempt[] = [
      { email: 'PAULA@example.com' },
      { email: '  paula@EXAMPLE.com\t' },
      { more: { ip: '1.1.1.1', address: '1.1.1.1', reset: true, id: 1 } },
      { headers: { 'x-forwarded-for': '1.1.1.1' } },
      { from: '::ffff:203.0.113.7' },
      { headers: { 'x-real-ip': '1.1.1.1', forwarded: 'for=1.1.1.1' } },
      { headers: { 'cf-connecting-ip': '1.1.1.1', 'true-client-ip': '1.1.1.1' } },
      { headers: { 'user-agent': 'another' } },
    ];
    for (const attempt of tries) expect((await login(attempt)).status).toBe(429);
    // Spellings that are another address by the standard reach no account.
    for (const email of ['paula+x@example.com', 'paula.@example.com']) {
      expect((await login({ email })).status).toBe(401);
    }
    for (const email of [
      'paula@example.com\u0000',
      'p\u0430ula@example.com',
      'paula@@example.com',
    ]) {
      expect((await login({ email })).status).toBe(400);
    }
  });

  it('PROMISE 3 limits an address of origin over all accounts, and a success resets nothing', async () => {
    for (let guess = 0; guess < ORIGIN_ATTEMPTS; guess += 1) {
      if (guess % 10 === 9) expect((await login({})).status).toBe(200);
      await login({ email: `guess${guess}@example.com`, password: 'wrong' });
    }
    const locked = await login({});
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    const spoofed = { 'x-forwarded-for': '9.9.9.9' };
    expect((await login({ headers: spoofed })).status).toBe(429);
    expect((await login({ from: '::ffff:203.0.113.7' })).status).toBe(429);
    // A locked origin cannot lock further accounts.
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS; guess += 1) await login({ password: 'wrong' });
    expect((await login({ from: '203.0.113.8' })).status).toBe(200);
    await passWindow();
    expect((await login({})).status).toBe(200);
  });

  it('PROMISE 3 TRUST_PROXY makes the address that the proxy saw the origin', async () => {
    const behind = await buildApp({ settings: { TRUST_PROXY: '1' } });
    const attempt = async (forwarded: string, email: string) => {
      const response = await behind.api.request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify({ email, password: 'wrong' }),
      });
      return response.status;
    };
    try {
      for (let guess = 0; guess < ORIGIN_ATTEMPTS; guess += 1) {
        // The forged entry in front changes with every guess.
        await attempt(`10.0.0.${guess}, 203.0.113.50`, `guess${guess}@example.com`);
      }
      expect(await attempt('1.2.3.4, 203.0.113.50', 'last@example.com')).toBe(429);
      expect(await attempt('203.0.113.50, 203.0.113.51', 'last@example.com')).toBe(401);
    } finally {
      await behind.close();
    }
  });

  it('PROMISE 3 counts over several processes', async () => {
    const nodes = [createSignInLimits(app), createSignInLimits(app)];
    for (let guess = 0; guess < ACCOUNT_ATTEMPTS; guess += 1) {
      await nodes[guess % 2]?.count('shared@example.com', '203.0.113.9');
    }
    for (const node of nodes) {
      await expect(node.count('shared@example.com', '203.0.113.9')).rejects.toThrow('Too many');
    }
  });

  it('PROMISE 3 limits an address of origin that guesses links, and does not look for what is no token', async () => {
    const open = async (path: string, token: string, remoteAddress: string) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: 'a long new password' }),
      };
      const bindings = { incoming: { socket: { remoteAddress } } };
      return app.api.request(`/api/auth/${path}`, init, bindings);
    };
    const madeUp = () => randomBytes(32).toString('base64url');
    const origin = '203.0.113.30';
    for (const token of ['', 'x', `${madeUp()}x`, `${madeUp().slice(1)}.`]) {
      expect((await open('reset', token, origin)).status).toBe(400);
    }
    const count = () => app.db.execute(sql`select from rate_limits where starts_with(key, 'link')`);
    expect((await count()).rows).toHaveLength(0);

    for (let guess = 0; guess < 15; guess += 1) {
      expect((await open('reset', madeUp(), origin)).status).toBe(400);
      expect((await open('invitation', madeUp(), origin)).status).toBe(400);
    }
    expect((await open('reset', madeUp(), origin)).status).toBe(429);
    // Further guesses skip the database.
    await app.db.execute(sql`delete from rate_limits`);
    const refused = await open('invitation', madeUp(), origin);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await open('reset', madeUp(), '203.0.113.31')).status).toBe(400);
  });

  it('PROMISE 1 a cross-site page cannot sign anybody in', async () => {
    const before = await app.db.$count(sessions);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await login({ headers })).status).toBe(403);
    const asForm = await login({ headers: { 'content-type': 'text/plain' } });
    expect(asForm.status).toBe(415);
    expect(await app.db.$count(sessions)).toBe(before);
  });
});
