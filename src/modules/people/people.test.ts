import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOld } from '#app/jobs/forget-old.server.ts';
import { invitations, users } from '#modules/auth/auth.tables.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';

const PASSWORD = 'a long enough password';
const LAST_OWNER =
  'This is the last owner. Make somebody else an owner first: someone has to look after the people.';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mail = await startMailServer();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>' };
  app = await buildApp({ settings });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(async () => {
  await app.db.execute(sql`delete from users where email <> 'editor@example.com'`);
  await app.db.execute(sql`delete from rate_limits`);
});

const idOf = async (email: string) =>
  (await app.db.select().from(users).where(eq(users.email, email)))[0]?.id ?? 0;

const isIn = async (cookie: string) =>
  (await app.call('GET', '/api/auth/user', undefined, { cookie })).status === 200;

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

const invite = async (email: string, role = 'editor') => {
  const { status, body } = await app.asEditor('POST', '/api/users/invitations', { email, role });
  expect(status).toBe(201);
  return body;
};

const accept = (token: string, headers: Record<string, string> = {}) =>
  app.call(
    'POST',
    '/api/auth/invitation',
    { token, password: PASSWORD, firstName: 'Ivy' },
    headers,
  );

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('users', () => {
  it('are listed for everybody, and how they are guarded for owners alone', async () => {
    const cookie = await app.signIn('reader@example.com', 'viewer');
    const { body } = await app.call('GET', '/api/users', undefined, { cookie });
    expect(body).toEqual([
      expect.objectContaining({
        email: 'editor@example.com',
        role: 'owner',
        hasSecondFactor: null,
      }),
      expect.objectContaining({ email: 'reader@example.com', role: 'viewer', seenAt: null }),
    ]);
    const full = (await app.asEditor('GET', '/api/users')).body;
    expect(full[1]).toMatchObject({ hasPassword: false, hasSecondFactor: false });
    expect(full[1].seenAt).toEqual(expect.any(String));
    expect(JSON.stringify(full)).not.toMatch(/hash|secret|token/i);
  });

  it('lose their sessions with their role', async () => {
    const cookie = await app.signIn('press@example.com', 'publisher');
    const path = `/api/users/${await idOf('press@example.com')}`;
    expect((await app.asEditor('PATCH', path, { role: 'publisher' })).status).toBe(200);
    expect(await isIn(cookie)).toBe(true);
    expect((await app.asEditor('PATCH', path, { role: 'editor' })).body.role).toBe('editor');
    expect(await isIn(cookie)).toBe(false);
    const [line] = (await app.asEditor('GET', '/api/activity?limit=1')).body;
    expect(line).toMatchObject({
      action: 'role changed',
      title: 'press@example.com',
      details: { from: 'publisher', to: 'editor' },
    });
  });

  it('are signed out and removed by an owner', async () => {
    const cookie = await app.signIn('leaver@example.com', 'editor');
    const path = `/api/users/${await idOf('leaver@example.com')}`;
    expect((await app.asEditor('GET', `${path}/sessions`)).body).toHaveLength(1);
    expect((await app.asEditor('DELETE', `${path}/sessions`)).status).toBe(200);
    expect(await isIn(cookie)).toBe(false);
    const again = await app.signIn('leaver@example.com', 'editor');
    expect((await app.asEditor('DELETE', path)).status).toBe(200);
    expect(await isIn(again)).toBe(false);
    expect((await app.asEditor('DELETE', path)).status).toBe(404);
  });

  it('never raise themselves: not by another call, another field or another method', async () => {
    const cookie = await app.signIn('climber@example.com', 'editor');
    const id = await idOf('climber@example.com');
    const raise = { role: 'owner' };
    const tries: [string, string, unknown][] = [
      ['PATCH', `/api/users/${id}`, raise],
      ['PUT', `/api/users/${id}`, raise],
      ['POST', `/api/users/${id}`, raise],
      ['POST', '/api/users/invitations', { email: 'second@example.com', role: 'owner' }],
      ['DELETE', `/api/users/${await idOf('editor@example.com')}`, undefined],
      ['POST', '/api/account/password', { current: 'x', password: PASSWORD, role: 'owner' }],
      ['PATCH', '/api/auth/user', raise],
      ['PUT', '/api/account', raise],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await app.call(method, path, body, { cookie });
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    }
    const people = await app.db.select({ email: users.email, role: users.role }).from(users);
    expect(people.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual([
      { email: 'climber@example.com', role: 'editor' },
      { email: 'editor@example.com', role: 'owner' },
    ]);
    const path = `/api/users/${id}`;
    for (const field of ['passwordHash', 'email', 'id', 'totpSecret', 'resetToken']) {
      const body = { role: 'editor', [field]: 'x' };
      expect((await app.asEditor('PATCH', path, body)).status).toBe(400);
    }
    expect((await app.asEditor('PATCH', path, { role: 'admin' })).status).toBe(400);
  });
});

/** With a password, as an owner who can sign in again. */
const signInOwner = async (email: string) => {
  const cookie = await app.signIn(email, 'owner');
  await app.db.update(users).set({ passwordHash: 'of a password' }).where(eq(users.email, email));
  return cookie;
};

describe('the last owner', () => {
  it('stays, whoever asks', async () => {
    const path = `/api/users/${await idOf('editor@example.com')}`;
    for (const [method, body] of [['DELETE'], ['PATCH', { role: 'publisher' }]] as const) {
      const response = await app.asEditor(method, path, body);
      expect([response.status, response.body.message]).toEqual([409, LAST_OWNER]);
    }
    expect((await app.asEditor('PATCH', path, { role: 'owner' })).status).toBe(200);
  });

  it('is the last one where others cannot sign in yet', async () => {
    await app.db.insert(users).values({ email: 'never@example.com', role: 'owner' });
    const path = `/api/users/${await idOf('editor@example.com')}`;
    const response = await app.asEditor('PATCH', path, { role: 'viewer' });
    expect([response.status, response.body.message]).toEqual([409, LAST_OWNER]);
    await app.asEditor('DELETE', `/api/users/${await idOf('never@example.com')}`);
  });

  it('stays when all owners take each other away at once', async () => {
    const emails = ['a', 'b', 'c', 'd'].map((letter) => `${letter}@example.com`);
    const cookies = await Promise.all(emails.map(signInOwner));
    await app.db.update(users).set({ role: 'viewer' }).where(eq(users.email, 'editor@example.com'));
    const ids = await Promise.all(emails.map(idOf));
    const asked = cookies.flatMap((cookie) =>
      ids.map((id, index) =>
        index % 2 === 0
          ? app.call('DELETE', `/api/users/${id}`, undefined, { cookie })
          : app.call('PATCH', `/api/users/${id}`, { role: 'viewer' }, { cookie }),
      ),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const left = await app.db.$count(users, eq(users.role, 'owner'));
    await app.db.update(users).set({ role: 'owner' }).where(eq(users.email, 'editor@example.com'));
    expect(left).toBe(1);
    expect(statuses.every((status) => [200, 401, 403, 404, 409].includes(status))).toBe(true);
  });
});

describe('invitations', () => {
  it('are a link for one person, one role and one use, sent by mail too', async () => {
    const made = await invite('ivy@example.com', 'publisher');
    expect(made).toMatchObject({ email: 'ivy@example.com', role: 'publisher', isSent: true });
    expect(made.link).toMatch(/^http:\/\/localhost:3000\/auth\/invitation\?token=[\w-]{43}$/);
    await app.runJobs();
    expect(mail.last()?.mail.text).toContain(`\n${made.link}\n`);
    expect(mail.last()?.to).toEqual(['ivy@example.com']);
    const open = (await app.asEditor('GET', '/api/users/invitations')).body;
    expect(open).toEqual([expect.objectContaining({ email: 'ivy@example.com' })]);
    expect(JSON.stringify(open)).not.toContain(tokenIn(made.link));
    const [stored] = await app.db.select().from(invitations);
    expect(JSON.stringify(stored)).not.toContain(tokenIn(made.link));

    const { status, body, headers } = await accept(tokenIn(made.link));
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: 'ivy@example.com', role: 'publisher', firstName: 'Ivy' });
    expect(await isIn(cookieOf(headers))).toBe(true);

    const again = await accept(tokenIn(made.link));
    expect(again.status).toBe(400);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await app.asEditor('GET', '/api/users/invitations')).body).toEqual([]);
    const told = (await app.asEditor('GET', '/api/activity?limit=2')).body;
    expect(told.map(({ action }: { action: string }) => action)).toEqual(['joined', 'invited']);
  });

  it('let one in when two use the link at once', async () => {
    const token = tokenIn((await invite('twice@example.com')).link);
    const statuses = (await Promise.all([accept(token), accept(token), accept(token)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
  });

  it('end by time, by being withdrawn, by a newer one, and with the owner who made them', async () => {
    const old = tokenIn((await invite('late@example.com')).link);
    await app.db.execute(sql`update invitations set expires_at = now() - interval '1 second'`);
    expect((await accept(old)).status).toBe(400);
    // Listing them is reading: those that are too old are not shown, and go at night.
    const stored = () => app.db.$count(invitations);
    const before = await stored();
    expect((await app.asEditor('GET', '/api/users/invitations')).body).toEqual([]);
    expect([await stored(), before > 0]).toEqual([before, true]);
    await forgetOld(app.db);
    expect(await stored()).toBe(0);

    const withdrawn = await invite('off@example.com');
    const path = `/api/invitations/${withdrawn.id}`;
    expect((await app.asEditor('DELETE', path)).status).toBe(200);
    expect((await app.asEditor('DELETE', path)).status).toBe(404);
    expect((await accept(tokenIn(withdrawn.link))).status).toBe(400);

    const first = tokenIn((await invite('again@example.com', 'owner')).link);
    const second = tokenIn((await invite('again@example.com', 'viewer')).link);
    expect((await accept(first)).status).toBe(400);
    expect((await accept(second)).body.role).toBe('viewer');

    await signInOwner('editor@example.com');
    const cookie = await signInOwner('former@example.com');
    const { body } = await app.call(
      'POST',
      '/api/users/invitations',
      { email: 'friend@example.com', role: 'owner' },
      { cookie },
    );
    const id = await idOf('former@example.com');
    await app.asEditor('PATCH', `/api/users/${id}`, { role: 'editor' });
    expect((await accept(tokenIn(body.link))).status).toBe(400);
  });

  it('are for nobody who is a user, and name no role but the four', async () => {
    const ask = (body: unknown) => app.asEditor('POST', '/api/users/invitations', body);
    expect((await ask({ email: 'Editor@example.com', role: 'viewer' })).status).toBe(409);
    expect((await ask({ email: 'x@example.com', role: 'root' })).status).toBe(400);
    expect((await ask({ email: 'x@example.com', role: 'owner', token: 'x' })).status).toBe(400);
    for (const token of ['', 'x', 'x'.repeat(101)]) expect((await accept(token)).status).toBe(400);
  });

  it('PROMISE 4 open a session with an id of its own, and end the one that came along', async () => {
    const planted = `session=${'A'.repeat(43)}`;
    const earlier = await app.signIn('colleague@example.com', 'viewer');
    for (const [at, cookie] of [planted, earlier].entries()) {
      const token = tokenIn((await invite(`fixed-${at}@example.com`)).link);
      const { headers } = await accept(token, { cookie });
      expect(cookieOf(headers)).not.toBe(cookie);
      expect(await isIn(cookie)).toBe(false);
    }
  });

  it('PROMISE 4 are made and accepted from our own pages alone', async () => {
    const headers = { cookie: app.cookie, 'sec-fetch-site': 'cross-site' };
    const body = { email: 'csrf@example.com', role: 'owner' };
    expect((await app.call('POST', '/api/users/invitations', body, headers)).status).toBe(403);
    const id = await idOf('editor@example.com');
    const role = { role: 'viewer' };
    expect((await app.call('PATCH', `/api/users/${id}`, role, headers)).status).toBe(403);
    const token = tokenIn((await invite('csrf@example.com')).link);
    expect((await accept(token, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  it.each([
    ['no mail is set up', {}, false],
    ['the mail server is away', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' }, true],
  ])('are shown where %s, and the request waits for nobody', async (_, settings, isSent) => {
    const quiet = await buildApp({ settings });
    const body = { email: 'ivy@example.com', role: 'editor' };
    const made = await quiet.asEditor('POST', '/api/users/invitations', body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ isSent, link: expect.stringContaining('token=') });
    await quiet.close();
  });
});
