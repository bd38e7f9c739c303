import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { type Connection, connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { type OidcServer, startOidcServer } from '#testing/auth/oidc-server.ts';
import { visitProvider } from '#testing/auth/oidc-visit.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { sessions, users } from './auth.tables.server.ts';
import { createAuthenticator } from './authenticate.server.ts';
import { issueResetToken } from './users.server.ts';

const SITE = 'http://localhost:3000';
const EMAIL = 'paula@example.com';
const NEW_PASSWORD = 'a very new password';

let provider: OidcServer;
let connection: Connection;
let drop: () => Promise<void>;
let api: ReturnType<typeof createApp>['api'];
const lines: string[] = [];
const responses: string[] = [];

beforeAll(async () => {
  provider = await startOidcServer({
    siteUrl: SITE,
    people: { mallory: { email: 'mallory@example.com', email_verified: true } },
  });
  const database = await cloneDatabase();
  drop = database.drop;
  connection = connect(database.url, { max: 5 });
  const settings = readSettings({ NODE_ENV: 'test', ...provider.settings });
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const content = openContent(connection.db);
  const log = pino({ level: 'trace' }, stream);
  const authenticate = createAuthenticator(connection.db, SITE);
  api = createApp({ settings, connection, content, log, authenticate }).api;
  await makeUser(connection.db, EMAIL);
});
afterAll(async () => {
  await connection.close();
  await drop();
  await provider.close();
});

const ask = async (path: string, body?: unknown, cookie = '') => {
  const response = await api.request(path, {
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  responses.push(await response.text(), response.headers.get('location') ?? '');
  return response;
};

const accountOf = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 16);

const linesOf = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

const pairOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

it('PROMISE 11 secrets, hashes and tokens are in no response and no log line, failures included', async () => {
  const signedIn = await ask('/api/auth/login', { email: EMAIL, password: PASSWORD });
  const cookie = pairOf(signedIn);
  await ask('/api/auth/user', undefined, cookie);
  await ask('/api/auth/options');
  await ask('/api/auth/login', { email: EMAIL, password: 'the wrong one' });
  await connection.db.update(users).set({ totpConfirmedAt: new Date() });
  await ask('/api/auth/login', { email: EMAIL, password: PASSWORD, code: '000000' });
  await connection.db.update(users).set({ totpConfirmedAt: null });
  await connection.db.execute(sql`update rate_limits set points = 1000`);
  await ask('/api/auth/login', { email: EMAIL, password: PASSWORD });
  await connection.db.execute(sql`delete from rate_limits`);

  const start = await ask('/api/login');
  const back = await visitProvider(start.headers.get('location') ?? '', 'mallory', SITE);
  await ask(`${back.pathname}${back.search}`, undefined, pairOf(start));
  await ask(`${back.pathname}${back.search}`, undefined, pairOf(start));

  // A database that refuses the write names the whole row in its error.
  const token = (await issueResetToken(connection.db, EMAIL)) ?? '';
  await connection.db.execute(
    sql`alter table users add constraint refuse_all check (reset_token is not null) not valid`,
  );
  const failed = await ask('/api/auth/reset', { token, password: NEW_PASSWORD });
  expect(failed.status).toBe(500);
  await connection.db.execute(
    sql`alter table sessions add constraint refuse_all check (false) not valid`,
  );
  expect((await ask('/api/auth/login', { email: EMAIL, password: PASSWORD })).status).toBe(500);

  const [user] = await connection.db.select().from(users);
  const [session] = await connection.db.select().from(sessions);
  const secrets = {
    password: PASSWORD,
    newPassword: NEW_PASSWORD,
    wrongPassword: 'the wrong one',
    hashes: 'argon2id',
    passwordHash: user?.passwordHash,
    resetToken: token,
    resetTokenHash: user?.resetToken,
    sessionToken: cookie.split('=')[1],
    sessionHash: session?.idHash,
    code: back.searchParams.get('code'),
    clientSecret: provider.clientSecret,
  };
  expect(lines.join('')).toContain('request failed');
  expect(lines.join('')).toContain('external sign-in refused');
  const told = { origin: 'unknown', account: accountOf(EMAIL), level: 40 };
  expect(linesOf('sign-in failed')).toEqual([
    expect.objectContaining({ ...told, reason: 'wrong password' }),
    expect.objectContaining({ ...told, reason: 'wrong code' }),
    expect.objectContaining({ ...told, reason: 'too many attempts' }),
  ]);
  expect(linesOf('external sign-in refused')[0]).toMatchObject({
    origin: 'unknown',
    account: accountOf('mallory@example.com'),
    code: 'not-allowed',
  });
  expect(lines.join('')).not.toContain(EMAIL);
  expect(lines.join('')).not.toContain('mallory');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toBeTruthy();
    expect(responses.join('\n'), name).not.toContain(secret);
    expect(lines.join(''), name).not.toContain(secret);
  }
});
