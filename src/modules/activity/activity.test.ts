import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueResetToken } from '#modules/auth/users.server.ts';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { sweepActivity } from './activity.routes.server.ts';
import { activity } from './activity.table.server.ts';

interface Row {
  id: number;
  at: string;
  actorEmail: string | null;
  action: string;
  collection: string | null;
  itemId: number | null;
  title: string | null;
  version: number | null;
  details: Record<string, unknown> | null;
  address: string | null;
  agent: string | null;
}

let app: TestApp;
let factories: Factories;
beforeAll(async () => {
  app = await buildApp();
  factories = createFactories(app);
});
afterAll(() => app.close());

const list = async (query = ''): Promise<Row[]> =>
  (await app.asEditor('GET', `/api/activity?limit=200${query}`)).body;

/** Activity entries since this call, oldest first. */
const watch = async () => {
  const { rows } = await app.db.execute<{ last: string }>(
    sql`select coalesce(max(id), 0) as last from activity`,
  );
  const last = Number(rows[0]?.last);
  return async () =>
    (await list())
      .filter(({ id }) => id > last)
      .reverse()
      .map(({ action, collection, itemId, version }) => [action, collection, itemId, version]);
};

const FROM = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.api.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Test browser', ...headers },
      body: JSON.stringify(body),
    },
    FROM,
  );

