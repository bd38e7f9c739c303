import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceCells } from '#content/shared/coverage/evidence-blocks.server.ts';
import { createHostTurns } from '#modules/link-checks/host-turns.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';
import { watchQuotes } from '#modules/quotes/watch-quotes.server.ts';
import { drawDecision } from '#testing/draw-decision.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';

const DAY = 86_400_000;
const QUOTE = 'Ledgerline reconciles positions with more than forty custodians every night.';
const NEWER = 'Ledgerline reconciles positions with more than ninety custodians every night.';
const FOUNDED = 'Two accountants founded the company in Zug in the year 2001.';
const FILLER = Array.from(
  { length: 20 },
  (_, n) =>
    `<p>Paragraph ${n} tells of another part of the product and of the people who use it.</p>`,
).join('');

let site: TestSite;
let vendor: LoopbackServer;
let vendorId: number;
let coverageId: number;
let now = Date.now() + DAY;
const pages = new Map<string, string | number>();
const clock = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};

const show = (path: string, words: string) =>
  pages.set(path, `<title>Ledgerline</title>${FILLER}<p>${words}</p>`);

const watchNight = async () => {
  now += DAY;
  const { settings, connection, content } = site;
  const parts = { settings, connection, content, log: pino({ level: 'silent' }) };
  await watchQuotes(parts, { turns: createHostTurns(clock) });
};

const add = async (name: string, body: object): Promise<number> => {
  const made = await site.asEditor('POST', `/api/${name}`, body);
  expect([name, made.status, made.body.fields]).toEqual([name, 201, undefined]);
  return made.body.id;
};

interface Due {
  collection: string;
  id: number;
  title: string;
  detail: string;
  part: string;
  url: string;
}

/** Evidence before sources of vendors. */
const dueOf = async (kind: string): Promise<Due[]> => {
  const { items } = (await site.asEditor('GET', `/api/upkeep?kind=${kind}`)).body;
  return items.toSorted((a: Due, b: Due) => a.collection.localeCompare(b.collection));
};

const decide = (part: string | undefined, body: object, headers = {}) =>
  site.asEditor('POST', `/api/quotes/${part}/decide`, body, headers);

const GONE_PAGES = [
  '/vendors/ours',
  '/features/ledger',
  '/features/matrix',
  '/compare/ours-vs-other',
  '/needs?f=ledger',
];

const sayingGone = async (): Promise<string[]> => {
  const saying = await Promise.all(
    GONE_PAGES.map(async (path) =>
      (await site.get(path)).body.includes('No longer on the page since') ? path : [],
    ),
  );
  return saying.flat();
};

const ranked = async () =>
  (await site.call('GET', '/api/coverage-matrix?category=Books')).body.vendors.map(
    ({ slug }: { slug: string }) => slug,
  );

beforeAll(async () => {
  vendor = await startLoopback((request, response) => {
    const page = pages.get(request.url ?? '') ?? 404;
    const status = typeof page === 'number' ? page : 200;
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(typeof page === 'number' ? '' : page);
  });
  site = await startSite({ data: 'empty', settings: { FETCH_ALLOW_HOSTS: vendor.hostPort } });
  show('/product', QUOTE);
  show('/about', FOUNDED);
  const source = { field: 'founded', value: '2001', url: `${vendor.url}/about`, quote: FOUNDED };
  const ours = { name: 'Ours', slug: 'ours', founded: '2001', sources: [source] };
  vendorId = await add('vendors', ours);
  const otherId = await add('vendors', { name: 'Other', slug: 'other' });
  const featureId = await add('features', { name: 'Ledger', slug: 'ledger', category: 'Books' });
  const evidence = {
    featureId,
    level: 'documented',
    finding: 'It reconciles.',
    publisher: 'vendor',
    checkedOn: '2026-11-15',
    checkedBy: 'Research desk',
  };
  const url = `${vendor.url}/product`;
  coverageId = await add('coverage', { ...evidence, vendorId, url, quote: QUOTE });
  await add('coverage', { ...evidence, vendorId: otherId, url });
});
afterAll(async () => {
  await site.close();
  await vendor.close();
});

