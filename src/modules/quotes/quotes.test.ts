import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { quotes } from './quotes.table.server.ts';

const QUOTE = 'The platform reconciles positions with custodians every night.';
const OTHER = 'Reports are signed by an auditor of the family’s own choice.';
const PAGE = `<html><body><h1>Acme Ledger</h1><p>${QUOTE}</p><p>${OTHER}</p><p>Ask us.</p></body></html>`;

let app: TestApp;
let factory: Factories;
let outside: PageServer;
let url: string;
beforeAll(async () => {
  outside = await startPageServer();
  app = await buildApp({ settings: { FETCH_ALLOW_HOSTS: outside.hostPort } });
  factory = createFactories(app);
  url = `${outside.url}/page`;
});
afterAll(async () => {
  await app.close();
  await outside.close();
});
beforeEach(() => {
  outside.pages.clear();
  outside.asked.length = 0;
  outside.onAsk(() => {});
  outside.pages.set('/page', { body: PAGE });
});

const kept = (collection: string, itemId: number) =>
  app.db
    .select()
    .from(quotes)
    .where(and(eq(quotes.collection, collection), eq(quotes.itemId, itemId)))
    .orderBy(quotes.id);

const addRow = (given: object = {}) => factory.create('coverage', { url, ...given });
const put = (id: number, body: object) => app.asEditor('PUT', `/api/coverage/${id}`, body);
const addVendor = (sources: object[]) => factory.create('vendors', { sources });
const source = (given: object = {}) => ({ field: 'founded', value: '2001', url, ...given });