describe('what is written down', () => {
  it('every write of an item, with who, which version and which fields', async () => {
    const since = await watch();
    const draft = await factories.minimal('faq', { isPublished: false });
    const { body } = await app.asEditor('POST', '/api/faq', draft);
    const path = `/api/faq/${body.id}`;
    await app.asEditor('PUT', path, { answer: 'A secret of the house' });
    await app.asEditor('PUT', path, { isPublished: true });
    await app.asEditor('PUT', path, { isPublished: false });
    const [revision] = (await app.asEditor('GET', `/api/revisions/faq/${body.id}`)).body;
    await app.asEditor('POST', `/api/revisions/faq/${body.id}/${revision.id}/restore`);
    await app.asEditor('DELETE', path);
    const [gone] = (await app.asEditor('GET', '/api/trash?limit=1')).body;
    await app.asEditor('POST', `/api/trash/${gone.id}/restore`);
    await app.asEditor('DELETE', path);
    const [last] = (await app.asEditor('GET', '/api/trash?limit=1')).body;
    await app.asEditor('DELETE', `/api/trash/${last.id}`);
    const { id } = body;
    expect(await since()).toEqual([
      ['created', 'faq', id, 1],
      ['changed', 'faq', id, 2],
      ['published', 'faq', id, 3],
      ['unpublished', 'faq', id, 4],
      ['restored', 'faq', id, 5],
      ['deleted', 'faq', id, 5],
      ['restored', 'faq', id, 6],
      ['deleted', 'faq', id, 6],
      ['deleted for good', 'faq', id, null],
    ]);
    const rows = await list(`&collection=faq&item=${id}`);
    expect(rows.map(({ actorEmail }) => actorEmail)).toEqual(Array(9).fill('editor@example.com'));
    const made = await list(`&collection=faq&item=${id}&action=created`);
    expect(made.map(({ action }) => action)).toEqual(['created']);
    expect(rows.find(({ version, action }) => version === 2 && action === 'changed')).toMatchObject(
      { details: { fields: ['answer'] }, title: draft.question },
    );
    expect(JSON.stringify(rows)).not.toContain('A secret of the house');
  });

  it('nothing of a write that failed', async () => {
    const draft = await factories.minimal('faq');
    await app.asEditor('POST', '/api/faq', draft);
    const since = await watch();
    expect((await app.asEditor('POST', '/api/faq', { ...draft, answer: 'x' })).status).toBe(409);
    expect((await app.asEditor('PUT', '/api/faq/999999', {})).status).toBe(404);
    expect((await app.asEditor('POST', '/api/faq', {})).status).toBe(400);
    expect((await app.call('POST', '/api/faq', draft)).status).toBe(401);
    expect(await since()).toEqual([]);
  });

  it('what follows from a write: the redirect, and the guide that was active', async () => {
    const { id, slug } = await factories.create('faq', { isPublished: true });
    const since = await watch();
    await app.asEditor('PUT', `/api/faq/${id}`, { slug: 'moved-away' });
    const [moved, redirect] = (await list()).slice(0, 2).toReversed();
    expect(await since()).toHaveLength(2);
    expect(moved).toMatchObject({ action: 'changed', details: { fields: ['slug'] } });
    expect(redirect).toMatchObject({
      action: 'created',
      collection: 'redirects',
      title: `/faq/${slug}`,
    });

    const first = await factories.create('style-guides', { isActive: true });
    const second = await factories.create('style-guides', { isActive: false });
    const later = await watch();
    await app.asEditor('POST', `/api/style-guides/${second.id}/activate`);
    expect(new Set((await later()).map(([action, , item]) => `${action} ${item}`))).toEqual(
      new Set([`changed ${second.id}`, `unpublished ${first.id}`]),
    );
  });

  it('many deleted at once, a line each', async () => {
    const made = [await factories.create('news'), await factories.create('news')];
    const since = await watch();
    await app.asEditor('DELETE', '/api/news/bulk/unpublished');
    expect(await since()).toEqual(made.map(({ id }) => ['deleted', 'news', id, 1]));
  });

  it('sign-ins, those that failed, and their ends, with where they came from', async () => {
    await makeUser(app.db, 'paula@example.com');
    const since = await watch();
    await send('/api/auth/login', { email: 'paula@example.com', password: 'not her password' });
    await send('/api/auth/login', { email: 'my-password@example.com', password: 'typed wrongly' });
    const signedIn = await send('/api/auth/login', {
      email: 'paula@example.com',
      password: PASSWORD,
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await send('/api/logout', {}, { cookie });
    const token = await issueResetToken(app.db, 'paula@example.com');
    await send('/api/auth/reset', { token, password: 'another long password' });
    expect((await since()).map(([action]) => action)).toEqual([
      'sign-in failed',
      'sign-in failed',
      'signed in',
      'signed out',
      'password reset',
    ]);
    const rows = (await list()).slice(0, 5);
    expect(rows.map(({ actorEmail }) => actorEmail)).toEqual([
      'paula@example.com',
      'paula@example.com',
      'paula@example.com',
      null,
      'paula@example.com',
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ address: '203.0.113.7', agent: 'Test browser' });
    }
  });

  it('exports', async () => {
    const since = await watch();
    const table = await app.api.request('/api/faq/export.csv', { headers: { cookie: app.cookie } });
    expect(table.status).toBe(200);
    expect(await since()).toEqual([['exported', 'faq', null, null]]);
    expect((await list('&collection=faq'))[0]?.title).toBe('FAQ');
  });

  it('what pictures show', async () => {
    const name = '0123456789abcdef0123456789abcdef.webp';
    await app.db.execute(
      sql`insert into uploads (name, sha256, bytes) values (${name}, 'none', 1)`,
    );
    const since = await watch();
    await app.asEditor('PUT', `/api/uploads/${name}`, { alt: 'A ledger', credit: 'Our own' });
    expect(await since()).toEqual([['changed', null, null, null]]);
    const [described] = await list();
    expect(described?.title).toBe(name);
    expect(described?.details).toEqual({ fields: ['alt', 'credit'] });
  });

  it('what the schedule did, and what it could not do', async () => {
    const { id } = await factories.create('faq', { isPublished: false });
    const at = '2030-12-03T09:00:00Z';
    const schedule = () => app.asEditor('POST', `/api/faq/${id}/schedule`, { publishAt: at });
    const run = () => app.runJobs(new Date(at));
    const last = async () => (await list(`&collection=faq&item=${id}`))[0];
    await schedule();
    await run();
    expect(await last()).toMatchObject({
      action: 'published',
      actorEmail: 'editor@example.com',
      details: { by: 'schedule' },
    });
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { question: 'Drafted?' });
    await schedule();
    await app.asEditor('PUT', `/api/faq/${id}`, { category: 'Moved' });
    await run();
    expect(await last()).toMatchObject({
      action: 'schedule failed',
      actorEmail: null,
      details: { to: 'publish', scheduledBy: 'editor@example.com' },
    });
  });

  it('PROMISE 11 no password, token or hash', async () => {
    const { rows } = await app.db.execute<{ line: string }>(
      sql`select activity::text as line from activity`,
    );
    const all = rows.map(({ line }) => line).join('\n');
    expect(all).not.toMatch(/argon2|[0-9a-f]{64}|my-password|typed wrongly|not her password/);
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(app.cookie.split('=')[1] ?? '');
  });
});

