import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { quotes } from './quotes.table.server.ts';

const QUOTE = 'The platform reconciles positions with custodians every night.';
const OTHER = 'Reports are signed by an auditor of the family’s own choice.';
const TEXT = `Acme Ledger\n${QUOTE}\n${OTHER}\nAsk us.`;
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

const kept = async (collection: string, itemId: number) =>
  (
    await app.db
      .select()
      .from(quotes)
      .where(and(eq(quotes.collection, collection), eq(quotes.itemId, itemId)))
      .orderBy(quotes.id)
  ).map(({ snapshot, ...row }) => ({ ...row, text: snapshot }));

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
  it('QUOTE is kept with its address, the hash and day of the text, and the text', async () => {
    const { id } = await addRow();
    const before = Date.now();
    const { status, body } = await put(id, { quote: QUOTE });
    expect([status, body.quote, body.foundWith]).toEqual([200, QUOTE, null]);
    const [row, ...more] = await kept('coverage', id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ field: '', quote: QUOTE, url, text: TEXT, state: 'stands' });
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(row?.readAt ?? '')).toBeGreaterThanOrEqual(before);
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
    outside.pages.set('/page', { body: `<p>One. ${QUOTE}</p><p>Two. ${QUOTE}</p>` });
    expect(await refused({ quote: QUOTE })).toEqual([
      400,
      {
        quote:
          'These words are on the page twice: “…One. [the quote] Two. The platform reconciles positions …” and “…tions with custodians every night. Two. [the quote]…”. Take more of the words around one of them',
      },
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

  it('QUOTE is counted on all of the page, and is kept with all of it where the article has none', async () => {
    const { id } = await addRow();
    const prose = '<p>The office keeps its own books, and knows its numbers by heart.</p>'.repeat(
      20,
    );
    const show = (article: string, aside: string) =>
      outside.pages.set('/page', {
        body: `<html><body><article>${prose}${article}</article><aside class="sidebar"><p>${aside}</p></aside></body></html>`,
      });
    show(`<p>${QUOTE}</p>`, `Once more: ${QUOTE}`);
    const twice = await put(id, { quote: QUOTE });
    expect([twice.status, twice.body.fields?.quote]).toEqual([
      400,
      expect.stringMatching(/^These words are on the page twice/),
    ]);
    show('', `Once: ${QUOTE}`);
    const { body } = await app.asEditor('POST', '/api/page-text', { url });
    expect([body.text.includes(QUOTE), body.whole.includes(QUOTE)]).toEqual([false, true]);
    expect((await put(id, { quote: QUOTE })).status).toBe(200);
    expect(await kept('coverage', id)).toMatchObject([{ isWhole: true, text: body.whole }]);
  });

  it('QUOTE holds no connection while its page is read, and no page is read for what is refused anyway', async () => {
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
    const wrong = await put(id, { quote: OTHER, featureId: 999_999 });
    const viewer = await app.signIn('reader@example.com', 'editor');
    const lesser = await app.call(
      'PUT',
      `/api/coverage/${id}`,
      { quote: OTHER },
      { cookie: viewer },
    );
    expect([old.status, wrong.status, lesser.status]).toEqual([412, 400, 403]);
    expect(busy).toHaveLength(1);
  });

  it('QUOTE goes with its row, and comes back from the trash with a snapshot where the page can be read', async () => {
    const [fine, lost] = [await addRow({ quote: QUOTE }), await addRow({ quote: QUOTE })];
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
    expect(await kept('coverage', fine.id)).toMatchObject([{ quote: QUOTE, text: TEXT }]);
    expect(await kept('coverage', lost.id)).toMatchObject([
      { quote: QUOTE, text: null, hash: null, readAt: null },
    ]);
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
    expect(await kept('coverage', id)).toMatchObject([{ quote: QUOTE, text: TEXT }]);
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
    expect(await kept('vendors', id)).toMatchObject([{ quote: QUOTE, text: TEXT }]);
  });

  it('QUOTE move to another page of all that name it, if that holds them', async () => {
    const [vendor, row] = [
      await addVendor([source({ quote: QUOTE })]),
      await addRow({ quote: OTHER }),
    ];
    const to = `${outside.url}/moved`;
    const move = () => app.asEditor('POST', '/api/link-checks/replace', { url, to });
    outside.pages.set('/moved', { body: `<p>${QUOTE}</p>` });
    expect((await move()).status).toBe(400);
    outside.pages.set('/moved', { body: PAGE });
    expect((await move()).status).toBe(200);
    expect(await kept('vendors', vendor.id)).toMatchObject([{ url: to, text: TEXT }]);
    expect(await kept('coverage', row.id)).toMatchObject([{ url: to, text: TEXT }]);
  });
});