describe('a quote that is gone', () => {
  it('WATCH is said in public where its evidence is shown, for people and programs, and changes no order', async () => {
    const order = await ranked();
    show('/product', NEWER);
    show('/about', 'We are a company of accountants.');
    await watchNight();
    expect(await sayingGone()).toEqual([]);
    const since = new Date(now).toISOString().slice(0, 10);
    await watchNight();
    expect(await sayingGone()).toEqual(GONE_PAGES);
    expect(await ranked()).toEqual(order);
    const { body } = await site.call('GET', '/api/vendors/ours/coverage');
    expect(body[0].rows[0].cells[0]).toMatchObject({ quote: QUOTE, quoteGoneSince: since });
    const profile = await site.call('GET', '/api/vendors/ours');
    expect(profile.body.sources[0].quoteGoneSince).toBe(since);
    const data = await (await site.api.request('/data/coverage.json')).json();
    expect(data).toMatchObject([
      { vendor: 'ours', quoteState: 'gone', quoteSince: since },
      { vendor: 'other', quoteState: null, quoteSince: null },
    ]);
    const matrix = await (await site.api.request('/api/coverage-matrix.csv')).text();
    expect(matrix).toContain(`gone since ${since}`);
    const needs = await (await site.api.request('/api/needs.csv?features=ledger')).text();
    expect(needs).toContain(`,${QUOTE},gone since ${since},`);
    const { body: decisionData } = await site.call('GET', '/api/decision-data');
    expect(drawDecision(decisionData, ['ours', 'other'], 'ledger').memo).toContain(
      'No longer on the page since',
    );
    expect(sourceCells(body[0].rows[0].cells[0])).toContain(
      `“${QUOTE}”, no longer on the page since ${since}`,
    );
  });

  it('WATCH tells no stranger of the texts, and lets none decide', async () => {
    const [due] = await dueOf('gone-quote');
    expect((await site.call('GET', `/api/quotes/${due?.part}`)).status).toBe(401);
    const refused = await site.call('POST', `/api/quotes/${due?.part}/decide`, { quote: null });
    expect(refused.status).toBe(401);
    const viewer = await site.signIn('viewer@example.com', 'viewer');
    expect((await decide(due?.part, { quote: null }, { cookie: viewer })).status).toBe(403);
    expect((await site.asEditor('GET', '/api/quotes/999999')).status).toBe(404);
  });

  it('WATCH is in the upkeep queue with candidate and difference, and takes the candidate after reading the page', async () => {
    const due = await dueOf('gone-quote');
    expect(due).toMatchObject([
      {
        collection: 'coverage',
        id: coverageId,
        title: 'Ours: Ledger',
        detail: `The page says it in other words now: “${QUOTE}”`,
        url: `${vendor.url}/product`,
      },
      { collection: 'vendors', id: vendorId, title: 'Ours' },
    ]);
    const found = (await site.asEditor('GET', `/api/quotes/${due[0]?.part}`)).body;
    expect(found).toMatchObject({ quote: QUOTE, candidate: NEWER, state: 'gone' });
    expect([found.before.includes(QUOTE), found.after.includes(NEWER)]).toEqual([true, true]);
    const wrong = await decide(due[0]?.part, { quote: `${NEWER} Or so we were told by them.` });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['quote']]);
    expect((await decide(due[0]?.part, {})).status).toBe(400);
    expect((await decide(due[0]?.part, { quote: found.candidate })).status).toBe(200);
    const row = (await site.call('GET', `/api/coverage/${coverageId}`)).body;
    expect(row).toMatchObject({
      quote: NEWER,
      quoteGoneSince: null,
      checkedBy: 'Edith',
      readIn: 'live',
    });
    expect(await sayingGone()).toEqual(['/vendors/ours', '/compare/ours-vs-other']);
    expect(await dueOf('gone-quote')).toHaveLength(1);
  });

  it('WATCH a source of a vendor is still right by another page, and no answer of the server is stored with it', async () => {
    const [due] = await dueOf('gone-quote');
    show('/history', `Our history. ${FOUNDED}`);
    const url = `${vendor.url}/history`;
    expect((await decide(due?.part, { url, quote: FOUNDED })).status).toBe(200);
    const { sources } = (await site.call('GET', '/api/vendors/ours')).body;
    expect(sources).toMatchObject([{ url, quote: FOUNDED, checkedBy: 'Edith', readIn: 'live' }]);
    expect(await sayingGone()).toEqual([]);
    const echoed = sources.map((source: object) => ({ ...source, quoteGoneSince: '2026-11-20' }));
    await site.asEditor('PUT', `/api/vendors/${vendorId}`, { sources: echoed });
    const again = (await site.call('GET', '/api/vendors/ours')).body.sources;
    expect(again[0].quoteGoneSince).toBeNull();
  });
});

