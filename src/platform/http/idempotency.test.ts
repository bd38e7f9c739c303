import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { registry } from '#content/index.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { sweepKeys } from '#platform/db/idempotency.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const BANNER = { title: 'A banner', buttonText: 'Go', buttonUrl: '/vendors' };

const create = (body: object, key?: string, cookie = app.cookie) =>
  app.call('POST', '/api/cta-banners', body, {
    cookie,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });

const countOf = async (title: string) => {
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select count(*)::int as count from cta_banners where title = ${title}`,
  );
  return rows[0]?.count;
};

/** Another process on the same database, as after a restart. */
const restart = async () => {
  const connection = connect(app.databaseUrl, { max: 2 });
  const { settings } = app;
  const { api } = createApp({
    settings,
    connection,
    content: openContent(connection.db),
    log: pino({ level: 'silent' }),

    authenticate: createAuthenticator(connection.db, settings.SITE_URL, {
      idleHours: settings.SESSION_IDLE_HOURS,
      allowList: settings.ADMIN_EMAILS,
    }),
  });
  return { api, close: connection.close };
};

describe('PROMISE 14 Idempotency-Key', () => {
  it('gives the first response again, also after a restart', async () => {
    const first = await create(BANNER, 'lost-response');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await restart();
    const response = await again.api.request('/api/cta-banners', {
      method: 'POST',
      headers: {
        cookie: app.cookie,
        'content-type': 'application/json',
        'idempotency-key': 'lost-response',
      },
      body: JSON.stringify(BANNER),
    });
    expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await response.json()).toEqual(first.body);
    await again.close();
    expect(await countOf('A banner')).toBe(1);
  });

  it('makes one item of two requests at once: the second waits for the first', async () => {
    const body = { ...BANNER, title: 'At once' };
    const responses = await Promise.all([1, 2].map(() => create(body, 'at-once')));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect(await countOf('At once')).toBe(1);
  });

  it('responds 409 when the first takes longer than a lock may be waited for', async () => {
    const { rows } = await app.db.execute<{ id: number }>(
      sql`select id from users where email = 'editor@example.com'`,
    );
    const claimed = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const first = app.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into idempotency_keys (user_id, key, request) values (${rows[0]?.id}, 'slow', 'x')`,
      );
      claimed.resolve();
      await over.promise;
      tx.rollback();
    });
    await claimed.promise;
    const { status, headers, body } = await create({ ...BANNER, title: 'Slow' }, 'slow');
    over.resolve();
    await first.catch(() => undefined);
    expect([status, headers.get('retry-after')]).toEqual([409, '2']);
    expect(body.message).toMatch(/still being worked on/);
    expect((await create({ ...BANNER, title: 'Slow' }, 'slow')).status).toBe(201);
  });

  it('refuses the key with other content, and leaves it free after a refused create', async () => {
    const refused = await create({ ...BANNER, title: '' }, 'refused-first');
    expect(refused.status).toBe(400);
    expect((await create({ ...BANNER, title: 'Mended' }, 'refused-first')).status).toBe(201);
    const other = await create({ ...BANNER, title: 'Other' }, 'refused-first');
    expect([other.status, await countOf('Other')]).toEqual([422, 0]);
    expect(other.body.message).toMatch(/created already, with other content/);
  });

  it("takes a colleague's key for another, and asks for a key that can be read", async () => {
    const body = { ...BANNER, title: 'Of two' };
    const colleague = await app.signIn();
    expect((await create(body, 'shared')).status).toBe(201);
    const theirs = await create(body, 'shared', colleague);
    expect([theirs.headers.get('idempotency-replayed'), await countOf('Of two')]).toEqual([
      null,
      2,
    ]);
    for (const key of ['', 'with space', 'x'.repeat(201)]) {
      const { status, body: problem } = await create(body, key);
      expect([key, status, Object.keys(problem.fields)]).toEqual([key, 400, ['Idempotency-Key']]);
    }
  });

  it('is kept for a day', async () => {
    const body = { ...BANNER, title: 'Daily' };
    await create(body, 'daily');
    await app.db.execute(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'daily'`,
    );
    expect((await create(body, 'daily')).headers.get('idempotency-replayed')).toBeNull();
    expect(await countOf('Daily')).toBe(2);
    await app.db.execute(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'shared'`,
    );
    await sweepKeys(app.db);
    const { rows } = await app.db.execute(
      sql`select key from idempotency_keys where key in ('daily', 'shared')`,
    );
    expect(rows).toEqual([{ key: 'daily' }]);
  });

  it('is in the document of every create', async () => {
    const { body } = await app.call('GET', '/api/openapi.json');
    for (const { name } of registry) {
      const { parameters, responses } = body.paths[`/api/${name}`].post;
      const names = parameters.map((parameter: { name: string }) => parameter.name);
      expect([name, names]).toEqual([name, expect.arrayContaining(['Idempotency-Key'])]);
      expect(Object.keys(responses)).toContain('422');
    }
  });
});
