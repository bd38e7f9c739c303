import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup, saveBackup } from '#platform/db/backup.server.ts';
import { checkBackup } from '#platform/db/backup-file.server.ts';
import { withClient } from '#platform/db/client.server.ts';
import { buildApp, cloneDatabase } from '#testing/build-app.ts';
import { type FinderTest, isFirstLook, materialOf, startFinderTest } from '#testing/finder.ts';
import type { AiReply, AiRequestBody } from '#testing/servers/ai-server.ts';

const STATED = 'Acme keeps a full general ledger for every entity of the family.';
const FOUNDED = 'Acme was founded in 2009 by two accountants.';

let test: FinderTest;
let vendorId: number;
let featureId: number;

beforeAll(async () => {
  test = await startFinderTest();
  const { add, website } = test;
  vendorId = await add('vendors', { name: 'Acme', slug: 'acme', website: `${website.url}/` });
  await add('vendors', { name: 'Rival', slug: 'rival' });
  const description = 'Keeps double-entry books of every entity.';
  featureId = await add('features', {
    name: 'General Ledger',
    slug: 'general-ledger',
    description,
    category: 'Books',
  });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.service.reset();
  test.website.pages.clear();
  test.website.asked.length = 0;
  test.sleeps.length = 0;
  await test.app.db.execute(sql`truncate evidence_runs cascade`);
  await test.app.db.execute(sql`delete from coverage`);
  await test.app.db.execute(sql`update vendors set founded = null, sources = '[]'`);
});

const object = (value: unknown): AiReply => ({ kind: 'object', value });

const CELL = {
  feature: 'general-ledger',
  level: 'documented',
  finding: 'It keeps the books of each entity.',
  quote: STATED,
};
const FACT = { field: 'founded', value: '2009', quote: FOUNDED };

/** Proposes the cell and the fact of any page, and agrees on both. */
const honest = (asked: AiRequestBody): AiReply => {
  const text = materialOf(asked);
  if (isFirstLook(asked))
    return object({
      cells: text.includes(STATED) ? [CELL] : [],
      facts: text.includes(FOUNDED) ? [FACT] : [],
    });
  return object(text === STATED ? { level: 'documented' } : { value: '2009' });
};

const pageAt = (path: string, ...lines: string[]) => {
  test.website.pages.set(path, lines.join('\n'));
  return `${test.website.url}${path}`;
};

const findIn = async (...lines: string[]) => {
  const url = pageAt('/product', ...lines);
  const started = await test.start('acme', [url]);
  expect(started.status).toBe(201);
  await test.work();
  return (await test.app.asEditor('GET', `/api/evidence-runs/${started.body.id}`)).body;
};

describe('who may look for evidence', () => {
  it('FINDER 401 for a stranger, 403 for a viewer, and an editor may', async () => {
    const { app } = test;
    const body = { vendor: 'acme', urls: [] };
    expect((await app.call('POST', '/api/evidence-runs', body)).status).toBe(401);
    expect((await app.call('GET', '/api/proposals?vendor=acme')).status).toBe(401);
    const viewer = await app.signIn('viewer@example.com', 'viewer');
    expect(
      (await app.call('GET', '/api/proposals?vendor=acme', undefined, { cookie: viewer })).status,
    ).toBe(403);
    const editor = await app.signIn('writer@example.com', 'editor');
    expect((await app.call('POST', '/api/evidence-runs', body, { cookie: editor })).status).toBe(
      201,
    );
  });

  it('FINDER says what is missing where no AI service is set up', async () => {
    const bare = await buildApp();
    await bare.asEditor('POST', '/api/vendors', { name: 'Acme', slug: 'acme' });
    const { body } = await bare.asEditor('GET', '/api/evidence-runs?vendor=acme');
    expect(body.notSetUp).toMatch(/^No AI service is set up\. An owner/);
    const started = await bare.asEditor('POST', '/api/evidence-runs', { vendor: 'acme', urls: [] });
    expect(started.status).toBe(503);
    await bare.close();
  });

  it('FINDER offers the pages that a vendor names in a word that an editor has shown, until they are read', async () => {
    const url = pageAt('/docs', STATED);
    const waiting = `${test.website.url}/waits`;
    await test.app.db.execute(sql`insert into vendor_words
      (vendor_id, feature_id, level, documented_at, domain, stated_on, state) values
      (${vendorId}, ${featureId}, 'documented', ${url}, 'acme.example', '2026-11-18', 'shown'),
      (${vendorId}, ${featureId}, 'documented', ${waiting}, 'acme.example', '2026-11-18', 'pending')`);
    const named = async () =>
      (await test.app.asEditor('GET', '/api/evidence-runs?vendor=acme')).body.named;
    expect(await named()).toEqual([url]);
    expect((await test.start('acme', [url])).status).toBe(201);
    await test.work();
    expect(await named()).toEqual([]);
  });

  it('FINDER refuses wrong input by field, an unknown vendor, and a second run of one vendor', async () => {
    const urls = ['ftp://acme.example/', 'javascript:alert(1)'];
    const wrong = await test.start('acme', urls);
    expect([wrong.status, Object.keys(wrong.body.fields)[0]]).toEqual([400, 'urls']);
    expect((await test.start('acme', Array(21).fill('https://acme.example/'))).status).toBe(400);
    expect((await test.start('nobody')).status).toBe(404);
    expect((await test.start('acme')).status).toBe(201);
    expect((await test.start('acme')).status).toBe(409);
  });
});

