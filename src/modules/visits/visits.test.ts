import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { ask, htmlPage, type Served, serve, showVendors } from '#testing/serve.ts';
import { createNearestPath } from './missing-pages.routes.server.ts';
import { createVisitCounter, forgetVisits, recordVisits } from './record-visits.server.ts';

const log = pino({ level: 'silent' });

let app: TestApp;
let served: Served;
let visits: ReturnType<typeof recordVisits> | undefined;
beforeAll(async () => {
  app = await buildApp();
  served = await serve({
    render: (url, context) =>
      /^\/vendors\/(addepar|masttro)$/.test(url.pathname)
        ? showVendors(url, context)
        : htmlPage('nothing here', { status: 404 }),
    server: { countVisit: (...visit) => visits?.count(...visit) },
  });
  visits = recordVisits({ db: served.connection.db, log });
});
afterAll(async () => {
  await visits?.stop();
  await served.close();
  await app.close();
});

const rowsOf = async (from: TestApp | Served['connection'], query: string) =>
  (await from.db.execute(sql.raw(query))).rows;

describe('what visitors get', () => {
  it('is counted by page and day, cached or not, and never for editors, robots or HEAD', async () => {
    for (let time = 0; time < 3; time += 1) await served.get('/vendors/addepar?utm=x');
    await served.get('/vendors/masttro?page=2');
    await served.get('/api/vendors');
    await served.get('/vendors/masttro', { cookie: served.cookie });
    await ask(served.port, '/vendors/addepar', { method: 'HEAD' });
    await visits?.flush();
    const rows = await rowsOf(
      served.connection,
      'select path, hits, day = current_date as today from page_reads order by path',
    );
    expect(rows).toEqual([
      { path: '/vendors/addepar', hits: 3, today: true },
      { path: '/vendors/masttro', hits: 1, today: true },
    ]);
    const columns = await rowsOf(
      served.connection,
      "select column_name from information_schema.columns where table_name = 'page_reads' order by 1",
    );
    expect(columns.map(({ column_name }) => column_name)).toEqual(['day', 'hits', 'path']);
  });

  it('lists what is missing with hits, time and the host that led there; probes are a number', async () => {
    const referer = 'https://news.example/secret?token=1';
    await served.get('/vendors/adepar?x=1', { referer });
    await served.get('/vendors/adepar');
    await served.get('/vendors/adepar');
    for (const probe of ['/x.php', '/wp-login', '/backup.sql', '/vendor/phpunit/x']) {
      expect((await served.get(probe)).status).toBe(404);
    }
    await visits?.flush();
    const rows = await rowsOf(
      served.connection,
      'select path, hits, referrer_host as host from missing_pages',
    );
    expect(rows).toEqual([{ path: '/vendors/adepar', hits: 3, host: 'news.example' }]);
    expect(JSON.stringify(rows)).not.toContain('secret');
    const { text, headers } = await served.get('/api/missing-pages', { cookie: served.cookie });
    expect([headers['x-total-count'], headers['x-probe-count']]).toEqual(['1', '4']);
    expect(JSON.parse(text)).toEqual([
      {
        path: '/vendors/adepar',
        hits: 3,
        lastAt: expect.any(String),
        referrerHost: 'news.example',
        nearest: '/vendors/addepar',
      },
    ]);
  });

  it('is lost while the database is away, and written again afterwards', async () => {
    served.proxy.set('shut');
    visits?.count('/vendors/lost', 404);
    await visits?.flush();
    served.proxy.set('open');
    const written = async () => {
      visits?.count('/vendors/found', 404);
      await visits?.flush();
      return rowsOf(served.connection, "select path from missing_pages where path ~ 'lost|found'");
    };
    await expect
      .poll(() => written().catch(() => []), { timeout: 20_000 })
      .toEqual([{ path: '/vendors/found' }]);
  }, 30_000);
});