describe('other states', () => {
  it('WATCH a quote that moved gets its new address with one call', async () => {
    show('/product/ledger', NEWER);
    pages.set('/product', `<title>L</title>${FILLER}<p>See <a href="/product/ledger">more</a></p>`);
    await watchNight();
    const [due] = await dueOf('moved-quote');
    expect(due).toMatchObject({ id: coverageId, url: `${vendor.url}/product/ledger` });
    expect((await decide(due?.part, { url: due?.url })).status).toBe(200);
    expect((await site.call('GET', `/api/coverage/${coverageId}`)).body.url).toBe(due?.url);
    expect(await dueOf('moved-quote')).toEqual([]);
  });

  it('WATCH a page that cannot be read is due after 30 days, and its quote can be taken away', async () => {
    pages.set('/product/ledger', 503);
    await watchNight();
    expect(await dueOf('unreadable-quote')).toEqual([]);
    expect(await sayingGone()).toEqual([]);
    const since = new Date(Date.now() - 31 * DAY).toISOString();
    await site.db.update(quotes).set({ since });
    await site.asEditor('PUT', `/api/coverage/${coverageId}`, { note: 'Ask which custodians.' });
    const [due] = await dueOf('unreadable-quote');
    expect(due).toMatchObject({ id: coverageId, detail: 'The page answered 503' });
    expect((await decide(due?.part, { quote: null })).status).toBe(200);
    const row = (await site.call('GET', `/api/coverage/${coverageId}`)).body;
    expect([row.quote, row.checkedBy]).toEqual([null, 'Edith']);
    expect(await dueOf('unreadable-quote')).toEqual([]);
  });
});

describe('what the page says in its place', () => {
  const DENIED = 'Ledgerline no longer reconciles positions with more than forty custodians.';
  const LATER = FOUNDED.replace('2001', '2002');

  it('WATCH is not taken alone where it denies more or has another figure: the level or the value is asked for', async () => {
    const url = `${vendor.url}/custodians`;
    show('/custodians', QUOTE);
    show('/history', `Our history. ${FOUNDED}`);
    const quoted = await site.asEditor('PUT', `/api/coverage/${coverageId}`, { url, quote: QUOTE });
    expect(quoted.status).toBe(200);
    show('/custodians', DENIED);
    show('/history', `Our history. ${LATER}`);
    await watchNight();
    await watchNight();
    const due = await dueOf('gone-quote');
    expect(due.map(({ id }) => id)).toEqual([coverageId, vendorId]);
    const candidates = [DENIED, LATER];
    for (const [at, { part }] of due.entries()) {
      const found = (await site.asEditor('GET', `/api/quotes/${part}`)).body;
      expect(found).toMatchObject({ candidate: candidates[at], isOther: true });
      const refused = await decide(part, { quote: found.candidate });
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        [
          {
            level:
              'These words deny more or have other figures. Say in the form which level they show',
          },
          {
            value:
              'These words deny more or have other figures. Say in the form which value they state',
          },
        ][at],
      ]);
    }
    const before = (await site.call('GET', `/api/coverage/${coverageId}`)).body;
    expect([before.level, before.quote]).toEqual(['documented', QUOTE]);

    const [cell, fact] = due;
    const finding = 'It stopped that.';
    const level = 'absent';
    expect((await decide(cell?.part, { quote: DENIED, level, finding })).status).toBe(200);
    const row = (await site.call('GET', `/api/coverage/${coverageId}`)).body;
    expect(row).toMatchObject({ level, finding, quote: DENIED, quoteGoneSince: null });
    expect((await decide(fact?.part, { quote: LATER, value: '2002' })).status).toBe(200);
    const profile = (await site.call('GET', '/api/vendors/ours')).body;
    expect(profile.founded).toBe('2002');
    expect(profile.sources).toMatchObject([{ value: '2002', quote: LATER, checkedBy: 'Edith' }]);
    expect(await dueOf('gone-quote')).toEqual([]);
  });
});
