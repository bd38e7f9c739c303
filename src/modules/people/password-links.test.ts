import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { startMailServer } from '#testing/servers/mail-server.ts';

const EMAIL = 'ivy@example.com';
const PASSWORD = 'a long enough password';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let id = 0;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ settings: { SMTP_URL: mail.url, MAIL_FROM: 'Desk <desk@example.com>' } });
  await app.signIn(EMAIL, 'editor');
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select id from users where email = ${EMAIL}`,
  );
  id = rows[0]?.id ?? 0;
  const made = await app.asEditor('POST', `/api/users/${id}/password-link`);
  await setPassword(tokenIn(made.body.link));
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(() => app.db.execute(sql`delete from rate_limits`));

const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
const setPassword = (token: string, password = PASSWORD) =>
  app.call('POST', '/api/auth/reset', { token, password });
const signIn = (password: string) =>
  app.call('POST', '/api/auth/login', { email: EMAIL, password });
const forget = (email: string) => app.call('POST', '/api/auth/forgot', { email });
const countMails = async () => {
  await app.runJobs();
  await app.runJobs();
  return mail.letters.length;
};

it('a forgotten password is set by a link that is e-mailed and works once, and known and unknown addresses get the same response', async () => {
  const before = await countMails();
  const known = await forget(EMAIL);
  const unknown = await forget('nobody@example.com');
  expect([known.status, known.body]).toEqual([202, { received: true }]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect((await countMails()) - before).toBe(1);
  expect(mail.last()?.to).toEqual([EMAIL]);
  const token = tokenIn(mail.last()?.mail.text ?? '');
  expect((await setPassword(token, 'another long password')).status).toBe(200);
  expect((await setPassword(token, 'yet another password')).status).toBe(400);
  expect((await signIn('another long password')).status).toBe(200);
  const { rows } = await app.db.execute(sql`select data from jobs where name = 'forgot-password'`);
  expect(JSON.stringify(rows)).not.toContain('@');
});

it('a link is for an hour, and nothing is sent to who signs in elsewhere', async () => {
  await forget(EMAIL);
  await countMails();
  const token = tokenIn(mail.last()?.mail.text ?? '');
  const { rows } = await app.db.execute(
    sql`select extract(epoch from reset_token_expiry - now()) as left from users where email = ${EMAIL}`,
  );
  expect(Math.round(Number(rows[0]?.left) / 60)).toBe(60);
  await app.db.execute(sql`update users set reset_token_expiry = now() - interval '1 second'`);
  expect((await setPassword(token)).status).toBe(400);
  await app.db.execute(sql`update users set password_hash = null where email = ${EMAIL}`);
  const before = await countMails();
  expect((await forget(EMAIL)).status).toBe(202);
  expect(await countMails()).toBe(before);
});

it('PROMISE 3 it is asked for three times an hour for one address, known or not', async () => {
  for (const email of [EMAIL, 'nobody@example.com']) {
    const statuses = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await forget(email)).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
  }
});

it('an owner makes a one-time link for a user, and nobody else does', async () => {
  const path = `/api/users/${id}/password-link`;
  expect((await app.call('POST', path)).status).toBe(401);
  const cookie = await app.signIn('publisher@example.com', 'publisher');
  expect((await app.call('POST', path, undefined, { cookie })).status).toBe(403);
  const made = await app.asEditor('POST', path);
  expect([made.status, made.body.email, made.body.isSent]).toEqual([201, EMAIL, true]);
  expect((await setPassword(tokenIn(made.body.link))).status).toBe(200);
  expect((await signIn(PASSWORD)).status).toBe(200);
  expect((await app.asEditor('POST', '/api/users/99999/password-link')).status).toBe(404);
});

it('an invitation says who invites whom and as what, and can be made again', async () => {
  const invite = () =>
    app.asEditor('POST', '/api/users/invitations', { email: 'new@example.com', role: 'publisher' });
  const read = (token: string) => app.call('POST', '/api/auth/invitation/read', { token });
  await app.db.execute(
    sql`update users set first_name = 'Ann', last_name = 'Owner' where email = 'editor@example.com'`,
  );
  const first = tokenIn((await invite()).body.link);
  expect((await read(first)).body).toEqual({
    email: 'new@example.com',
    role: 'publisher',
    invitedBy: 'Ann Owner',
  });
  const second = tokenIn((await invite()).body.link);
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
});
