import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHostTurns, type HostTurns } from '#modules/link-checks/host-turns.server.ts';
import { runLinkChecks } from '#modules/link-checks/run-checks.server.ts';
import { type GuardedFetch, guardedFetch } from '#platform/guarded-fetch.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { quotes } from './quotes.table.server.ts';
import { watchQuotes } from './watch-quotes.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUOTE = 'Ledgerline reconciles positions with more than forty custodians every night.';
const OTHER = 'Ledgerline was founded in Zug in the year 2001 by two accountants.';

interface Page {
  body?: string;
  status?: number;
  headers?: Record<string, string>;
}

let app: TestApp;
let site: LoopbackServer;
const pages = new Map<string, Page>();
let asked: { path: string; at: number }[] = [];
let now = Date.now();
const clock = {
  now: () => now,
  // The requests of others that are on their way arrive before time goes on.
  sleep: async (ms: number) => {
    const until = now + ms;
    await new Promise((resolve) => setTimeout(resolve, 50));
    now = Math.max(now, until);
  },
};
let turns = createHostTurns(clock);

const show = (path: string, words: string) =>
  pages.set(path, { body: `<title>Ledgerline</title><p>${words}</p>` });

const parts = () => ({
  settings: app.settings,
  connection: app.connection,
  content: app.content,
  log: pino({ level: 'silent' }),
});

const watch = (fetch: GuardedFetch = guardedFetch) => watchQuotes(parts(), { fetch, turns });

const createItem = async (name: string, body: object): Promise<number> => {
  const made = await app.asEditor('POST', `/api/${name}`, body);
  expect([made.status, made.body.fields]).toEqual([201, undefined]);
  return made.body.id;
};

let made = 0;

/** Evidence of a vendor of its own, quoted from a page that shows the quote. */
const quoteFrom = async (path: string) => {
  show(path, QUOTE);
  made += 1;
  const slug = `vendor-${'abcdefghijklmnopqrstuvwxyz'[made]}`;
  const vendorId = await createItem('vendors', { name: slug, slug });
  const featureId = await createItem('features', {
    name: slug,
    slug: `feature-${slug}`,
    category: 'Books',
  });
  const url = `${site.url}${path}`;
  const id = await createItem('coverage', {
    vendorId,
    featureId,
    level: 'documented',
    finding: 'It reconciles with custodians.',
    url,
    publisher: 'vendor',
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
    quote: QUOTE,
  });
  asked = [];
  return { id, url, vendorId };
};

const find = async (url: string) => {
  const [row] = await app.db.select().from(quotes).where(eq(quotes.url, url));
  return row;
};

const nightAfter = (ms = DAY) => {
  now += ms;
};

const gapsOf = (ats: readonly number[]) => ats.slice(1).map((at, index) => at - (ats[index] ?? 0));

beforeAll(async () => {
  site = await startLoopback((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, at: clock.now() });
    const { status = 200, headers, body = '' } = pages.get(path) ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: site.hostPort } });
});
afterAll(async () => {
  await app.close();
  await site.close();
});
beforeEach(async () => {
  pages.clear();
  asked = [];
  turns = createHostTurns(clock);
  nightAfter();
  await app.db.delete(quotes);
});