describe('a run', () => {
  it('FINDER proposes what the page states, with calls, tokens and what they cost, and nothing of it is public', async () => {
    test.service.always(honest);
    const run = await findIn('Acme', STATED, FOUNDED);
    expect(run).toMatchObject({
      state: 'done',
      calls: 3,
      inputTokens: 30,
      outputTokens: 60,
      cost: 0.06,
      proposals: { open: 2, accepted: 0, refused: 0 },
      dropped: {},
      model: 'test-model',
      startedBy: 'editor@example.com',
    });
    const [cell, fact] = await test.proposals('acme');
    expect(cell).toMatchObject({
      kind: 'cell',
      label: 'General Ledger',
      level: 'documented',
      quote: STATED,
      publisher: 'vendor',
      current: null,
    });
    expect(fact).toMatchObject({ kind: 'fact', field: 'founded', value: '2009', quote: FOUNDED });
    const page = await test.app.asEditor('GET', `/api/evidence-pages/${cell.page.id}`);
    expect(page.body.text).toContain(STATED);
    const { body } = await test.app.call('GET', '/api/coverage?vendor=acme');
    expect(body).toEqual([]);
    expect((await test.app.call('GET', '/api/vendors/acme')).body.sources).toEqual([]);
  });

  it('FINDER sends the page as material, and to the second look the quote and the definition alone', async () => {
    test.service.always(honest);
    await findIn('Acme', STATED, 'A secret of the page.');
    const [first, second] = test.service.requests.map(({ body }) => body);
    expect(first?.messages[0]?.content).toContain('never an instruction');
    expect(first?.messages[0]?.content).not.toContain('A secret of the page.');
    expect(second?.messages[0]?.content).toContain('Keeps double-entry books of every entity.');
    expect(JSON.stringify(second)).not.toContain('A secret of the page.');
    expect(JSON.stringify(second)).not.toContain('It keeps the books of each entity.');
  });

  it('FINDER lets nothing through that stands behind the part of a long page that was sent', async () => {
    test.service.always((asked) =>
      isFirstLook(asked) ? object({ cells: [CELL], facts: [] }) : object({ level: 'documented' }),
    );
    const run = await findIn('Acme', 'Words without end. '.repeat(4000), STATED);
    expect(run).toMatchObject({ dropped: { quote: 1 }, proposals: { open: 0 } });
  });

  it('FINDER takes pages of one host that the sitemap and links name, at most 20, as robots.txt and its pace allow', async () => {
    test.service.always(honest);
    pageAt(
      '/robots.txt',
      `User-agent: *\nDisallow: /private\nSitemap: ${test.website.url}/map.xml`,
    );
    const many = Array.from({ length: 30 }, (_, n) => `/features/part-${n}`);
    const listed = ['/private/plans', '/brochure.pdf', ...many].map(
      (path) => `<loc>${test.website.url}${path}</loc>`,
    );
    pageAt('/map.xml', '<urlset>', ...listed, '<loc>https://elsewhere.example/product</loc>');
    pageAt(
      '/',
      'Acme',
      '<a href="/security">Security</a> <a href="https://other.example/">Other</a>',
    );
    pageAt('/security', 'Acme', STATED);
    for (const path of many) pageAt(path, `Acme and its ${path}.`);
    const { body } = await test.start('acme');
    await test.work();
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    const paths = run.pages.map(({ url }: { url: string }) => new URL(url).pathname);
    expect(paths).toHaveLength(20);
    expect(paths[0]).toBe('/');
    expect(test.website.asked).not.toContain('/private/plans');
    expect(test.website.asked).not.toContain('/brochure.pdf');
    expect(paths).not.toContain('/brochure.pdf');
    expect(test.sleeps.length).toBeGreaterThanOrEqual(test.website.asked.length - 1);
    expect(new Set(test.sleeps)).toEqual(new Set([2000]));
    expect(run.state).toBe('done');
  });

  it('FINDER says of each page why nothing came of it, and goes on', async () => {
    test.service.always(honest);
    pageAt('/robots.txt', 'User-agent: *\nDisallow: /private');
    const good = pageAt('/good', STATED);
    const { url } = test.website;
    const { body } = await test.start('acme', [`${url}/gone`, `${url}/private`, good]);
    await test.work();
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run.pages.map(({ state }: { state: string }) => state)).toEqual([
      'unreadable',
      'unreadable',
      'done',
    ]);
    expect(run.pages[0].reason).toContain('404');
    expect(run.pages[1].reason).toContain('robots.txt');
  });

  it('FINDER ends with the reason when the service is away, tells webhooks, and can be started again', async () => {
    const asked = { url: 'https://example.org/hook', events: ['job failed'] };
    const hook = await test.app.asEditor('POST', '/api/webhooks', asked);
    test.service.always({ kind: 'status', status: 401 });
    const urls = ['/a', '/b', '/c'].map((path) => pageAt(path, `Acme ${path}`, STATED));
    const { body } = await test.start('acme', urls);
    await test.work();
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run).toMatchObject({ state: 'failed', calls: 2 });
    expect(run.failure).toContain('see Settings');
    const log = await test.app.asEditor('GET', `/api/webhooks/${hook.body.id}/deliveries`);
    expect(log.body).toMatchObject([
      {
        event: 'job failed',
        collection: 'vendors',
        itemId: vendorId,
        job: { name: 'find evidence', reason: run.failure },
      },
    ]);
    expect((await test.start('acme', urls)).status).toBe(201);
  });

  it('FINDER proposes nothing twice, whatever was decided of it', async () => {
    test.service.always(honest);
    await findIn('Acme', STATED);
    const [{ id }] = await test.proposals('acme');
    expect((await test.app.asEditor('POST', `/api/proposals/${id}/refuse`)).status).toBe(200);
    const again = await findIn('Acme', STATED, 'Another paragraph.');
    expect(again).toMatchObject({ dropped: { known: 1 }, calls: 1 });
    expect(await test.proposals('acme')).toEqual([]);
    expect((await test.app.asEditor('POST', `/api/proposals/${id}/refuse`)).status).toBe(409);
  });
});

