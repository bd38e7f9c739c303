import { request as httpRequest } from 'node:http';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { list, text } from '#kit/fields.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { serve } from '#testing/serve.ts';
import { readCell, writeCell } from './cells.ts';

/** Values that spreadsheets and CSV tools tend to lose. */
const AWKWARD = [
  '=HYPERLINK("https://x.example")',
  '+49 30 1234',
  '-5 % a year',
  '@sum',
  '\tbegins with a tab',
  "'quoted",
  "'=already quoted",
  '[clear]',
  "'[clear]",
  'a "b", c; d',
  'First\r\nsecond\nthird',
  ' spaces around ',
  'Emoji 👩🏽‍💻, 漢字, \u00a0, \u2028 and \uFEFF',
  '["one","two"]',
  'null',
  '007',
];

/** A file of the size that is taken at most: CSV_ROWS=1900. */
const ROWS = Number(process.env.CSV_ROWS ?? 300);

let app: TestApp;
let starter: TestApp;
beforeAll(async () => {
  app = await buildApp();
  starter = await buildApp({ data: 'starter' });
});
afterAll(async () => {
  await app.close();
  await starter.close();
});

const exportOf = async (from: TestApp, name: string) => {
  const headers = { cookie: from.cookie };
  const response = await from.api.request(`/api/${name}/export.csv`, { headers });
  expect([name, response.status]).toEqual([name, 200]);
  // `text()` would take the byte order mark away.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
};