describe('the watch', () => {
  it('WATCH reads a page once a night for all quotes from it, after robots.txt, and tells of the run', async () => {
    const { url, vendorId } = await quoteFrom('/product');
    const source = { field: 'founded', value: '2001', url, quote: OTHER };
    show('/product', `${QUOTE} ${OTHER}`);
    const saved = await app.asEditor('PUT', `/api/vendors/${vendorId}`, { sources: [source] });
    expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    asked = [];
    expect(await watch()).toBe(1);
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/product']);
    const rows = await app.db.select().from(quotes).where(eq(quotes.url, url));
    expect(rows.map(({ state }) => state)).toEqual(['there', 'there']);
    const [line] = (await app.asEditor('GET', '/api/activity?limit=1')).body;
    expect(line).toMatchObject({ action: 'job done', title: 'Quotes', details: { pages: 1 } });
    nightAfter(19 * HOUR);
    expect(await watch()).toBe(0);
    nightAfter(HOUR);
    expect(await watch()).toBe(1);
  });

  it('WATCH sends one request to a host every 2 s, together with the link check', async () => {
    await quoteFrom('/one');
    await quoteFrom('/two');
    const sentAt: number[] = [];
    const noted: HostTurns = {
      ...turns,
      async wait(host) {
        const later = await turns.wait(host);
        if (later === null) sentAt.push(clock.now());
        return later;
      },
    };
    await Promise.all([
      watchQuotes(parts(), { fetch: guardedFetch, turns: noted }),
      runLinkChecks(parts(), { fetch: guardedFetch, turns: noted }),
    ]);
    expect(asked.length).toBeGreaterThanOrEqual(5);
    // Each request took a turn.
    expect(sentAt).toHaveLength(asked.length);
    expect(Math.min(...gapsOf(sentAt))).toBeGreaterThanOrEqual(2000);
  });

  it('WATCH says there, not there, or why the page cannot be read, and since when', async () => {
    const { url } = await quoteFrom('/product');
    const night = async () => {
      nightAfter();
      await watch();
      return { row: await find(url), at: new Date(now).toISOString() };
    };
    show('/product', QUOTE.replace('reconciles', 'does not reconcile'));
    const missing = await night();
    expect(missing.row).toMatchObject({ state: 'missing', since: missing.at, reason: null });
    expect((await night()).row).toMatchObject({ state: 'missing', since: missing.at });
    pages.set('/product', { status: 503 });
    const away = await night();
    expect(away.row).toMatchObject({
      state: 'unreadable',
      since: away.at,
      reason: 'The page answered 503',
    });
    show('/product', QUOTE.replace(' every', '\n  every'));
    const back = await night();
    expect(back.row).toMatchObject({ state: 'there', since: back.at, reason: null });
  });

  it('WATCH reads nothing that robots.txt refuses or cannot be asked about', async () => {
    const { url } = await quoteFrom('/private');
    const robots = (body: string, status = 200) =>
      pages.set('/robots.txt', { body, status, headers: { 'content-type': 'text/plain' } });
    robots('User-agent: FamilyOfficeSoftware\nDisallow: /private');
    await watch();
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(await find(url)).toMatchObject({
      state: 'unreadable',
      reason: 'The robots.txt of the site asks not to read the page',
    });
    robots('', 500);
    nightAfter();
    await watch();
    expect((await find(url))?.reason).toBe('The robots.txt of the site answered 500');
    robots('User-agent: *\nDisallow: /other');
    nightAfter();
    await watch();
    expect((await find(url))?.state).toBe('there');
  });

  it('WATCH leaves a host alone for as long as it asks, and comes back', async () => {
    const first = await quoteFrom('/busy');
    const second = await quoteFrom('/calm');
    pages.set('/busy', { status: 429, headers: { 'retry-after': '3600' } });
    await watch();
    expect((await find(first.url))?.state).toBe('unreadable');
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/busy']);
    nightAfter(HOUR);
    expect(await watch()).toBe(1);
    expect(await find(second.url)).toMatchObject({
      state: 'there',
      nextAt: new Date(now + 20 * HOUR).toISOString(),
    });
  });

  it('WATCH goes on after a run that was cut off with the pages that were not read', async () => {
    await quoteFrom('/first');
    await quoteFrom('/second');
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const dies: GuardedFetch = (url, options) => {
      if (!url.endsWith('/second')) return guardedFetch(url, options);
      resolve();
      return new Promise(() => undefined);
    };
    void watch(dies);
    await reached;
    asked = [];
    expect(await watch()).toBe(1);
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/second']);
  });

  it('WATCH stores nothing of a quote that an editor changed while its page was read', async () => {
    const { id, url } = await quoteFrom('/edited');
    show('/edited', 'Nothing of it.');
    await watch(async (address, options) => {
      const response = await guardedFetch(address, options);
      if (address === url) await app.asEditor('PUT', `/api/coverage/${id}`, { quote: null });
      return response;
    });
    expect(await find(url)).toBeUndefined();
  });

  const dueQuotes = () =>
    app.db
      .update(jobs)
      .set({ runAt: new Date(0) })
      .where(eq(jobs.name, 'quotes'));
  const summaryOf = async () =>
    (await app.asEditor('GET', '/api/jobs')).body.find(
      ({ name }: { name: string }) => name === 'quotes',
    );

  it('WATCH is done at the times of the link check, and never where that is off', async () => {
    await app.runJobs(undefined, { LINK_CHECK_CRON: '0 3 * * *' });
    expect(await summaryOf()).toMatchObject({ nextAt: expect.any(String), failures: 0 });
    await dueQuotes();
    await app.runJobs(undefined, { LINK_CHECK_CRON: '0 3 * * *' });
    expect(await summaryOf()).toMatchObject({ succeededAt: expect.any(String), isTroubled: false });
    await app.runJobs();
    expect(await summaryOf()).toMatchObject({ isOff: true, nextAt: null });
  });
});