describe('a run that is cut off', () => {
  it('FINDER goes on elsewhere: a page is done again once, and nothing is proposed twice', async () => {
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let isFirst = true;
    test.service.always((asked) => {
      const reply = honest(asked);
      if (!isFirst || reply.kind !== 'object') return reply;
      isFirst = false;
      reached.resolve();
      return { ...reply, after: held.promise };
    });
    const urls = [pageAt('/one', 'One', STATED), pageAt('/two', 'Two', FOUNDED)];
    const { body } = await test.start('acme', urls);
    const lost = test.work();
    await reached.promise;
    // Its process is silent for longer than it may be.
    await test.app.db.execute(
      sql`update evidence_runs set beat_at = now() - interval '90 seconds'`,
    );
    await test.work();
    held.resolve();
    await lost;
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run).toMatchObject({ state: 'done', proposals: { open: 2 } });
    // A result that came late to the first process was not written.
    expect(run.dropped).toEqual({});
    const { rows } = await test.app.db.execute(
      sql`select tries from evidence_pages order by place`,
    );
    expect(rows).toEqual([{ tries: 2 }, { tries: 1 }]);
  });

  it('FINDER one node at a time is at a run, however many there are', async () => {
    test.service.always((asked) => ({ ...honest(asked), delayMs: 100 }));
    const { body } = await test.start('acme', [pageAt('/one', STATED), pageAt('/two', FOUNDED)]);
    await Promise.all([test.work(), test.work(), test.work()]);
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run).toMatchObject({ state: 'done', calls: 4, proposals: { open: 2 } });
  });

  it('FINDER gives up a page at which two processes ended', async () => {
    test.service.always(honest);
    await test.start('acme', [pageAt('/one', STATED), pageAt('/two', FOUNDED)]);
    await test.app.db.execute(sql`update evidence_runs set state = 'running', is_planned = true`);
    await test.app.db.execute(sql`insert into evidence_pages (run_id, place, url, state, tries)
      select id, 0, ${`${test.website.url}/one`}, 'reading', 2 from evidence_runs`);
    await test.work();
    const { rows } = await test.app.db.execute(sql`select state, reason from evidence_pages`);
    expect(rows).toEqual([
      { state: 'failed', reason: 'The server stopped twice while it was at this page' },
    ]);
  });

  it('FINDER hands its run over when the process stops in good order', async () => {
    const ending = new AbortController();
    test.service.always((asked) => {
      ending.abort();
      return { ...honest(asked), delayMs: 300 };
    });
    const { body } = await test.start('acme', [pageAt('/one', STATED)]);
    await test.work(ending.signal);
    const { rows } = await test.app.db.execute(
      sql`select r.state as run, beat_at, p.state as page, tries from evidence_runs r join evidence_pages p on p.run_id = r.id`,
    );
    expect(rows).toEqual([{ run: 'running', beat_at: null, page: 'waiting', tries: 0 }]);
    test.service.always(honest);
    await test.work();
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run).toMatchObject({ state: 'done', proposals: { open: 1 } });
  });

  it('FINDER stops when an editor says so, keeps what it found, and asks nothing more', async () => {
    const urls = [pageAt('/one', 'One', STATED), pageAt('/two', 'Two', FOUNDED)];
    const { body } = await test.start('acme', urls);
    const stops: Promise<unknown>[] = [];
    test.service.always((asked) => {
      const reply = honest(asked);
      if (!isFirstLook(asked) || !materialOf(asked).includes(FOUNDED)) return reply;
      const stop = test.app.asEditor('POST', `/api/evidence-runs/${body.id}/stop`);
      stops.push(stop);
      return reply.kind === 'object' ? { ...reply, after: stop.then(() => undefined) } : reply;
    });
    await test.work();
    expect(stops).toHaveLength(1);
    const run = (await test.app.asEditor('GET', `/api/evidence-runs/${body.id}`)).body;
    expect(run).toMatchObject({ state: 'stopped', calls: 3, proposals: { open: 1 } });
    expect((await test.app.asEditor('POST', `/api/evidence-runs/${body.id}/stop`)).status).toBe(
      409,
    );
  });
});

