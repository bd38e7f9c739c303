import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { outdateAll } from '#platform/version/site-version.server.ts';
import {
  ask,
  htmlPage,
  type Served,
  type ServeOptions,
  serve,
  showVendors,
} from '#testing/serve.ts';

let site: Served;
afterEach(() => site.close());

const open = async (options: ServeOptions = {}) => {
  site = await serve(options);
};

const BUSY = 'The site is very busy at the moment. Please try again shortly.';
const isRefusal = ({ reason, requestId }: Record<string, unknown>) =>
  reason === BUSY && typeof requestId === 'string';

const timed = async (path: string, headers: Record<string, string> = {}) => {
  const since = performance.now();
  const { status, headers: responseHeaders, text } = await site.get(path, headers);
  return { status, responseHeaders, text, ms: performance.now() - since };
};

/** Of another visitor, as a trusted proxy tells it. */
const OTHER = { 'x-forwarded-for': '198.51.100.7' };

/** Holds a table as a change of its columns would, until the work is done. */
const withLock = (table: string, work: () => Promise<void>) =>
  withClient(site.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    await work();
    await client.query('rollback');
  });

it('PROMISE 19 a locked table: cached pages answer, others 503, and all else goes on', async () => {
  const render: ServeOptions['render'] = async (url, context) => {
    if (!url.pathname.startsWith('/faq')) return showVendors(url, context);
    const response = await context.api.request('/api/faq');
    return htmlPage(await response.text(), { status: response.status });
  };
  await open({ render, settings: { TRUST_PROXY: '1' } });
  expect((await site.get('/faq')).status).toBe(200);
  // Everything that was made is another thing by now.
  outdateAll();
  await withLock('faq_entries', async () => {
    const crowd = Array.from({ length: 30 }, (_, i) => timed(`/api/faq/unknown-${i}`));
    await sleep(100);
    for (const path of ['/vendors/altoo', '/healthz', '/readyz']) {
      expect([path, (await timed(path, OTHER)).status]).toEqual([path, 200]);
    }
    const cached = await timed('/faq', OTHER);
    expect([cached.status, cached.responseHeaders['x-cache']]).toEqual([200, 'stale']);
    expect((await timed('/api/vendors', { cookie: site.cookie })).status).toBe(200);
    for (const { status, responseHeaders, ms } of await Promise.all(crowd)) {
      expect([status, responseHeaders['retry-after'], ms < 8000]).toEqual([503, '5', true]);
    }
    const editor = await timed('/api/faq', { cookie: site.cookie });
    expect([editor.status, editor.ms < 8000]).toEqual([503, true]);
  });
  expect((await site.get('/api/faq/unknown-1')).status).toBe(404);
});

it('PROMISE 19 vendors are locked: lists and items of them are refused within 2 s, and a search finds them all the same', async () => {
  await open();
  const find = () => timed('/api/search?q=altoo');
  expect((await find()).text).toContain('/vendors/altoo');
  await withLock('vendors', async () => {
    const paths = ['/api/vendors', '/api/vendors?q=ledger&limit=5', '/api/vendors/masttro'];
    const callers: Record<string, string>[] = [{}, { cookie: site.cookie }];
    for (const headers of callers) {
      const asked = paths.map((path) => timed(path, headers));
      const found = [await find(), await timed('/api/search?q=masttro', headers)];
      for (const { status, text, ms } of found)
        expect([status, text.includes('/vendors/'), ms < 2000]).toEqual([200, true, true]);
      for (const { status, responseHeaders, ms } of await Promise.all(asked))
        expect([status, responseHeaders['retry-after'], ms < 2000]).toEqual([503, '5', true]);
    }
  });
  expect((await timed('/api/vendors')).status).toBe(200);
}, 40_000);

