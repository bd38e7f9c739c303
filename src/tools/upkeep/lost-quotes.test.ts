import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostTurns } from '#modules/link-checks/host-turns.server.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';
import { watchQuotes } from '#modules/quotes/watch-quotes.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';

const DAY = 86_400_000;
const QUOTE = 'Ledgerline reconciles positions with more than forty custodians every night.';

let app: TestApp;
let outside: PageServer;
let now = Date.now() + DAY;
const clock = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};

beforeAll(async () => {
  outside = await startPageServer();
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: outside.hostPort } });
  outside.pages.set('/page', { body: `<p>${QUOTE}</p>` });
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

const watchNight = async () => {
  now += DAY;
  const { settings, connection, content } = app;
  const parts = { settings, connection, content, log: pino({ level: 'silent' }) };
  await watchQuotes(parts, { fetch: guardedFetch, turns: createHostTurns(clock) });
};

const due = async () =>
  (await app.asEditor('GET', '/api/upkeep?kind=lost-quote')).body.items.map(
    ({ collection, detail }: { collection: string; detail: string }) => [collection, detail],
  );

it('QUOTE that is not on its page any more is due in Upkeep, of evidence and of a vendor’s source, until it is back', async () => {
  const url = `${outside.url}/page`;
  const factory = createFactories(app);
  await factory.create('coverage', { url, quote: QUOTE });
  const source = { field: 'founded', value: '2001', url, quote: QUOTE };
  await factory.create('vendors', { sources: [source], isPublished: true });
  await watchNight();
  expect(await due()).toEqual([]);
  outside.pages.set('/page', { body: '<p>We have a new page.</p>' });
  await watchNight();
  const gone = `No longer on the page: “${QUOTE}”`;
  expect((await due()).toSorted()).toEqual([
    ['coverage', gone],
    ['vendors', gone],
  ]);
  outside.pages.set('/page', { body: `<p>${QUOTE}</p>` });
  await watchNight();
  expect(await due()).toEqual([]);
});

it('QUOTE of a page that cannot be read is due after 30 days, with the reason', async () => {
  outside.pages.set('/page', { status: 503 });
  await watchNight();
  expect(await due()).toEqual([]);
  const since = new Date(Date.now() - 31 * DAY).toISOString();
  await app.db.update(quotes).set({ since }).where(eq(quotes.state, 'unreadable'));
  const reason = 'The page cannot be read: The page answered 503';
  expect((await due()).toSorted()).toEqual([
    ['coverage', reason],
    ['vendors', reason],
  ]);
});