describe('reading it', () => {
  it('filters by person, item and day, and goes on where the last part ended', async () => {
    await app.db.insert(activity).values(
      Array.from({ length: 7 }, (_, index) => ({
        actorId: 5000,
        actorEmail: 'old@example.com',
        action: 'changed' as const,
        collection: 'vendors',
        itemId: 77 + (index % 2),
        // Several at the same time, as a transaction makes them.
        at: new Date(Date.UTC(2026, 0, 10 + Math.floor(index / 3))),
      })),
    );
    const count = async (query: string) => (await list(query)).length;
    expect(await count('&actor=old@example.com')).toBe(7);
    expect(await count('&actor=OLD@example.com&collection=vendors&item=78')).toBe(3);
    expect(await count('&actor=old@example.com&from=2026-01-11')).toBe(4);
    expect(await count('&actor=old@example.com&to=2026-01-11')).toBe(6);
    expect(await count('&from=2026-01-11&to=2026-01-11')).toBe(3);
    expect(await count('&from=2026-01-11T00:00:00Z&to=2026-01-11T00:00:00Z')).toBe(0);
    expect(await count('&actor=nobody@example.com')).toBe(0);
    expect(await count('&actor=old@example.com&collection=faq')).toBe(0);
    const [me] = (await app.asEditor('GET', '/api/activity?actor=1&limit=1')).body;
    expect(me.actorEmail).toBe('editor@example.com');

    const seen: number[] = [];
    let next: string | undefined = '/api/activity?actor=old@example.com&limit=2';
    for (let parts = 0; next && parts < 9; parts += 1) {
      const { body, headers } = await app.asEditor('GET', next);
      seen.push(...body.map(({ id }: Row) => id));
      next = headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1];
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  it('answers 400 to what is no day and no place', async () => {
    for (const query of ['from=tomorrow', 'to=2026-13-01', 'before=x', 'item=0']) {
      expect((await app.asEditor('GET', `/api/activity?${query}`)).status).toBe(400);
    }
  });

  it('shows sign-ins, people and addresses to owners alone', async () => {
    const cookie = await app.signIn('press@example.com', 'publisher');
    await app.call('POST', '/api/faq', await factories.minimal('faq'), { cookie });
    const { body } = await app.call('GET', '/api/activity?limit=200', undefined, { cookie });
    const rows: Row[] = body;
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ action }) => action.startsWith('sign'))).toEqual([]);
    const others = rows.filter(({ actorEmail }) => actorEmail !== 'press@example.com');
    expect(others.every(({ address, agent }) => address === null && agent === null)).toBe(true);
    expect(rows[0]).toMatchObject({ actorEmail: 'press@example.com', address: 'unknown' });
  });
});

describe('keeping it', () => {
  it('is only ever added to, and swept after 400 days', async () => {
    const attempt = (statement: string) => app.db.execute(sql.raw(statement));
    const refused = { cause: { message: 'The activity is only ever added to' } };
    await expect(attempt(`update activity set title = 'x'`)).rejects.toMatchObject(refused);
    await expect(attempt('delete from activity')).rejects.toMatchObject(refused);
    const title = randomUUID();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await app.db.insert(activity).values([
      { action: 'changed', title, at: daysAgo(399) },
      { action: 'changed', title, at: daysAgo(401) },
      { action: 'changed', title, at: daysAgo(900) },
    ]);
    expect(await sweepActivity(app.db)).toBe(2);
    expect(await app.db.$count(activity, sql`title = ${title}`)).toBe(1);
  });
});