it('PROMISE 19 /readyz does not stand in the line of the panel', async () => {
  await open();
  await withLock('faq_entries', async () => {
    let answered = 0;
    // Each waits a second and a half for the lock, three at a time.
    const editors = Array.from({ length: 40 }, () =>
      timed('/api/faq', { cookie: site.cookie }).then(({ status }) => {
        answered += 1;
        return status;
      }),
    );
    await expect.poll(() => answered).toBeGreaterThan(0);
    const ready = await timed('/readyz');
    expect([ready.status, ready.text]).toEqual([200, '{"ok":true}']);
    expect([answered < 20, ready.ms < 2000]).toEqual([true, true]);
    expect(await Promise.all(editors)).toEqual(Array.from({ length: 40 }, () => 503));
  });
});

it('PROMISE 19 more anonymous visitors than the queue holds are sent away first; panel and health go on', async () => {
  const crowdMayGo = Promise.withResolvers<void>();
  const render: ServeOptions['render'] = async (url, context) => {
    if (!url.searchParams.has('q') || context.user) return showVendors(url, context);
    await crowdMayGo.promise;
    return htmlPage(url.search);
  };
  await open({ render, queue: { running: 2, waiting: 4, waitMs: 20_000 } });
  await site.get('/vendors/altoo');
  const crowd = Array.from({ length: 60 }, (_, i) => timed(`/vendors?q=word${i}`));
  await sleep(100);
  // All of this is answered while the crowd stands still.
  expect((await timed('/healthz')).status).toBe(200);
  expect((await timed('/api/vendors', { cookie: site.cookie })).status).toBe(200);
  const page = await timed('/vendors?q=mine', { cookie: site.cookie });
  expect(page.status).toBe(200);
  expect((await timed('/vendors/altoo')).status).toBe(200);

  crowdMayGo.resolve();
  const replies = await Promise.all(crowd);
  const served = replies.filter(({ status }) => status === 200);
  const shed = replies.filter(({ status }) => status === 503);
  expect([served.length, shed.length]).toEqual([6, 54]);
  expect(shed.every(({ responseHeaders }) => responseHeaders['retry-after'] === '5')).toBe(true);
  expect(site.lines.filter(isRefusal)).toHaveLength(54);
  expect((await timed('/vendors?q=later')).status).toBe(200);
});

