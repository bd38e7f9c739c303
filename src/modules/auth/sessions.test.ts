import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { sessions, users } from './auth.tables.server.ts';
import { ACCOUNT_ATTEMPTS } from './limits.server.ts';
import { openSession } from './sessions.server.ts';
import { issueResetToken, removeUser } from './users.server.ts';

const EMAIL = 'paula@example.com';
const NEW_PASSWORD = 'another long password';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await makeUser(app.db, EMAIL);
});
afterAll(() => app.close());

const logIn = (target = app, password = PASSWORD, headers: Record<string, string> = {}) =>
  target.call('POST', '/api/auth/login', { email: EMAIL, password }, headers);

const cookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? '';
const pairOf = (headers: Headers) => cookieOf(headers).split(';')[0] ?? '';

const signIn = async () => pairOf((await logIn()).headers);

const statusOf = async (cookie: string) =>
  (await app.call('GET', '/api/auth/user', undefined, { cookie })).status;

const idHashOf = (cookie: string) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('hex');

const logOut = (headers: Record<string, string>, method = 'GET') =>
  app.api.request('/api/logout', { method, headers });
const FROM_A_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };

describe('session', () => {
  it('P24.04 P24.05 A14.06 tells who is signed in, and an anonymous visitor 401', async () => {
    const { status, body } = await app.asEditor('GET', '/api/auth/user');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      ['email', 'firstName', 'id', 'lastName', 'profileImageUrl', 'role'].sort(),
    );
    const anonymous = await app.call('GET', '/api/auth/user');
    expect(anonymous.status).toBe(401);
    expect(anonymous.body.message).toBe('Unauthorized');
  });

  it('PROMISE 4 a new id at sign-in: a planted one is never taken over', async () => {
    const planted = `session=${'A'.repeat(43)}`;
    const first = await logIn(app, PASSWORD, { cookie: planted });
    expect(pairOf(first.headers)).not.toBe(planted);
    expect(await statusOf(planted)).toBe(401);
    const second = await logIn(app, PASSWORD, { cookie: pairOf(first.headers) });
    expect(pairOf(second.headers)).not.toBe(pairOf(first.headers));
    expect(await statusOf(pairOf(first.headers))).toBe(401);
    expect(await statusOf(pairOf(second.headers))).toBe(200);
  });

  it('PROMISE 4 A11.19 the cookie is HttpOnly, SameSite=Lax, for 7 days', async () => {
    const attributes = cookieOf((await logIn()).headers)
      .split('; ')
      .slice(1);
    expect(attributes.toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'].toSorted(),
    );
  });

  it('PROMISE 4 on https it is Secure and __Host-, and a plain name is worth nothing', async () => {
    const secure = await buildApp({ settings: { SITE_URL: 'https://guide.example.com' } });
    try {
      await makeUser(secure.db, EMAIL);
      const cookie = cookieOf((await logIn(secure)).headers);
      expect(cookie).toMatch(/^__Host-session=[\w-]{43}; .*Path=\/; .*Secure/);
      expect(cookie).not.toMatch(/domain/i);
      const token = /=([\w-]{43})/.exec(cookie)?.[1];
      const ask = (name: string) =>
        secure.call('GET', '/api/auth/user', undefined, { cookie: `${name}=${token}` });
      expect((await ask('__Host-session')).status).toBe(200);
      expect((await ask('session')).status).toBe(401);
    } finally {
      await secure.close();
    }
  });

  it('PROMISE 4 the table holds a hash, with which nobody can sign in', async () => {
    const cookie = await signIn();
    const token = cookie.split('=')[1] ?? '';
    const rows = await app.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.map((row) => row.idHash)).toContain(idHashOf(cookie));
    expect(await statusOf(`session=${idHashOf(cookie)}`)).toBe(401);
  });

  it('PROMISE 4 expiry ends it, and the row goes with the next sign-in', async () => {
    const cookie = await signIn();
    expect(await statusOf(cookie)).toBe(200);
    const [row] = await app.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.idHash, idHashOf(cookie)))
      .returning();
    expect((row?.createdAt.getTime() ?? 0) + 7 * 86_400_000).toBeGreaterThan(Date.now());
    expect(await statusOf(cookie)).toBe(401);
    await signIn();
    expect(await app.db.$count(sessions, eq(sessions.idHash, idHashOf(cookie)))).toBe(0);
  });

  it('PROMISE 4 a day without a request ends it, a request in between does not', async () => {
    const idle = await signIn();
    const used = await signIn();
    const age = (cookie: string, hours: number) =>
      app.db
        .update(sessions)
        .set({ seenAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(sessions.idHash, idHashOf(cookie)));
    await age(idle, 24.1);
    await age(used, 23.9);
    expect([await statusOf(idle), await statusOf(used)]).toEqual([401, 200]);
    const [row] = await app.db
      .select()
      .from(sessions)
      .where(eq(sessions.idHash, idHashOf(used)));
    expect(Date.now() - (row?.seenAt.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('PROMISE 2 whoever came by the allow-list is out when its address is off it', async () => {
    const cookie = await app.signIn('former@example.com');
    expect(await statusOf(cookie)).toBe(200);
    const former = { admittedByList: true };
    await app.db.update(users).set(former).where(eq(users.email, 'former@example.com'));
    expect(await statusOf(cookie)).toBe(401);
  });

  it('PROMISE 2 off the allow-list a password opens sessions, and those of the provider end', async () => {
    const password = await signIn();
    const { id } = (await app.call('GET', '/api/auth/user', undefined, { cookie: password })).body;
    const external = `session=${(await openSession(app.db, id, { by: 'provider' })).token}`;
    expect([await statusOf(password), await statusOf(external)]).toEqual([200, 200]);
    await app.db.update(users).set({ admittedByList: true }).where(eq(users.id, id));
    expect([await statusOf(password), await statusOf(external)]).toEqual([200, 401]);
  });

  it('P24.07 A14.09 PROMISE 4 GET /api/logout really ends it and goes home', async () => {
    const cookie = await signIn();
    const other = await signIn();
    const response = await logOut({ cookie, ...FROM_A_PAGE });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/');
    expect(cookieOf(response.headers)).toMatch(/^session=; Max-Age=0/);
    expect(await statusOf(cookie)).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });

  it('PROMISE 4 nothing but a navigation from our own pages ends it: else a page asks first', async () => {
    const cookie = await signIn();
    const origins: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { ...FROM_A_PAGE, 'sec-fetch-dest': 'image' },
      { ...FROM_A_PAGE, 'sec-fetch-dest': 'empty' },
      { ...FROM_A_PAGE, 'sec-fetch-site': 'none' },
    ];
    for (const origin of origins) {
      const response = await logOut({ cookie, ...origin });
      expect([origin, response.status]).toEqual([origin, 200]);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toContain('<form method="post" action="/api/logout">');
    }
    expect((await logOut({ cookie, ...FROM_A_PAGE }, 'HEAD')).status).toBe(200);
    expect(await statusOf(cookie)).toBe(200);
    const pressed = await logOut({ cookie, 'sec-fetch-site': 'same-origin' }, 'POST');
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/']);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('PROMISE 4 a cross-site request logs nobody out', async () => {
    const cookie = await signIn();
    for (const site of ['cross-site', 'same-site']) {
      expect((await logOut({ cookie, 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await logOut({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await logOut({ cookie, origin: 'https://evil.example' }, 'POST')).status).toBe(403);
    const head = await app.api.request('/api/logout', {
      method: 'HEAD',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(head.status).toBe(403);
    for (const path of ['/api/logout/', '/API/logout', '//api/logout', '/api/%6Cogout']) {
      const headers = { cookie, 'sec-fetch-site': 'cross-site' };
      await app.api.request(path, { headers });
    }
    expect(await statusOf(cookie)).toBe(200);
  });

  it('PROMISE 4 a removed user is out at once', async () => {
    const cookie = await app.signIn('leaver@example.com');
    expect(await statusOf(cookie)).toBe(200);
    const [leaver] = await app.db.select().from(users).where(eq(users.email, 'leaver@example.com'));
    await removeUser(app.db, null, leaver?.id ?? 0);
    expect(await statusOf(cookie)).toBe(401);
  });
});

describe('one-time link', () => {
  const reset = (token: string, password = NEW_PASSWORD) =>
    app.call('POST', '/api/auth/reset', { token, password });

  const issue = async () => (await issueResetToken(app.db, EMAIL)) ?? '';

  it('PROMISE 4 a new password ends all other sessions and opens the account again', async () => {
    const earlier = [await signIn(), await signIn()];
    const bystander = await app.signIn('bystander@example.com');
    for (let guess = 0; guess <= ACCOUNT_ATTEMPTS; guess += 1) await logIn(app, 'wrong');
    expect((await logIn()).status).toBe(429);

    const response = await reset(await issue());
    expect(response.status).toBe(200);
    expect(response.body.email).toBe(EMAIL);
    for (const cookie of earlier) expect(await statusOf(cookie)).toBe(401);
    expect(await statusOf(bystander)).toBe(200);
    expect(await statusOf(pairOf(response.headers))).toBe(200);
    expect((await logIn()).status).toBe(401);
    expect((await logIn(app, NEW_PASSWORD)).status).toBe(200);
    await reset(await issue(), PASSWORD);
  });

  it('A1.14 works once, for an hour, and only the newest', async () => {
    const old = await issue();
    const token = await issue();
    expect((await reset(old)).status).toBe(400);
    const twice = await Promise.all([reset(token, PASSWORD), reset(token, PASSWORD)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    const used = await reset(token);
    expect(used.body.message).toBe('This link is not valid any more. Please ask for a new one.');

    const late = await issue();
    const [row] = await app.db.select().from(users).where(eq(users.email, EMAIL));
    const minutes = ((row?.resetTokenExpiry?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    await app.db.execute(sql`update users set reset_token_expiry = now() - interval '1 second'`);
    expect((await reset(late)).status).toBe(400);
    expect((await logIn()).status).toBe(200);
  });

  it('A1.14 refuses a short or huge password, and what the table holds as a token', async () => {
    const token = await issue();
    const { status, body } = await reset(token, 'short');
    expect(status).toBe(400);
    expect(body.fields).toEqual({ password: 'Password must have at least 12 characters' });
    expect((await reset(token, 'x'.repeat(201))).status).toBe(400);
    const [row] = await app.db.select().from(users).where(eq(users.email, EMAIL));
    expect(row?.resetToken).not.toBe(token);
    expect((await reset(row?.resetToken ?? '')).status).toBe(400);
    expect((await reset(token, PASSWORD)).status).toBe(200);
  });
});
