import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHostTurns, type HostTurns } from '#modules/link-checks/host-turns.ts';
import { runLinkChecks } from '#modules/link-checks/run-checks.server.ts';
import { timedJobs } from '#platform/db/timed-jobs.table.server.ts';
import { type GuardedFetch, guardedFetch } from '#platform/guarded-fetch.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { quotes } from './quotes.table.server.ts';
import { startQuoteSchedule, waitForLinks, watchQuotes } from './watch-quotes.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUOTE = 'Ledgerline reconciles positions with more than forty custodians every night.';
const OTHER = 'Ledgerline was founded in Zug in the year 2001 by two accountants.';
const FILLER = Array.from(
  { length: 20 },
  (_, n) =>
    `<p>Paragraph ${n} tells of another part of the product and of the people who use it.</p>`,
).join('');

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

const show = (path: string, words: string, links: readonly string[] = []) => {
  const anchors = links.map((link) => `<a href="${link}">More</a>`).join(' ');
  pages.set(path, { body: `<title>Ledgerline</title>${FILLER}<p>${words}</p>${anchors}` });
};

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
const quoteFrom = async (path: string, quote = QUOTE, body?: string) => {
  if (body === undefined) show(path, quote);
  else pages.set(path, { body });
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
    quote,
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
    expect(rows.map(({ state, checkedAt }) => [state, checkedAt])).toEqual(
      Array(2).fill(['stands', new Date(now).toISOString()]),
    );
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
      runLinkChecks(parts(), { turns: noted }),
    ]);
    expect(asked.length).toBeGreaterThanOrEqual(5);
    // Each request took a turn.
    expect(sentAt).toHaveLength(asked.length);
    expect(Math.min(...gapsOf(sentAt))).toBeGreaterThanOrEqual(2000);
  });

  it('WATCH says gone after two good reads 24 hours apart, since the first, with candidate and both texts', async () => {
    const { id, url } = await quoteFrom('/gone');
    const now1 = QUOTE.replace('reconciles', 'does not reconcile');
    show('/gone', now1);
    await watch();
    const missedAt = new Date(now).toISOString();
    expect(await find(url)).toMatchObject({ state: 'stands', missedAt, candidate: null });
    nightAfter(23 * HOUR);
    expect(await watch()).toBe(0);
    pages.set('/gone', { status: 503 });
    nightAfter(2 * HOUR);
    await watch();
    expect(await find(url)).toMatchObject({ state: 'unreadable', missedAt });
    show('/gone', now1);
    nightAfter();
    await watch();
    const row = await find(url);
    expect(row).toMatchObject({ state: 'gone', since: missedAt, candidate: now1 });
    expect(row?.reason).toBe('The page seems to deny it now');
    const { body } = await app.asEditor('GET', `/api/quotes/${row?.id}`);
    expect([body.before.includes(QUOTE), body.after.includes(now1)]).toEqual([true, true]);
    const shown = async () => (await app.call('GET', `/api/coverage/${id}`)).body.quoteGoneSince;
    expect(await shown()).toBe(missedAt.slice(0, 10));
    // A page that cannot be read takes nothing back, and one that says it again does.
    pages.set('/gone', { status: 503 });
    nightAfter();
    await watch();
    expect((await find(url))?.state).toBe('gone');
    show('/gone', QUOTE);
    nightAfter();
    await watch();
    expect(await find(url)).toMatchObject({ state: 'stands', missedAt: null, candidate: null });
    expect(await shown()).toBeNull();
  });

  it('WATCH compares all of the page where the quote was outside of its article', async () => {
    const aside = (words: string) =>
      `<title>Ledgerline</title><article>${FILLER}</article><aside class="sidebar"><p>Meet us in Zug.</p><p>${words}</p></aside>`;
    const { url } = await quoteFrom('/aside', QUOTE, aside(QUOTE));
    await watch();
    expect(await find(url)).toMatchObject({ state: 'stands', isWhole: true });
    pages.set('/aside', { body: aside('Something else.') });
    nightAfter();
    await watch();
    const { body } = await app.asEditor('GET', `/api/quotes/${(await find(url))?.id}`);
    expect([body.before, body.after].map((text) => text.includes('Meet us in Zug.'))).toEqual([
      true,
      true,
    ]);
  });

  it('WATCH finds a quote on a page that its page links to, and looks into ten at most', async () => {
    const { url } = await quoteFrom('/old');
    const many = Array.from({ length: 30 }, (_, n) => `/page-${n}`);
    for (const path of many) show(path, 'Nothing of it.');
    show('/custodians', QUOTE);
    show('/old', 'See our other pages.', [...many, '/custodians']);
    await watch();
    expect(await find(url)).toMatchObject({ state: 'moved', movedTo: `${site.url}/custodians` });
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/old', '/custodians']);
    pages.set('/custodians', { status: 404 });
    asked = [];
    nightAfter();
    await watch();
    expect(asked.filter(({ path }) => /^\/(page|custodians)/.test(path))).toHaveLength(10);
    expect(Math.min(...gapsOf(asked.map(({ at }) => at)))).toBeGreaterThanOrEqual(2000);
  });

  it('WATCH reads nothing that robots.txt refuses or cannot be asked about, and keeps its delay', async () => {
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
    robots('User-agent: *\nCrawl-delay: 9\nDisallow: /other');
    asked = [];
    nightAfter();
    await watch();
    expect((await find(url))?.state).toBe('stands');
    expect(Math.min(...gapsOf(asked.map(({ at }) => at)))).toBeGreaterThanOrEqual(9000);
  });

  it('WATCH leaves a host alone for as long as it asks, and comes back', async () => {
    const [first, second] = [await quoteFrom('/busy'), await quoteFrom('/calm')];
    pages.set('/busy', { status: 429, headers: { 'retry-after': '3600' } });
    await watch();
    expect((await find(first.url))?.state).toBe('unreadable');
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/busy']);
    nightAfter(HOUR);
    expect(await watch()).toBe(1);
    expect(await find(second.url)).toMatchObject({
      state: 'stands',
      checkedAt: new Date(now).toISOString(),
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

  it('WATCH is a timed job at the times of the link check, and off where that is off', async () => {
    const jobs = async () => (await app.asEditor('GET', '/api/timed-jobs')).body;
    const start = (LINK_CHECK_CRON: string) =>
      startQuoteSchedule({ ...parts(), settings: { ...app.settings, LINK_CHECK_CRON } });
    const on = start('0 3 * * *');
    await expect.poll(jobs).toMatchObject([{ name: 'quotes', failures: 0, isTroubled: false }]);
    on.stop();
    const off = start('');
    await expect.poll(jobs).toMatchObject([{ name: 'quotes', isOff: true, nextAt: null }]);
    off.stop();
  });

  it('WATCH waits while links are due or under way on any node', async () => {
    const set = (values: Partial<typeof timedJobs.$inferInsert>) =>
      app.db
        .insert(timedJobs)
        .values({ name: 'link-checks', ...values })
        .onConflictDoUpdate({ target: timedJobs.name, set: values });
    const later = new Date(Date.now() + DAY);
    const steps = [
      () => set({ startedAt: new Date(), nextAt: later }),
      () => set({ startedAt: null, nextAt: later }),
    ];
    await set({ nextAt: new Date(Date.now() - 1000) });
    let slept = 0;
    await waitForLinks(app.db, {
      sleep: async () => {
        slept += 1;
        await steps.shift()?.();
      },
    });
    expect(slept).toBe(2);
    await app.db.delete(timedJobs);
    await waitForLinks(app.db, { sleep: () => Promise.reject(new Error('It waited')) });
  });
});