it('PROMISE 19 a crowd with made-up sessions leaves connections to the panel, which does not wait behind it', async () => {
  await open();
  expect((await timed('/api/auth/user', { cookie: site.cookie })).status).toBe(200);
  const name = site.cookie.split('=')[0];
  const madeUp = () => ({ cookie: `${name}=${randomBytes(32).toString('base64url')}` });
  let editor: ReturnType<typeof timed> | undefined;
  let crowd: ReturnType<typeof timed>[] = [];
  await withLock('sessions', async () => {
    crowd = Array.from({ length: 400 }, () => timed('/api/vendors?limit=1', madeUp()));
    const refused = await Promise.race(crowd);
    expect([refused.status, refused.responseHeaders['retry-after']]).toEqual([503, '5']);
    for (const path of ['/readyz', '/healthz']) {
      expect([path, (await timed(path, madeUp())).status]).toEqual([path, 200]);
    }
    editor = timed('/api/auth/user', { cookie: site.cookie });
    await sleep(50);
  });
  expect((await editor)?.status).toBe(200);
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

interface LinkCrowd {
  table: string;
  /** An anonymous visitor's attempt with an invented link. */
  guess(from: string): Promise<{ status: number }>;
}

const LINK_CROWDS: LinkCrowd[] = [
  {
    table: 'invitations',
    guess: (from) =>
      ask(site.port, '/api/auth/invitation', {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        json: { token: randomBytes(32).toString('base64url'), password: 'a long new password' },
      }),
  },
  {
    table: 'preview_links',
    guess: (from) =>
      site.get(`/preview?token=${randomBytes(16).toString('base64url')}`, {
        'x-forwarded-for': from,
      }),
  },
];

it.each(LINK_CROWDS)(
  'PROMISE 19 a crowd that guesses links ($table) stands in a queue, and takes no connection of the panel',
  async ({ table, guess }) => {
    await open({ settings: { TRUST_PROXY: '1' } });
    expect((await timed('/api/vendors', { cookie: site.cookie })).status).toBe(200);
    let crowd: ReturnType<LinkCrowd['guess']>[] = [];
    await withLock(table, async () => {
      crowd = Array.from({ length: 300 }, (_, i) => guess(`198.51.${i >> 8}.${i & 255}`));
      expect(await Promise.race(crowd)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
      });
      expect((await timed('/api/vendors', { cookie: site.cookie })).status).toBe(200);
      // Signed-in users skip that queue.
      expect((await timed('/preview?token=x', { cookie: site.cookie })).status).toBe(404);
    });
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    const shed = statuses.filter((status) => status === 503);
    // At most 12 running and 200 waiting.
    expect(shed.length).toBeGreaterThanOrEqual(88);
    expect(new Set(statuses)).toEqual(new Set([503, table === 'invitations' ? 400 : 404]));
  },
  30_000,
);

it('PROMISE 19 public calls of the API wait in the same queue, and an old copy is better than none', async () => {
  const render: ServeOptions['render'] = async () => {
    await sleep(500);
    return htmlPage('slow');
  };
  await open({ render, queue: { running: 1, waiting: 0, waitMs: 100 } });
  const { id } = JSON.parse((await site.get('/api/vendors/altoo')).text);
  const other = JSON.parse((await site.get('/api/vendors/masttro')).text);
  // Of one a change is known, which may have withdrawn it.
  await site.edit('PUT', `/api/vendors/${other.id}`, { description: 'Changed' });
  outdateAll();
  const slow = timed('/vendors?q=slow');
  await sleep(50);
  const shed = await Promise.all(
    ['altoo', 'masttro', 'addepar'].map((slug) => timed(`/api/vendors/${slug}`)),
  );
  const crowd = Array.from({ length: 40 }, (_, i) => timed(`/api/vendors/new-${i}`));
  expect(shed.map(({ status, responseHeaders }) => [status, responseHeaders['x-cache']])).toEqual([
    [200, 'stale'],
    [503, undefined],
    [503, undefined],
  ]);
  expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 503));
  expect((await site.edit('GET', `/api/vendors/${id}`, undefined)).status).toBe(200);
  expect((await slow).status).toBe(200);
  // Two of the three, and the crowd.
  expect(site.lines.filter(isRefusal)).toHaveLength(42);
});

/** Takes all connections of the panel, as many as `serve` opens. */
const holdPanel = (seconds: number) =>
  Promise.all(
    [1, 2, 3].map(() =>
      site.connection.db.transaction(async (tx) => {
        for (let second = 0; second < seconds; second += 1) await tx.execute('select pg_sleep(1)');
      }),
    ),
  );

it('PROMISE 19 whoever works in the panel waits for a connection, and is not told that the database is away', async () => {
  await open();
  const held = holdPanel(3);
  await sleep(100);
  const replies = await Promise.all([
    site.edit('GET', '/api/vendors/1', undefined),
    site.edit('PUT', '/api/vendors/1', { description: 'Saved while it was busy' }),
    site.get('/vendors/altoo', { cookie: site.cookie }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  await held;
});

it('PROMISE 19 after 10 s the panel is told the truth: busy, and when to come back', async () => {
  await open();
  const held = holdPanel(13);
  await sleep(100);
  const replies = await Promise.all([
    site.edit('GET', '/api/vendors/1', undefined),
    site.edit('PUT', '/api/vendors/1', { description: 'Never saved' }),
  ]);
  for (const { status, headers, text } of replies) {
    expect([status, headers['retry-after'], JSON.parse(text).message]).toEqual([503, '5', BUSY]);
  }
  await held;
});

/** As after a restart of the server: the next request opens a new connection. */
const endPanelConnections = async () => {
  await withClient(site.databaseUrl, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'family-office-software'`),
  );
  await expect.poll(() => site.connection.pool.totalCount).toBe(0);
};

it('PROMISE 19 where no connection comes about in time and changes are heard, the site is busy and the database not away', async () => {
  await open();
  site.proxy.set('full');
  await endPanelConnections();
  const { status, text } = await site.edit('GET', '/api/vendors/1', undefined);
  expect([status, JSON.parse(text).message]).toEqual([503, BUSY]);
});