const importCsv = async (name: string, csv: string, dryRun = false) => {
  const response = await app.api.request(`/api/${name}/import?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { cookie: app.cookie, 'content-type': 'text/csv' },
    body: csv,
  });
  return { status: response.status, body: await response.json() };
};

describe('a quote that is saved', () => {
  it('QUOTE is looked up on its page, which is read once, and kept with its address', async () => {
    const { id } = await addRow();
    const { status, body } = await put(id, { quote: QUOTE });
    expect([status, body.quote]).toEqual([200, QUOTE]);
    const [row, ...more] = await kept('coverage', id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ field: '', quote: QUOTE, url, state: 'there' });
    expect(outside.asked).toEqual(['/page']);
  });

  it('QUOTE is not read again while its words and address stay, and goes with either', async () => {
    const { id } = await addRow({ quote: QUOTE });
    const [first] = await kept('coverage', id);
    await put(id, { note: 'Ask for more.', quote: QUOTE });
    expect(await kept('coverage', id)).toEqual([first]);
    expect(outside.asked).toEqual(['/page']);
    outside.pages.set('/new', { body: PAGE });
    await put(id, { url: `${outside.url}/new`, quote: OTHER });
    expect(await kept('coverage', id)).toMatchObject([{ quote: OTHER, url: `${outside.url}/new` }]);
    await put(id, { quote: '' });
    expect(await kept('coverage', id)).toEqual([]);
  });

  it('QUOTE is refused by field where the page does not hold it, or cannot be read', async () => {
    const { id, version } = await addRow();
    const refused = async (body: object) => {
      const { status, body: said } = await put(id, body);
      return [status, said.fields];
    };
    expect(await refused({ quote: 'The platform never reconciles any positions.' })).toEqual([
      400,
      { quote: 'These words are not on the page' },
    ]);
    expect(await refused({ quote: 'Too few words' })).toEqual([
      400,
      { quote: 'The quote must be at least 25 characters: fewer words prove too little' },
    ]);
    expect(await refused({ quote: 'x'.repeat(301) })).toEqual([
      400,
      { quote: 'Quote must be at most 300 characters' },
    ]);
    outside.pages.set('/page', { status: 403 });
    expect(await refused({ quote: QUOTE })).toEqual([
      400,
      { quote: 'The page could not be read: The page answered 403' },
    ]);
    expect(await refused({ quote: QUOTE, url: 'http://10.0.0.1/' })).toEqual([
      400,
      { quote: 'The page could not be read: Only public addresses are fetched' },
    ]);
    expect((await app.asEditor('GET', `/api/coverage/${id}`)).body).toMatchObject({
      version,
      quote: null,
    });
    expect(await kept('coverage', id)).toEqual([]);
  });

  it('QUOTE is found beside the article of a page too, and where it stands twice', async () => {
    const { id } = await addRow();
    const prose = '<p>The office keeps its own books, and knows its numbers by heart.</p>'.repeat(
      20,
    );
    const aside = `<aside class="sidebar"><p>Once: ${QUOTE}</p><p>Twice: ${QUOTE}</p></aside>`;
    outside.pages.set('/page', { body: `<article>${prose}</article>${aside}` });
    expect((await put(id, { quote: QUOTE })).status).toBe(200);
  });

  it('QUOTE holds no connection while its page is read, and no page is read for a version that has changed', async () => {
    const { id } = await addRow();
    const { pool } = app.connection;
    const busy: number[] = [];
    outside.onAsk(() => busy.push(pool.totalCount - pool.idleCount));
    expect((await put(id, { quote: QUOTE })).status).toBe(200);
    expect(busy).toEqual([0]);
    const old = await app.asEditor(
      'PUT',
      `/api/coverage/${id}`,
      { quote: OTHER },
      {
        'if-match': '"v1"',
      },
    );
    expect(old.status).toBe(412);
    expect(busy).toHaveLength(1);
  });

  it('QUOTE goes with its row, and comes back from the trash whether its page can be read or not', async () => {
    const fine = await addRow({ quote: QUOTE });
    const lost = await addRow({ quote: QUOTE });
    for (const { id } of [fine, lost]) {
      await app.asEditor('DELETE', `/api/coverage/${id}`);
      expect(await kept('coverage', id)).toEqual([]);
    }
    const restore = async (id: number) => {
      const { body } = await app.asEditor('GET', '/api/trash');
      const entry = body.find((one: { itemId: number }) => one.itemId === id);
      return app.asEditor('POST', `/api/trash/${entry.id}/restore`);
    };
    expect((await restore(fine.id)).status).toBe(200);
    outside.pages.set('/page', { status: 500 });
    expect((await restore(lost.id)).body.quote).toBe(QUOTE);
    for (const { id } of [fine, lost])
      expect(await kept('coverage', id)).toMatchObject([{ quote: QUOTE }]);
    await app.asEditor('DELETE', `/api/coverage/${lost.id}`);
    await app.asEditor('DELETE', '/api/trash');
    expect(await kept('coverage', lost.id)).toEqual([]);
  });

  it('QUOTE comes back with an earlier version', async () => {
    const { id } = await addRow({ quote: QUOTE });
    await put(id, { quote: null });
    const { body } = await app.asEditor('GET', `/api/revisions/coverage/${id}`);
    const path = `/api/revisions/coverage/${id}/${body[0].id}/restore`;
    expect((await app.asEditor('POST', path)).body.quote).toBe(QUOTE);
    expect(await kept('coverage', id)).toMatchObject([{ quote: QUOTE }]);
  });
});

describe('the quotes of a vendor', () => {
  it('QUOTE stand with the source of a fact, and are refused by its name', async () => {
    const { id } = await addVendor([source({ quote: QUOTE }), source({ field: 'pricing' })]);
    expect(await kept('vendors', id)).toMatchObject([{ field: 'founded', quote: QUOTE, url }]);
    const change = (sources: object[]) => app.asEditor('PUT', `/api/vendors/${id}`, { sources });
    const wrong = await change([source({ field: 'pricing', quote: `${QUOTE} Never.` })]);
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { sources: 'pricing: These words are not on the page' },
    ]);
    const bare = await change([source({ quote: QUOTE, url: null })]);
    expect(bare.body.fields.sources).toMatch(/^founded: The page could not be read/);
    const asked = outside.asked.length;
    await app.asEditor('PUT', `/api/vendors/${id}`, { about: 'Changed.' });
    expect(outside.asked).toHaveLength(asked);
    expect(await kept('vendors', id)).toHaveLength(1);
  });

  it('QUOTE of two facts of a list may be from one page, and one sentence may name both', async () => {
    const fact = (value: string, quote: string) => source({ field: 'integrations', value, quote });
    const both = [fact('One', QUOTE), fact('Two', OTHER), fact('Three', QUOTE)];
    const { id } = await addVendor(both);
    const words = async () => (await kept('vendors', id)).map(({ quote }) => quote);
    expect(await words()).toEqual([QUOTE, OTHER]);
    const change = (sources: object[]) => app.asEditor('PUT', `/api/vendors/${id}`, { sources });
    expect((await change(both.slice(1))).status).toBe(200);
    expect(await words()).toEqual([QUOTE, OTHER]);
    expect((await change(both.slice(1, 2))).status).toBe(200);
    expect(await words()).toEqual([OTHER]);
  });

  it('QUOTE are looked for when a draft is published, not while it is written', async () => {
    const { id } = await factory.create('vendors', { isPublished: true });
    const path = `/api/vendors/${id}/draft`;
    const draft = (quote: string) => app.asEditor('PUT', path, { sources: [source({ quote })] });
    expect((await draft(`${QUOTE} Never.`)).status).toBe(200);
    expect(outside.asked).toEqual([]);
    const refused = await app.asEditor('POST', `${path}/publish`);
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { sources: 'founded: These words are not on the page' },
    ]);
    await draft(QUOTE);
    expect((await app.asEditor('POST', `${path}/publish`)).status).toBe(200);
    expect(await kept('vendors', id)).toMatchObject([{ quote: QUOTE }]);
  });

  it('QUOTE move to another page of all that name it, if that holds them', async () => {
    const vendor = await addVendor([source({ quote: QUOTE })]);
    const row = await addRow({ quote: OTHER });
    const to = `${outside.url}/moved`;
    const move = () => app.asEditor('POST', '/api/link-checks/replace', { url, to });
    outside.pages.set('/moved', { body: `<p>${QUOTE}</p>` });
    expect((await move()).status).toBe(400);
    outside.pages.set('/moved', { body: PAGE });
    expect((await move()).status).toBe(200);
    expect(await kept('vendors', vendor.id)).toMatchObject([{ url: to }]);
    expect(await kept('coverage', row.id)).toMatchObject([{ url: to }]);
  });
});

describe('quotes in a file', () => {
  it('QUOTE of CSV are looked for on their pages, in a dry run too, and refused by row', async () => {
    const first = await addRow();
    const second = await addRow();
    const csv = (quote: string) => `id,quote\r\n${first.id},${QUOTE}\r\n${second.id},${quote}\r\n`;
    const dry = await importCsv('coverage', csv(`${QUOTE} Never.`), true);
    expect(dry.body).toMatchObject({ updated: 1, refused: 1 });
    expect(dry.body.rows[1].problems).toEqual({ quote: 'These words are not on the page' });
    expect(await kept('coverage', first.id)).toEqual([]);
    const whole = await importCsv('coverage', csv(OTHER));
    expect([whole.status, whole.body.updated, whole.body.rows.length]).toEqual([200, 2, 2]);
    expect(await kept('coverage', second.id)).toMatchObject([{ quote: OTHER }]);
  });

  it('QUOTE of more than 20 pages at once are refused by a sentence', async () => {
    const rows: string[] = [];
    for (let at = 0; at < 21; at += 1) {
      outside.pages.set(`/many-${at}`, { body: PAGE });
      const { id } = await addRow({ url: `${outside.url}/many-${at}` });
      rows.push(`${id},${QUOTE}`);
    }
    const { status, body } = await importCsv('coverage', ['id,quote', ...rows].join('\r\n'));
    expect([status, body.report?.refused ?? body.refused]).toEqual([400, 1]);
    expect(JSON.stringify(body)).toContain('At most 20 pages of new quotes are read at once');
    expect(outside.asked).toHaveLength(20);
  });
});