describe('quotes in a file', () => {
  it('QUOTE of CSV are looked for on their pages, in a dry run too, and refused by row', async () => {
    const [first, second] = [await addRow(), await addRow()];
    const csv = (quote: string) => `id,quote\r\n${first.id},${QUOTE}\r\n${second.id},${quote}\r\n`;
    const dry = await importCsv('coverage', csv(`${QUOTE} Never.`), true);
    expect(dry.body).toMatchObject({ updated: 1, refused: 1 });
    expect(dry.body.rows[1].problems).toEqual({ quote: 'These words are not on the page' });
    expect(await kept('coverage', first.id)).toEqual([]);
    const whole = await importCsv('coverage', csv(OTHER));
    expect([whole.status, whole.body.updated, whole.body.rows.length]).toEqual([200, 2, 2]);
    expect(await kept('coverage', second.id)).toMatchObject([{ quote: OTHER, text: TEXT }]);
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

describe('what was found with AI', () => {
  it('QUOTE says so of evidence by the finder alone: a request that says it is refused by field', async () => {
    const { id } = await addRow();
    const said = await put(id, { foundWith: 'AI' });
    expect([said.status, Object.keys(said.body.fields)]).toEqual([400, ['foundWith']]);
    const csv = await importCsv('coverage', `id,foundWith\r\n${id},AI\r\n`);
    expect([csv.status, Object.keys(csv.body.fields)]).toEqual([400, ['foundWith']]);
  });

  it('QUOTE is written by the writer in process, and stays when a person changes the rest', async () => {
    const [row, vendor] = [await addRow(), await addVendor([source()])];
    const editor = await app.db.execute<{ id: number }>(sql`select id from users limit 1`);
    const viewer = {
      id: editor.rows[0]?.id ?? 0,
      email: 'editor@example.com',
      role: 'owner',
    } as const;
    const rows = app.content.partsOf(coverage).writer;
    await rows.update(viewer, { id: row.id }, { quote: QUOTE, foundWith: 'AI' });
    const found = { ...source(), quote: QUOTE, foundWith: 'AI' } as const;
    const profiles = app.content.partsOf(vendors).writer;
    await profiles.update(viewer, { id: vendor.id }, { sources: [found] });
    const changed = await app.asEditor('PUT', `/api/vendors/${vendor.id}`, {
      sources: [{ ...found, note: 'Looked at again.' }],
    });
    expect(changed.body.sources[0]).toMatchObject({ foundWith: 'AI', note: 'Looked at again.' });
    expect((await put(row.id, { note: 'Fine.' })).body).toMatchObject({
      foundWith: 'AI',
      quote: QUOTE,
    });
  });
});

describe('the text of a page for editors', () => {
  const read = (body: object, cookie = app.cookie) =>
    app.call('POST', '/api/page-text', body, { cookie });

  it('401 for a stranger, 403 for a viewer', async () => {
    expect((await app.call('POST', '/api/page-text', { url })).status).toBe(401);
    const viewer = await app.signIn('viewer@example.com', 'viewer');
    expect((await read({ url }, viewer)).status).toBe(403);
  });

  it('QUOTE shows what can be quoted, or says why not, thirty times a minute', async () => {
    const cookie = await app.signIn('busy@example.com', 'editor');
    expect((await read({ url }, cookie)).body).toEqual({
      url,
      title: null,
      text: TEXT,
      whole: TEXT,
      isCut: false,
    });
    const missing = await read({ url: `${outside.url}/none` }, cookie);
    expect([missing.status, missing.body.fields]).toEqual([
      400,
      { url: 'The page could not be read: The page answered 404' },
    ]);
    expect((await read({ url: 'http://169.254.169.254/' }, cookie)).body.fields).toEqual({
      url: 'The page could not be read: Only public addresses are fetched',
    });
    for (let at = 3; at < 30; at += 1) await read({ url: 'nowhere' }, cookie);
    const last = await read({ url }, cookie);
    expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ]);
  });
});