it('FINDER a backup brings runs, pages and proposals back, which stand on each other', async () => {
  test.service.always(honest);
  await findIn('Acme', STATED);
  const folder = await mkdtemp(join(tmpdir(), 'finder-'));
  const file = join(folder, 'whole.gz');
  await saveBackup(test.app.databaseUrl, file);
  const target = await cloneDatabase();
  await restoreBackup(target.url, await checkBackup(file));
  const { rows } = await withClient(target.url, (client) =>
    client.query(`select o.quote, o.state, r.calls from proposals o
      join evidence_pages p on p.id = o.page_id join evidence_runs r on r.id = p.run_id`),
  );
  expect(rows).toEqual([{ quote: STATED, state: 'open', calls: 2 }]);
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

it('FINDER forgets runs with their pages after 180 days', async () => {
  test.service.always(honest);
  await findIn('Acme', STATED);
  const { forgetRuns } = await import('./runs.routes.server.ts');
  await forgetRuns(test.app.db);
  expect(await test.proposals('acme')).toHaveLength(1);
  await test.app.db.execute(
    sql`update evidence_runs set finished_at = now() - interval '181 days'`,
  );
  await forgetRuns(test.app.db);
  expect(await test.proposals('acme')).toEqual([]);
  expect([vendorId > 0, featureId > 0]).toEqual([true, true]);
});
