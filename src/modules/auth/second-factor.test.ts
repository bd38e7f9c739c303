import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup, saveBackup } from '#platform/db/backup.server.ts';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { readSealingKey } from './sealed.server.ts';
import { resealSecrets } from './second-factor.server.ts';
import { issueResetToken } from './users.server.ts';

const EMAIL = 'paula@example.com';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`delete from users where email <> 'editor@example.com'`);
  await app.db.execute(sql`delete from rate_limits`);
  await makeUser(app.db, EMAIL);
});

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

const logIn = (code?: string) =>
  app.call('POST', '/api/auth/login', { email: EMAIL, password: PASSWORD, code });

const signIn = async () => cookieOf((await logIn()).headers);

const as = (cookie: string) => (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie });

/** The code of a step, counted from now. */
const codeAt = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + step * 30_000,
  });

/** A step that lies behind counts no more: as if the codes so far were of long ago. */
const forgetSteps = () => app.db.execute(sql`update users set totp_step = 1 where totp_step > 1`);

const switchOn = async () => {
  const me = as(await signIn());
  const { body } = await me('POST', '/api/account/totp', { password: PASSWORD });
  const on = await me('POST', '/api/account/totp/confirm', { code: codeAt(body.secret) });
  expect(on.status).toBe(200);
  const codes: string[] = on.body.recoveryCodes;
  return { secret: String(body.secret), codes, me: as(cookieOf(on.headers)) };
};