const importInto = async (
  into: TestApp,
  name: string,
  csv: string | Uint8Array<ArrayBuffer>,
  { dryRun = false, type = 'text/csv' } = {},
) => {
  const response = await into.api.request(`/api/${name}/import?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { cookie: into.cookie, 'content-type': type },
    body: csv,
  });
  return { status: response.status, body: await response.json() };
};

const countsOf = ({ body: { created, updated, unchanged, refused } }: { body: Counts }) => ({
  created,
  updated,
  unchanged,
  refused,
});
type Counts = Record<'created' | 'updated' | 'unchanged' | 'refused', number>;

const revisionsIn = async (from: TestApp) =>
  (await from.db.execute<{ count: number }>(sql`select count(*)::int as count from revisions`))
    .rows[0]?.count;

const awkwardDraft = (name: string, turn: number) => {
  const { collection } = app.content.partsOf(name);
  const fields = Object.entries(collection.fields).filter(([, field]) => !field.server);
  const draft: Record<string, unknown> = {};
  for (const [at, [key, field]] of fields.entries()) {
    const value = AWKWARD[(turn + at) % AWKWARD.length] ?? '';
    const isText = (field.kind === 'text' || field.kind === 'markdown') && !field.pattern;
    if (field.kind === 'list' && !field.to) draft[key] = [value.trim(), 'x; y', 'z'];
    if (isText) draft[key] = value.slice(0, field.max ?? value.length);
  }
  return draft;
};

describe('CSV out and in', () => {
  it('changes nothing when what was exported is imported, for every type', async () => {
    const before = await revisionsIn(starter);
    for (const { name } of registry) {
      const csv = await exportOf(starter, name);
      const total = Number(
        (await starter.asEditor('GET', `/api/${name}?limit=1&status=all`)).headers.get(
          'x-total-count',
        ),
      );
      const same = { created: 0, updated: 0, unchanged: total, refused: 0 };
      const dry = await importInto(starter, name, csv, { dryRun: true });
      expect([name, countsOf(dry), dry.body.rows]).toEqual([name, same, []]);
      expect([name, countsOf(await importInto(starter, name, csv))]).toEqual([name, same]);
      expect(await exportOf(starter, name)).toBe(csv);
    }
    expect(await revisionsIn(starter)).toBe(before);
  });

  it('changes nothing either with texts that spreadsheets and CSV are known to spoil', async () => {
    const { filled, minimal } = createFactories(app);
    for (const { name } of registry) {
      await app.asEditor('POST', `/api/${name}`, await minimal(name));
      for (let turn = 0; turn < AWKWARD.length; turn += 4) {
        const unique = name === 'content-hub-configs' ? { pageSlug: `slug-${turn}` } : {};
        const draft = { ...(await filled(name, awkwardDraft(name, turn))), ...unique };
        const made = await app.asEditor('POST', `/api/${name}`, draft);
        expect([name, turn, made.status, made.body.fields]).toEqual([name, turn, 201, undefined]);
      }
      const csv = await exportOf(app, name);
      const response = await importInto(app, name, csv);
      expect([name, response.status, response.body]).toMatchObject([
        name,
        200,
        { created: 0, updated: 0, refused: 0, rows: [] },
      ]);
      expect(response.body.unchanged).toBeGreaterThan(4);
      for (const cell of csv.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+@\t]/);
    }
  });

  it('gives any text and any list back as it was', () => {
    const names = { slugOf: () => undefined, idOf: () => undefined };
    const nasty = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...AWKWARD));
    const back = (field: ReturnType<typeof text>, value: unknown) =>
      readCell(['key', field], writeCell(field, value, names), names);
    fc.assert(
      fc.property(nasty.filter(Boolean), (value) => {
        expect(back(text(), value)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 5 }), (values) => {
        expect(readCell(['key', list()], writeCell(list(), values, names), names)).toEqual(values);
      }),
    );
  });

  it('shows the difference by field in a dry run, then renames all of them with their history', async () => {
    const { db } = app;
    await db.execute(sql`insert into type_entries (title, slug, description)
      select 'Old ' || n, 'type-' || n, 'Stays' from generate_series(1, 50) n`);
    const csv = await exportOf(app, 'types');
    const renamed = csv.replace(/(\r\n\d+,\d+,)Old (\d+)/g, '$1New $2');
    const dry = await importInto(app, 'types', renamed, { dryRun: true });
    expect(countsOf(dry)).toMatchObject({ created: 0, updated: 50, refused: 0 });
    expect(dry.body.rows[0]).toMatchObject({
      row: expect.any(Number),
      title: 'New 1',
      action: 'updated',
      changes: [{ field: 'title', label: 'Title', before: 'Old 1', after: 'New 1' }],
    });
    expect(await exportOf(app, 'types')).toBe(csv);
    expect((await importInto(app, 'types', renamed)).body).toMatchObject({ updated: 50 });
    const { body } = await app.asEditor('GET', '/api/types/type-37');
    expect(body).toMatchObject({ title: 'New 37', description: 'Stays', version: 2 });
    const [first] = (await app.asEditor('GET', `/api/revisions/types/${body.id}`)).body;
    expect(first).toMatchObject({ action: 'update', userEmail: 'editor@example.com' });
  });

  it('leaves a field alone whose cell is empty, and empties it by [clear]', async () => {
    const { create } = createFactories(app);
    const { id } = await create('faq', { slug: 'clear-me', category: 'Basics', answer: 'Yes.' });
    await importInto(app, 'faq', `id,category,answer\n${id},,No.\n`);
    const read = async () => (await app.asEditor('GET', `/api/faq/${id}`)).body;
    expect(await read()).toMatchObject({ category: 'Basics', answer: 'No.' });
    const refused = await importInto(app, 'faq', `id,category,answer\n${id},[clear],[clear]\n`);
    expect([refused.status, refused.body.rows[0].problems]).toEqual([
      400,
      { answer: 'Answer is required' },
    ]);
    await importInto(app, 'faq', `id,category\n${id},[clear]\n`);
    expect(await read()).toMatchObject({ category: null, answer: 'No.' });
  });

  it('creates rows without an id, finds others by their slug, and resolves references by slug', async () => {
    const { create } = createFactories(app);
    const vendor = await create('vendors', { slug: 'csv-vendor' });
    const feature = await create('features', { slug: 'csv-feature' });
    const csv = (finding: string) =>
      `vendorId,featureId,level,finding,url,publisher,checkedOn,checkedBy\ncsv-vendor,csv-feature,partial,${finding},https://a.example/,vendor,2026-11-01,Ed\n`;
    expect(countsOf(await importInto(app, 'coverage', csv('One')))).toMatchObject({ created: 1 });
    expect(countsOf(await importInto(app, 'coverage', csv('Two')))).toMatchObject({ updated: 1 });
    const list = (await app.asEditor('GET', '/api/coverage')).body;
    const wanted = { vendorId: vendor.id, featureId: feature.id, finding: 'Two' };
    expect(list).toContainEqual(expect.objectContaining(wanted));
    const lost = await importInto(app, 'coverage', csv('Three').replace('csv-vendor', 'nobody'));
    expect(lost.body.rows[0].problems).toEqual({
      vendorId: 'There is no "nobody" among the vendors',
    });
  });

  it('puts new rows at the end of their list, in the order of the file, unless they say where', async () => {
    const { create } = createFactories(app);
    await create('glossary', { term: 'Last so far', displayOrder: 9041 });
    const csv = 'term,slug,definition,displayOrder\nB,csv-b,Two,\nA,csv-a,One,\nC,csv-c,Three,7\n';
    expect(countsOf(await importInto(app, 'glossary', csv))).toMatchObject({ created: 3 });
    const places = ['csv-b', 'csv-a', 'csv-c'].map(
      async (slug) => (await app.asEditor('GET', `/api/glossary/${slug}`)).body.displayOrder,
    );
    expect(await Promise.all(places)).toEqual([9042, 9043, 7]);
  });

  it('refuses rows that others have changed since, and changes nothing at all then', async () => {
    const { create } = createFactories(app);
    const one = await create('glossary', { slug: 'stale-one', term: 'Stale one' });
    const two = await create('glossary', { slug: 'stale-two', term: 'Stale two' });
    await app.asEditor('PUT', `/api/glossary/${two.id}`, { term: 'Their words' });
    const csv = `id,version,term\n${one.id},1,Mine one\n${two.id},1,Mine two\n`;
    const response = await importInto(app, 'glossary', csv);
    expect(response).toMatchObject({
      status: 409,
      body: { message: '1 of 2 rows was refused, so nothing was changed', updated: 1, refused: 1 },
    });
    const stale = response.body.rows.find(({ isStale }: { isStale: boolean }) => isStale);
    expect(stale).toMatchObject({ row: 3, title: 'Their words', action: 'refused' });
    expect(stale.problems.version).toMatch(/it was version 1 and is 2 now/);
    expect((await app.asEditor('GET', '/api/glossary/stale-one')).body.term).toBe('Stale one');
  });

  it('tells every refusal in words, row by row', async () => {
    const { create } = createFactories(app);
    const { id } = await create('features', { slug: 'known', name: 'Known' });
    const csv = [
      'id,name,slug,displayOrder,isPublished',
      `${id},Known again,,,`,
      `${id},Twice,,,`,
      '999999,Nobody,,,',
      'x,Odd,,,',
      ',New,known-2,many,',
      ',New,known-2,,perhaps',
      ',Good,good-one,3,yes',
      ',,nameless,,',
      ',Taken,good-one,,',
      ',Bad slug,No Slug,,',
      ',,,,',
    ].join('\n');
    const { status, body } = await importInto(app, 'features', csv, { dryRun: true });
    expect([status, countsOf({ body })]).toEqual([
      200,
      { created: 1, updated: 1, unchanged: 0, refused: 8 },
    ]);
    const told = body.rows
      .filter(({ action }: { action: string }) => action === 'refused')
      .map(({ row, problems }: { row: number; problems: object }) => [row, problems]);
    expect(told).toEqual([
      [3, { id: 'Row 2 speaks of the same item' }],
      [4, { id: 'There is no Feature with the id 999999. Without an id it would be made anew' }],
      [5, { id: 'Write the id of an item, or nothing' }],
      [6, { displayOrder: 'Write a whole number' }],
      [7, { isPublished: 'Write true or false' }],
      [9, { name: 'Name is required' }],
      [10, { slug: 'Slug is already used' }],
      [11, { slug: expect.stringContaining('lowercase letters') }],
    ]);
    expect((await app.asEditor('GET', '/api/features/good-one')).status).toBe(404);
  });

  it('refuses what is no such file, and whoever is not signed in', async () => {
    const refusal = async (csv: string | Uint8Array<ArrayBuffer>, type?: string) => {
      const { status, body } = await importInto(app, 'faq', csv, type ? { type } : {});
      return [status, body.message];
    };
    expect(await refusal('')).toEqual([400, 'The file is empty']);
    expect(await refusal('id,color,color\n')).toEqual([400, 'These columns do not fit: color']);
    expect((await refusal('id,answer\n1,"open'))[1]).toMatch(/cannot be read as CSV: Quote Not/);
    expect((await refusal(new Uint8Array([105, 100, 10, 0xe4])))[1]).toMatch(/Save it as "CSV UTF/);
    expect((await refusal('id', 'application/json'))[0]).toBe(415);
    expect(await refusal('id,__proto__,constructor,prototype\n')).toEqual([
      400,
      'These columns do not fit: __proto__, constructor, prototype',
    ]);
    expect((await app.call('GET', '/api/faq/export.csv')).status).toBe(401);
    const anonymous = await app.api.request('/api/faq/import', { method: 'POST', body: 'id' });
    expect(anonymous.status).toBe(401);
  });

  it('counts the rows before it begins: it does not even ask whether another import runs', async () => {
    const row = ',Question?,Answer.\n';
    const fileOf = (rows: number) => `id,question,answer\n${row.repeat(rows)}`;
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(727402619, hashtext('faq'))`);
      expect((await importInto(app, 'faq', fileOf(2))).status).toBe(409);
      const { status, body } = await importInto(app, 'faq', fileOf(2500));
      expect([status, body.message]).toEqual([413, 'A file may have 2000 rows. Split it, please']);
      expect((await importInto(app, 'faq', `id\n${'\n'.repeat(2001)}`)).status).toBe(413);
    });
  });

  it('stops when the client has gone, and keeps nothing', async () => {
    const site = await serve();
    const { db } = site.connection;
    const rows = Array.from({ length: 2000 }, (_, n) => `gone-${n},Gone ${n},Definition ${n}`);
    const csv = `slug,term,definition\n${rows.join('\n')}\n`;
    const headers = {
      cookie: site.cookie,
      'content-type': 'text/csv',
      'content-length': csv.length,
    };
    const target = { port: site.port, host: '127.0.0.1', path: '/api/glossary/import' };
    const client = httpRequest({ ...target, method: 'POST', headers, agent: false });
    client.on('error', () => undefined);
    client.end(csv);
    const countLocks = async () => {
      const { rows: locks } = await db.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and classid = 727402619`,
      );
      return locks.length;
    };
    await expect.poll(countLocks, { interval: 5 }).toBe(1);
    client.destroy();
    await expect.poll(countLocks).toBe(0);
    const { rows: left } = await db.execute(
      sql`select count(*)::int as count from glossary_entries where slug like 'gone-%'`,
    );
    expect(left).toEqual([{ count: 0 }]);
    await site.close();
  });

  it('reads what spreadsheets of other countries write', async () => {
    const { id } = await createFactories(app).create('faq', { slug: 'semicolons' });
    const csv = `\uFEFFid;question;isPublished\r\n${id};"Why; really?";FALSE\r\n`;
    expect(countsOf(await importInto(app, 'faq', csv))).toMatchObject({ updated: 1 });
    const { body } = await app.asEditor('GET', `/api/faq/${id}`);
    expect(body).toMatchObject({ question: 'Why; really?', isPublished: false });
  });

  it('takes many changed rows at once', async ({ annotate }) => {
    await app.db.execute(sql`insert into search_terms (term)
      select 'bulk ' || n from generate_series(1, ${ROWS}::int) n`);
    const csv = await exportOf(app, 'search-terms');
    const renamed = csv.replace(/(\r\n\d+,\d+,)bulk (\d+)/g, '$1word $2');
    const began = performance.now();
    const { body } = await importInto(app, 'search-terms', renamed);
    const seconds = (performance.now() - began) / 1000;
    await annotate(`${ROWS} rows in ${seconds.toFixed(1)} s`);
    expect(countsOf({ body })).toMatchObject({ created: 0, updated: ROWS, refused: 0 });
    expect(seconds).toBeLessThan(30);
    // However they are written, each has its version before and its line of activity.
    const { rows } = await app.db.execute(sql`select
      (select count(*)::int from revisions where collection = 'search-terms' and data ->> 'term' like 'bulk %') as kept,
      (select count(*)::int from activity where collection = 'search-terms' and title like 'word %') as told`);
    expect(rows).toEqual([{ kept: ROWS, told: ROWS }]);
  }, 240_000);

  it('creates many rows at once, and removes the redirects in their way', async ({ annotate }) => {
    await app.asEditor('POST', '/api/redirects', { fromPath: '/faq/made-7', toPath: '/faq' });
    const rows = Array.from({ length: ROWS }, (_, n) => `made-${n},Question ${n}?,Answer ${n}.`);
    const began = performance.now();
    const { body } = await importInto(app, 'faq', `slug,question,answer\n${rows.join('\n')}\n`);
    const seconds = (performance.now() - began) / 1000;
    await annotate(`${ROWS} rows in ${seconds.toFixed(1)} s`);
    expect(countsOf({ body })).toMatchObject({ created: ROWS, refused: 0 });
    expect(seconds).toBeLessThan(30);
    const counted = await app.db.execute(sql`select
      (select count(*)::int from activity where collection = 'faq' and title like 'Question %') as told,
      (select count(*)::int from revisions where collection = 'redirects' and title = '/faq/made-7') as kept`);
    expect(counted.rows).toEqual([{ told: ROWS, kept: 1 }]);
    expect((await app.call('GET', '/api/redirect?path=/faq/made-7')).body.toPath).toBeNull();
    const [entry] = (await app.asEditor('GET', '/api/trash')).body;
    expect(entry).toMatchObject({ collection: 'redirects', title: '/faq/made-7' });
  }, 240_000);

  it('overwrites nothing that an earlier row of the same file has changed', async () => {
    const { create } = createFactories(app);
    const first = await create('style-guides', { name: 'First guide', isActive: true });
    const second = await create('style-guides', { name: 'Second guide', isActive: false });
    // Making the second the active one switches the first off.
    const csv = `id,name,isActive\n${second.id},,true\n${first.id},First guide again,\n`;
    const { status, body } = await importInto(app, 'style-guides', csv);
    expect([status, countsOf({ body })]).toEqual([
      409,
      { created: 0, updated: 1, unchanged: 0, refused: 1 },
    ]);
    const { body: guide } = await app.asEditor('GET', `/api/style-guides/${first.id}`);
    expect(guide).toMatchObject({ name: 'First guide', isActive: true, version: 1 });
  });
});
