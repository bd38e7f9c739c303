import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveBackup } from '#platform/db/backup.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { type Served, serve } from '#testing/serve.ts';

const WRONG =
  'This token is wrong, has ended or was revoked. An owner of the site can make another.';
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let app: TestApp;
let factories: Factories;
beforeAll(async () => {
  app = await buildApp();
  factories = createFactories(app);
});
afterAll(() => app.close());

let count = 0;
const make = async (more: Record<string, unknown> = {}) => {
  count += 1;
  const asked = { name: `Sync ${count}`, role: 'editor', types: null, expiresAt: inDays(30) };
  return app.asEditor('POST', '/api/tokens', { ...asked, ...more });
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const makeHeaders = async (more: Record<string, unknown> = {}) =>
  bearer((await make(more)).body.token);

describe('making, seeing and revoking tokens', () => {
  it('shows a token once, and stores its hash alone', async () => {
    const { status, body } = await make({ name: 'Nightly sync', types: ['faq', 'news'] });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^fos_[\w-]{43}$/);
    const list = await app.asEditor('GET', '/api/tokens');
    expect(list.body.find(({ name }: { name: string }) => name === 'Nightly sync')).toMatchObject({
      role: 'editor',
      types: ['faq', 'news'],
      createdBy: 'editor@example.com',
      usedAt: null,
      isActive: true,
    });
    const { rows } = await app.db.execute<{ line: string }>(
      sql`select t::text as line from api_tokens t union all select a::text from activity a`,
    );
    const all = JSON.stringify([list.body, rows]);
    expect(all).not.toContain(body.token.slice(4));
  });

  it('refuses an end after a year or in the past, an unknown type, an owner and a name that is used', async () => {
    const fields = async (more: Record<string, unknown>) => (await make(more)).body.fields;
    expect(await fields({ expiresAt: inDays(367) })).toEqual({
      expiresAt: 'A token ends after a year at the latest',
    });
    expect(await fields({ expiresAt: inDays(-2) })).toEqual({
      expiresAt: 'Choose a day that is still to come',
    });
    const aYear = () => new Date().setUTCFullYear(new Date().getUTCFullYear() + 1);
    const after = new Date(aYear() + 60_000).toISOString();
    expect(await fields({ expiresAt: after })).toEqual({
      expiresAt: 'A token ends after a year at the latest',
    });
    const longest = await make({ expiresAt: new Date(aYear()).toISOString().slice(0, 10) });
    expect(longest.status).toBe(201);
    expect(Date.parse(longest.body.expiresAt)).toBeLessThanOrEqual(aYear());
    expect(Date.parse(longest.body.expiresAt)).toBeGreaterThan(aYear() - 60_000);
    const moment = new Date(aYear() - 60_000).toISOString();
    expect((await make({ expiresAt: moment })).body.expiresAt).toBe(moment);
    expect(Object.keys(await fields({ role: 'owner' }))).toEqual(['role']);
    expect(Object.keys(await fields({ types: ['users'] }))).toEqual(['types']);
    expect(await fields({ types: [] })).toEqual({ types: 'Choose a content type, or all' });
    expect((await make({ name: 'Nightly sync' })).status).toBe(409);
  });

  it('refuses a wrong, an ended and a revoked token in a sentence, also where a visitor may read', async () => {
    const { body } = await make();
    const headers = bearer(body.token);
    const read = (given: Record<string, string>) => app.call('GET', '/api/faq', undefined, given);
    expect((await read(headers)).status).toBe(200);
    await app.asEditor('DELETE', `/api/tokens/${body.id}`);
    const ended = await make();
    await app.db.execute(
      sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${ended.body.id}`,
    );
    const never = bearer(`fos_${'a'.repeat(43)}`);
    for (const given of [headers, bearer(ended.body.token), never, bearer('x'), bearer('')]) {
      const { status, body: said, headers: sent } = await read({ ...given, cookie: app.cookie });
      expect([status, said.message]).toEqual([401, WRONG]);
      expect(sent.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    expect((await app.asEditor('DELETE', `/api/tokens/${body.id}`)).status).toBe(404);
  });

  it('ISSUE 41 makes no preview link, which would open nothing', async () => {
    const { body } = await make();
    const path = '/api/faq/1/preview-links';
    const { status, body: said } = await app.call('POST', path, undefined, bearer(body.token));
    expect([status, said.message]).toEqual([
      403,
      'A token may not do this. Somebody has to sign in for it.',
    ]);
  });

  it('ends a token with the role or the account of its owner', async () => {
    const cookie = await app.signIn('olga@example.com');
    const asked = { name: 'Of Olga', role: 'viewer', types: null, expiresAt: inDays(9) };
    const { body } = await app.call('POST', '/api/tokens', asked, { cookie });
    const read = async () =>
      (await app.call('GET', '/api/faq', undefined, bearer(body.token))).status;
    expect(await read()).toBe(200);
    await app.signIn('olga@example.com', 'publisher');
    expect(await read()).toBe(401);
    const list = (await app.asEditor('GET', '/api/tokens')).body;
    expect(list.find(({ name }: { name: string }) => name === 'Of Olga').isActive).toBe(false);
    await app.db.execute(sql`delete from users where email = 'olga@example.com'`);
    expect((await app.asEditor('GET', '/api/tokens')).body).toHaveLength(list.length - 1);
  });

  it('ends a token with the place of its owner in ADMIN_EMAILS, and shows it as not active', async () => {
    const cookie = await app.signIn('otto@example.com');
    const asked = { name: 'Of Otto', role: 'viewer', types: null, expiresAt: inDays(9) };
    const { body } = await app.call('POST', '/api/tokens', asked, { cookie });
    expect(body.isActive).toBe(true);
    await app.db.execute(
      sql`update users set admitted_by_list = true, password_hash = null where email = 'otto@example.com'`,
    );
    expect((await app.call('GET', '/api/faq', undefined, bearer(body.token))).status).toBe(401);
    const list = (await app.asEditor('GET', '/api/tokens')).body;
    expect(list.find(({ name }: { name: string }) => name === 'Of Otto').isActive).toBe(false);
  });
});

describe('what a token may do', () => {
  it('writes under its name, without a cookie and from wherever it is sent', async () => {
    const headers = await makeHeaders({ name: 'Writer' });
    const draft = await factories.minimal('faq', { isPublished: false });
    const foreign = {
      ...headers,
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    };
    const made = await app.call('POST', '/api/faq', draft, foreign);
    expect(made.status).toBe(201);
    const { id } = made.body;
    await app.call('PUT', `/api/faq/${id}`, { answer: 'By a program' }, headers);
    const lines = await app.asEditor('GET', '/api/activity?actor=token: Writer');
    expect(
      lines.body.map((line: Record<string, unknown>) => [line.actorEmail, line.action]),
    ).toEqual([
      ['token: Writer', 'changed'],
      ['token: Writer', 'created'],
    ]);
    const [revision] = (await app.asEditor('GET', `/api/revisions/faq/${id}`)).body;
    expect(revision.userEmail ?? revision.by).toBe('token: Writer');
    const published = await app.call('PUT', `/api/faq/${id}`, { isPublished: true }, headers);
    expect(published.status).toBe(403);
    const { body: tokens } = await app.asEditor('GET', '/api/tokens');
    const used = tokens.find(({ name }: { name: string }) => name === 'Writer').usedAt;
    expect(Date.parse(used)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('decides alone: the cookie that comes with it counts for nothing', async () => {
    const headers = { ...(await makeHeaders({ role: 'viewer' })), cookie: app.cookie };
    const draft = await factories.minimal('faq');
    const { status, body } = await app.call('POST', '/api/faq', draft, headers);
    expect([status, body.message]).toEqual([
      403,
      'Only an editor, a publisher, or an owner may do this. You are a viewer.',
    ]);
    for (const path of ['/api/logout', '/api/auth/user', '/api/account', '/api/users'])
      expect((await app.call('GET', path, undefined, headers)).status).toBe(403);
    expect((await app.asEditor('GET', '/api/auth/user')).status).toBe(200);
  });

  it('sees drafts of its content types alone, and writes no others', async () => {
    const headers = await makeHeaders({ types: ['faq'] });
    const faq = await factories.create('faq', { isPublished: false });
    const term = await factories.create('glossary', { isPublished: false });
    const read = async (path: string) => (await app.call('GET', path, undefined, headers)).status;
    expect(await read(`/api/faq/${faq.id}`)).toBe(200);
    expect(await read(`/api/glossary/${term.id}`)).toBe(404);
    expect(await read(`/api/revisions/faq/${faq.id}`)).toBe(200);
    expect(await read(`/api/revisions/glossary/${term.id}`)).toBe(403);
    expect(await read(`/api/glossary/${term.id}/draft`)).toBe(403);
    const list = await app.call('GET', '/api/glossary', undefined, headers);
    expect(list.body.some(({ id }: { id: number }) => id === term.id)).toBe(false);
    const refused = await app.call('PUT', `/api/glossary/${term.id}`, {}, headers);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This token is not for glossary. It is for other content types.',
    ]);
  });

  it('is held to its own rate', async () => {
    const { body } = await make();
    await app.db.execute(
      sql`insert into rate_limits (key, points, expire) values (${`token:${-body.id}`}, 600, ${Date.now() + 60_000})`,
    );
    const read = (headers: Record<string, string>) =>
      app.call('GET', '/api/faq', undefined, headers);
    const { status, headers } = await read(bearer(body.token));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read(await makeHeaders())).status).toBe(200);
  });
});

describe('behind the page cache', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  it('shares no response of a token, and answers a wrong one 401 though the response is cached', async () => {
    const asked = { name: 'Reader', role: 'viewer', types: null, expiresAt: inDays(9) };
    const made = JSON.parse((await served.edit('POST', '/api/tokens', asked)).text);
    const slug = 'only-a-draft';
    await served.edit('POST', '/api/glossary', {
      term: 'Only a draft',
      slug,
      definition: 'Not public.',
      isPublished: false,
    });
    const list = `/api/glossary?q=${encodeURIComponent('Only a draft')}`;
    const mine = await served.get(list, bearer(made.token));
    expect(mine.text).toContain(slug);
    expect(mine.headers['cache-control']).toBe('private, no-store');
    const anonymous = await served.get(list);
    expect(anonymous.text).not.toContain(slug);
    expect((await served.get(list, bearer(made.token))).text).toContain(slug);
    expect((await served.get(list, bearer('fos_made-up'))).status).toBe(401);
    // A proxy's own scheme is none of ours.
    expect((await served.get(list, { authorization: 'Basic eDp5' })).status).toBe(200);
    const other = await served.get('/api/llms.txt', bearer(made.token));
    expect(other.status).toBe(404);
    expect(JSON.stringify(served.lines)).not.toContain(made.token);
    expect(JSON.stringify(served.lines)).not.toContain('fos_');
  });

  it('is in no backup, as sessions are not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tokens-backup-'));
    const file = join(folder, 'backup.gz');
    await saveBackup(app.databaseUrl, file);
    const text = gunzipSync(await readFile(file)).toString();
    await rm(folder, { recursive: true });
    expect(text).toContain('"users"');
    expect(text).not.toContain('api_tokens');
  });
});