describe('the second factor', () => {
  it('is set up with the password, and counts once a code is confirmed', async () => {
    const me = as(await signIn());
    const wrong = await me('POST', '/api/account/totp', { password: 'wrong' });
    expect(wrong.body.fields).toEqual({ password: 'This is not your password' });
    const { body } = await me('POST', '/api/account/totp', { password: PASSWORD });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Family%20Office%20Software:paula%40example.com\?/);
    expect(body.svg).toMatch(/^<svg /);
    expect((await logIn()).status).toBe(200);
    expect((await me('POST', '/api/account/totp/confirm', { code: '000000' })).status).toBe(400);
    const code = codeAt(body.secret);
    const on = await me('POST', '/api/account/totp/confirm', { code });
    expect(on.body.recoveryCodes).toHaveLength(10);
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    const renewed = as(cookieOf(on.headers));
    expect((await renewed('GET', '/api/account')).body).toMatchObject({
      hasPassword: true,
      hasSecondFactor: true,
      recoveryCodesLeft: 10,
    });
    // While it is on, a session alone cannot put another app in its place.
    expect((await renewed('POST', '/api/account/totp', { password: PASSWORD })).status).toBe(409);
  });

  it('is asked for after the right password alone', async () => {
    const { secret } = await switchOn();
    const asked = await logIn();
    expect(asked.status).toBe(401);
    expect(asked.body).toMatchObject({
      needsCode: true,
      message: 'Enter the code of your authenticator app, or a recovery code',
    });
    expect(asked.headers.getSetCookie()).toEqual([]);
    const guess = { email: EMAIL, password: 'wrong', code: codeAt(secret, 1) };
    const wrong = await app.call('POST', '/api/auth/login', guess);
    expect([wrong.status, wrong.body.needsCode]).toEqual([401, undefined]);
    const signedIn = await logIn(codeAt(secret, 1));
    expect(signedIn.status).toBe(200);
    const cookie = cookieOf(signedIn.headers);
    expect((await as(cookie)('GET', '/api/auth/user')).status).toBe(200);
  });

  it('takes a code once, and none from before it', async () => {
    const { secret } = await switchOn();
    // The code that switched it on is used up.
    expect((await logIn(codeAt(secret))).status).toBe(401);
    const code = codeAt(secret, 1);
    const statuses = (await Promise.all([logIn(code), logIn(code), logIn(code)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect((await logIn(codeAt(secret))).status).toBe(401);
    await forgetSteps();
    expect((await logIn(codeAt(secret, -3))).status).toBe(401);
    expect((await logIn(codeAt(secret, 3))).status).toBe(401);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { codes } = await switchOn();
    const [first = '', second = ''] = codes;
    expect((await logIn(first)).status).toBe(200);
    expect((await logIn(first)).body.message).toBe(
      'This code is not right, or it was used already',
    );
    expect((await logIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    const { rows } = await app.db.execute<{ line: string }>(
      sql`select r::text || u::text as line from recovery_codes r join users u on u.id = r.user_id`,
    );
    const stored = rows.map(({ line }) => line).join();
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  it('stores no secret in plain text', async () => {
    const { secret } = await switchOn();
    const { rows } = await app.db.execute<{ line: string }>(
      sql`select u::text as line from users u`,
    );
    expect(rows.map(({ line }) => line).join()).not.toContain(secret);
  });

  it('PROMISE 3 cannot be guessed: after ten wrong codes the right one is refused too', async () => {
    const { secret } = await switchOn();
    await app.db.execute(sql`delete from rate_limits`);
    const guesses = Array.from({ length: 12 }, (_, n) => logIn(String(100_000 + n)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await logIn(codeAt(secret, 1))).status).toBe(429);
  });

  it('PROMISE 3 cannot be guessed by whoever found a session open either', async () => {
    const { me } = await switchOn();
    await app.db.execute(sql`delete from rate_limits`);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { status } = await me('POST', '/api/account/totp/off', { code: String(100_000 + n) });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    expect((await me('GET', '/api/account')).body.hasSecondFactor).toBe(true);
  });

  it('is switched off by a code, and by an owner for whoever lost everything', async () => {
    const { secret, me } = await switchOn();
    expect((await me('POST', '/api/account/totp/off', { code: '123456' })).status).toBe(400);
    const off = await me('POST', '/api/account/totp/off', { code: codeAt(secret, 1) });
    expect(off.status).toBe(200);
    expect((await logIn()).status).toBe(200);

    await forgetSteps();
    await switchOn();
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from users where email = ${EMAIL}`,
    );
    expect((await app.asEditor('DELETE', `/api/users/${rows[0]?.id}/totp`)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  it('PROMISE 3 no owner switches their own off without a code: the call for others refuses it', async () => {
    const { codes, me } = await switchOn();
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from users where email = ${EMAIL}`,
    );
    const refused = await me('DELETE', `/api/users/${rows[0]?.id}/totp`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Switch your own second factor off under Account, by a code of the app or a recovery code (POST /api/account/totp/off)',
    ]);
    expect((await me('GET', '/api/account')).body.hasSecondFactor).toBe(true);
    expect((await me('POST', '/api/account/totp/off', { code: codes[0] })).status).toBe(200);
  });

  it('PROMISE 4 ends the other sessions when it is switched on or off, as a new password does', async () => {
    const isIn = async (cookie: string) => (await as(cookie)('GET', '/api/auth/user')).status;
    const here = await signIn();
    const elsewhere = await signIn();
    const { body } = await as(here)('POST', '/api/account/totp', { password: PASSWORD });
    const refused = await as(here)('POST', '/api/account/totp/confirm', { code: '000000' });
    expect([refused.status, await isIn(elsewhere)]).toEqual([400, 200]);
    const on = await as(here)('POST', '/api/account/totp/confirm', { code: codeAt(body.secret) });
    const renewed = cookieOf(on.headers);
    expect([await isIn(here), await isIn(elsewhere), await isIn(renewed)]).toEqual([401, 401, 200]);
    const other = cookieOf((await logIn(on.body.recoveryCodes[0])).headers);
    const code = on.body.recoveryCodes[1];
    const off = await as(renewed)('POST', '/api/account/totp/off', { code });
    const last = cookieOf(off.headers);
    expect([await isIn(renewed), await isIn(other), await isIn(last)]).toEqual([401, 401, 200]);
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from users where email = ${EMAIL}`,
    );
    await app.asEditor('DELETE', `/api/users/${rows[0]?.id}/totp`);
    expect(await isIn(last)).toBe(401);
  });

  it('PROMISE 4 keeps the kind of the session: what the provider opened stays the provider’s', async () => {
    const here = await signIn();
    await app.db.execute(sql`update sessions set data = '{"by": "provider"}'`);
    const { body } = await as(here)('POST', '/api/account/totp', { password: PASSWORD });
    await as(here)('POST', '/api/account/totp/confirm', { code: codeAt(body.secret) });
    const { rows } = await app.db.execute(
      sql`select data from sessions join users on users.id = user_id where email = ${EMAIL}`,
    );
    expect(rows).toEqual([{ data: { by: 'provider' } }]);
  });

  it('is not passed by a link that sets a new password', async () => {
    const { secret } = await switchOn();
    const token = await issueResetToken(app.db, EMAIL);
    const reset = await app.call('POST', '/api/auth/reset', { token, password: PASSWORD });
    expect(reset.status).toBe(200);
    expect(reset.headers.getSetCookie()).toEqual([]);
    expect((await logIn()).body.needsCode).toBe(true);
    expect((await logIn(codeAt(secret, 1))).status).toBe(200);
  });

  it('is written down without codes', async () => {
    const { codes } = await switchOn();
    await logIn(codes[0]);
    await logIn('999999');
    const { body } = await app.asEditor('GET', `/api/activity?actor=${EMAIL}&limit=4`);
    const told = body.map(({ action, details }: { action: string; details: { by?: string } }) =>
      [action, details?.by].filter(Boolean).join(' by '),
    );
    expect(told).toEqual([
      'sign-in failed',
      'signed in by recovery code',
      'two-factor on',
      'signed in by password',
    ]);
    expect(JSON.stringify(body)).not.toContain(codes[0]);
  });
});

describe('one’s own password', () => {
  it('takes the current one, ends every other session and renews this one', async () => {
    const here = await signIn();
    const elsewhere = await signIn();
    const change = (current: string) =>
      as(here)('POST', '/api/account/password', { current, password: 'a whole new password' });
    expect((await change('wrong')).body.fields).toEqual({ current: 'This is not your password' });
    const { status, headers } = await change(PASSWORD);
    expect(status).toBe(200);
    const renewed = cookieOf(headers);
    expect(renewed).not.toBe(here);
    const isIn = async (cookie: string) => (await as(cookie)('GET', '/api/auth/user')).status;
    expect([await isIn(here), await isIn(elsewhere), await isIn(renewed)]).toEqual([401, 401, 200]);
    expect((await logIn()).status).toBe(401);
  });

  it('PROMISE 3 cannot be guessed by whoever found a session open', async () => {
    const me = as(await signIn());
    await app.db.execute(sql`delete from rate_limits`);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const body = { current: `guess ${n}`, password: 'a whole new password' };
      statuses.push((await me('POST', '/api/account/password', body)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses[10]).toBe(429);
  });

  it('is no business of other sites', async () => {
    const headers = { cookie: await signIn(), 'sec-fetch-site': 'same-site' };
    const body = { current: PASSWORD, password: 'a whole new password' };
    expect((await app.call('POST', '/api/account/password', body, headers)).status).toBe(403);
  });
});

describe('one’s own sessions', () => {
  it('tell when, from where and in which browser, and can be ended', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const response = await app.api.request(
      '/api/auth/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      },
      { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
    );
    const away = cookieOf(response.headers);
    const here = await signIn();
    const { body } = await as(here)('GET', '/api/account/sessions');
    expect(body).toHaveLength(2);
    const other = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect(other).toMatchObject({ address: '203.0.113.7', agent, seenAt: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/);

    const [theirs] = (await app.asEditor('GET', '/api/account/sessions')).body;
    const end = (id: number) => as(here)('DELETE', `/api/account/sessions/${id}`);
    expect((await end(theirs.id)).status).toBe(404);
    expect((await end(other.id)).status).toBe(200);
    expect((await as(away)('GET', '/api/auth/user')).status).toBe(401);
    expect((await as(here)('GET', '/api/auth/user')).status).toBe(200);
  });
});

describe('what seals the secrets of apps', () => {
  const readSealed = async () => {
    const { rows } = await app.db.execute(
      sql`select totp_secret from users where email = ${EMAIL}`,
    );
    return String(rows[0]?.totp_secret);
  };

  it('ISSUE 41 is never in the backup that holds them, and stays through a restore', async () => {
    const { secret } = await switchOn();
    const sealed = await readSealed();
    const key = (await readSealingKey(app.db)).toString('base64');
    const folder = await mkdtemp(join(tmpdir(), 'second-factor-'));
    const file = join(folder, 'backup.gz');
    await saveBackup(app.databaseUrl, file);
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain(sealed);
    expect(text).not.toContain(key);
    expect(text).not.toContain(secret);
    await restoreBackup(app.databaseUrl, await checkBackup(file));
    await rm(folder, { recursive: true });
    await forgetSteps();
    expect((await logIn(codeAt(secret))).status).toBe(200);
  });

  it('ISSUE 41 is the key of the installation once there is one, and the key in the database opens nothing more', async () => {
    const { secret } = await switchOn();
    const before = await readSealed();
    const key = await readSealingKey(app.db);
    const SECRETS_KEY = 'a key of this installation';
    await resealSecrets(app.db, { SECRETS_KEY });
    await resealSecrets(app.db, { SECRETS_KEY });
    expect(await readSealed()).not.toBe(before);
    expect((await readSealingKey(app.db)).equals(key)).toBe(false);
    await forgetSteps();
    expect((await logIn(codeAt(secret))).status).toBe(401);
    const database = { url: app.databaseUrl, drop: async () => undefined };
    const keyed = await buildApp({ database, settings: { SECRETS_KEY } });
    const reply = await keyed.call('POST', '/api/auth/login', {
      email: EMAIL,
      password: PASSWORD,
      code: codeAt(secret),
    });
    expect(reply.status).toBe(200);
    await keyed.close();
  });
});
