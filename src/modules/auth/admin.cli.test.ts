import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { runAdminCommand } from './admin.cli.server.ts';

const CLI = fileURLToPath(new URL('admin.cli.server.ts', import.meta.url));
const SITE = 'https://guide.example.com';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ settings: { SITE_URL: SITE } });
});
afterAll(() => app.close());

const run = async (args: string[], options: { env?: NodeJS.ProcessEnv } = {}) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl, SITE_URL: SITE, ...options.env },
    timeout: 20_000,
  });
  child.stdin.end();
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { output, errors, code };
};

const tokenIn = (output: string) =>
  new RegExp(`^${SITE}/auth/reset\\?token=([\\w-]{43})$`, 'm').exec(output)?.[1] ?? '';

const reset = (token: string, password: string) =>
  app.call('POST', '/api/auth/reset', { token, password });

const logIn = (email: string, password: string) =>
  app.call('POST', '/api/auth/login', { email, password });

describe('npm run admin', () => {
  it('A1.14 create prints a one-time link that sets the first password', async () => {
    const { output, code } = await run(['create', 'New@Example.com']);
    expect(code).toBe(0);
    const token = tokenIn(output);
    expect(token).not.toBe('');
    expect((await logIn('new@example.com', 'first password')).status).toBe(401);
    expect((await reset(token, 'first password')).status).toBe(200);
    expect((await logIn('new@example.com', 'first password')).status).toBe(200);

    const twice = await run(['create', 'new@example.com']);
    expect(twice).toMatchObject({ code: 1, output: '' });
    expect(twice.errors).toBe('There is already a user new@example.com\n');
  });

  it('A1.14 PROMISE 4 PROMISE 11 list without secrets, reset that ends sessions, remove', async () => {
    const cookie = await app.signIn('old@example.com');
    const me = async () => (await app.call('GET', '/api/auth/user', undefined, { cookie })).status;
    const listed = (await run(['list'])).output;
    expect(listed).not.toMatch(/argon2|[0-9a-f]{64}/);
    expect(listed).toMatch(/^old@example\.com\tEdith\towner\toidc\t\d{4}-\d\d-\d\d$/m);

    const { output } = await run(['reset', 'OLD@example.com']);
    expect(await me()).toBe(200);
    expect((await reset(tokenIn(output), 'a new password')).status).toBe(200);
    expect(await me()).toBe(401);

    expect((await run(['remove', 'old@example.com'])).output).toBe('Removed old@example.com\n');
    expect((await run(['list'])).output).not.toContain('old@example.com');
    expect((await logIn('old@example.com', 'a new password')).status).toBe(401);
  });

  it('gives a role, ends the sessions with it, and keeps the last owner', async () => {
    await run(['create', 'press@example.com', '--role', 'publisher']);
    expect((await run(['list'])).output).toMatch(/^press@example\.com\t-\tpublisher\t/m);
    const cookie = await app.signIn('press@example.com', 'publisher');
    const { output } = await run(['role', 'press@example.com', 'viewer']);
    expect(output).toBe('press@example.com is now viewer\n');
    expect((await app.call('GET', '/api/auth/user', undefined, { cookie })).status).toBe(401);

    await app.db.execute(sql`update users set role = 'viewer' where email <> 'editor@example.com'`);
    for (const args of [
      ['role', 'editor@example.com', 'editor'],
      ['remove', 'editor@example.com'],
    ]) {
      const refused = await run(args);
      expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('the last owner') });
    }
    const told = await app.asEditor('GET', '/api/activity?limit=1');
    expect(told.body[0]).toMatchObject({ action: 'role changed', actorEmail: null });
    for (const args of [
      ['role', 'press@example.com'],
      ['role', 'press@example.com', 'boss'],
    ]) {
      await expect(runAdminCommand(args, {})).rejects.toThrow(/Wrong command|The role is one of/);
    }
  });

  it('PROMISE 26 wrong input and wrong settings: a clear line and exit 1', async () => {
    const cases: [string[], string][] = [
      [['reset', 'nobody@example.com'], 'There is no user nobody@example.com\n'],
      [['remove', 'nobody@example.com'], 'There is no user nobody@example.com\n'],
      [['create', 'nonsense'], 'Please enter a valid email address\n'],
    ];
    for (const [args, errors] of cases) {
      expect(await run(args)).toEqual({ code: 1, output: '', errors });
    }
    for (const args of [[], ['toString'], ['create'], ['list', 'x@example.com'], ['--what']]) {
      await expect(runAdminCommand(args, {})).rejects.toThrow(/Wrong command|Unknown option/);
    }
    const wrong = await run(['list'], { env: { SITE_URL: 'nowhere' } });
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('SITE_URL') });
  });

  it('A1.14 --help explains the commands without a database', async () => {
    const { output, code } = await run(['--help'], { env: { DATABASE_URL: 'postgres://nowhere' } });
    expect(code).toBe(0);
    for (const word of ['create EMAIL', 'list', 'reset EMAIL', 'role EMAIL ROLE', 'remove EMAIL']) {
      expect(output).toContain(word);
    }
  });
});