describe('a flood of invented addresses', () => {
  it('holds a thousand of them between two writes, however many come', () => {
    const counter = createVisitCounter();
    for (let n = 0; n < 300_000; n += 1) counter.count(`/invented/${n}`, 404);
    for (let n = 0; n < 300_000; n += 1) counter.count(`/vendors/${n}`, 200);
    for (let n = 0; n < 300_000; n += 1) counter.count(`/vendors/1?x=${n}`, 200);
    counter.count(`/${'long'.repeat(1000)}`, 404);
    const { missing, reads, probes } = counter.take();
    expect([missing.length, reads.size, probes]).toEqual([1000, 10_000, 299_001]);
    expect(reads.get('/vendors/1')).toBe(300_001);
    expect(counter.take()).toEqual({ missing: [], reads: new Map(), probes: 0 });
  });

  it('keeps 10,000 rows, of which those stay that are asked for often', async () => {
    const recorder = recordVisits({ db: app.db, log });
    for (let time = 0; time < 5; time += 1) recorder.count('/wanted', 404);
    await recorder.flush();
    for (let round = 0; round < 12; round += 1) {
      for (let n = 0; n < 1000; n += 1) recorder.count(`/flood/${round}-${n}`, 404);
      await recorder.flush();
    }
    await recorder.stop();
    const [{ count } = { count: 0 }] = await rowsOf(
      app,
      'select count(*)::int as count from missing_pages',
    );
    expect(count).toBe(10_000);
    const { body } = await app.asEditor('GET', '/api/missing-pages?limit=1');
    expect(body[0]).toMatchObject({ path: '/wanted', hits: 5 });
  });

  it('keeps 10,000 pages of a day, of which those stay that are read often', async () => {
    const recorder = recordVisits({ db: app.db, log });
    for (let time = 0; time < 3; time += 1) recorder.count('/vendors/wanted', 200);
    await recorder.flush();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 6000; n += 1) recorder.count(`/compare/${round}-vs-${n}`, 200);
      await recorder.flush();
    }
    await recorder.stop();
    const rows = await rowsOf(app, 'select path, hits from page_reads order by hits desc');
    expect([rows.length, rows[0]]).toEqual([10_000, { path: '/vendors/wanted', hits: 3 }]);
    await app.db.execute(sql`delete from page_reads`);
  });

  it('forgets what nobody asked for in 90 days', async () => {
    await app.db.execute(
      sql`insert into missing_pages values ('/old', 99, now() - interval '91 days')`,
    );
    await app.db.execute(sql`insert into page_reads values (current_date - 91, '/old', 9)`);
    await forgetVisits(app.db);
    expect(await rowsOf(app, "select path from missing_pages where path = '/old'")).toEqual([]);
    expect(await rowsOf(app, "select path from page_reads where path = '/old'")).toEqual([]);
  });
});

describe('the list of missing pages', () => {
  it('loses what a redirect leads on from, and what an editor dismisses', async () => {
    const { create } = createFactories(app);
    await create('glossary', { slug: 'single-family-office', term: 'Single family office' });
    await app.db.execute(sql`delete from missing_pages`);
    await app.db.execute(sql`insert into missing_pages values
      ('/glossary/singel-family-ofice', 7, now()), ('/nothing-like-it-xyz', 3, now())`);
    const list = async () => (await app.asEditor('GET', '/api/missing-pages')).body;
    expect((await list()).map(({ nearest }: { nearest: string }) => nearest)).toEqual([
      '/glossary/single-family-office',
      null,
    ]);
    await app.asEditor('POST', '/api/redirects', {
      fromPath: '/glossary/singel-family-ofice',
      toPath: '/glossary/single-family-office',
    });
    expect(await list()).toHaveLength(1);
    await app.asEditor('DELETE', '/api/missing-pages?path=/nothing-like-it-xyz');
    expect(await list()).toEqual([]);
  });

  it('finds the nearest of 20,000 paths, in the same section first', () => {
    const others = Array.from({ length: 20_000 }, (_, n) => `/vendors/vendor-${n}`);
    const findNearest = createNearestPath([
      '/faq/family-office',
      '/types/family-office',
      ...others,
    ]);
    expect(findNearest('/types/family-ofice')).toBe('/types/family-office');
    expect(findNearest('/vendors/vendor_19999')).toBe('/vendors/vendor-19999');
    expect(findNearest('/')).toBeNull();
    expect(findNearest('/qqq')).toBeNull();
  });
});
