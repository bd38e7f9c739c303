import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FinderTest, isFirstLook, materialOf, startFinderTest } from '#testing/finder.ts';
import type { AiReply, AiRequestBody } from '#testing/servers/ai-server.ts';

const STATED = 'Acme keeps a full general ledger for every entity of the family.';
const MORE = 'Acme keeps the ledger of companies in one currency only.';
const FOUNDED = 'Acme was founded in 2009 by two accountants.';
const BANKS = ['Alpine Bank', 'Boreal Bank'];
const connects = (bank: string) => `Acme connects to ${bank} for daily statements.`;

let test: FinderTest;
let vendorId: number;
let featureId: number;
let otherId: number;

beforeAll(async () => {
  test = await startFinderTest();
  const { add, website } = test;
  vendorId = await add('vendors', { name: 'Acme', slug: 'acme', website: `${website.url}/` });
  featureId = await add('features', {
    name: 'General Ledger',
    slug: 'general-ledger',
    description: 'Keeps double-entry books of every entity.',
    category: 'Books',
  });
  otherId = await add('features', { name: 'Trust Books', slug: 'trust-books', category: 'Books' });
  test.service.always((asked: AiRequestBody): AiReply => {
    const text = materialOf(asked);
    const cell = {
      feature: 'general-ledger',
      level: 'documented',
      finding: 'It keeps the books of each entity.',
      quote: STATED,
    };
    const facts = [
      { field: 'founded', value: '2009', quote: FOUNDED },
      ...BANKS.map((bank) => ({ field: 'integrations', value: bank, quote: connects(bank) })),
    ];
    if (isFirstLook(asked)) return { kind: 'object', value: { cells: [cell], facts } };
    return {
      kind: 'object',
      value:
        text === STATED
          ? { level: 'documented' }
          : { value: BANKS.find((bank) => text === connects(bank)) ?? '2009' },
    };
  });
});
afterAll(() => test.close());

let url: string;
let cellId: number;
let factId: number;
beforeEach(async () => {
  const { app } = test;
  await app.db.execute(sql`truncate evidence_runs cascade`);
  await app.db.execute(sql`delete from coverage`);
  await app.asEditor('PUT', `/api/vendors/${vendorId}`, {
    founded: '',
    integrations: [],
    sources: [],
  });
  test.website.pages.set('/', [STATED, MORE, FOUNDED].join('\n'));
  url = `${test.website.url}/`;
  await test.start('acme', [url]);
  await test.work();
  [cellId, factId] = (await test.proposals('acme')).map(({ id }: { id: number }) => id);
});

const accept = (id: number, body: object = {}, headers: Record<string, string> = {}) =>
  test.app.asEditor('POST', `/api/proposals/${id}/accept`, body, headers);

const rows = async () => (await test.app.call('GET', '/api/coverage?vendor=acme')).body;
const openIds = async () => (await test.proposals('acme')).map(({ id }: { id: number }) => id);

it('FINDER what is accepted is stored with its quote, with who accepted it, and as found with AI', async () => {
  expect((await accept(cellId)).status).toBe(200);
  const [row] = await rows();
  expect(row).toMatchObject({
    vendorId,
    featureId,
    level: 'documented',
    finding: 'It keeps the books of each entity.',
    quote: STATED,
    foundWith: 'AI',
    url,
    publisher: 'vendor',
    checkedBy: 'Edith',
    readIn: 'live',
  });
  expect(row.checkedOn.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
  expect(await openIds()).toEqual([factId]);
  const { body } = await test.app.asEditor('GET', '/api/proposals?vendor=acme&state=accepted');
  expect(body).toMatchObject([{ id: cellId, decidedBy: 'editor@example.com' }]);
  const snapshots = await test.app.db.execute(
    sql`select hash from quotes where collection = 'coverage'`,
  );
  expect(snapshots.rows).toHaveLength(1);
});

it('FINDER is accepted as the editor leaves it', async () => {
  const edits = {
    level: 'partial',
    finding: 'It keeps books in one currency.',
    quote: MORE,
    note: 'Ask which.',
  };
  expect((await accept(cellId, edits)).status).toBe(200);
  expect(await rows()).toMatchObject([{ ...edits, foundWith: 'AI' }]);
});

it.each([
  [
    'a quote that the run did not read',
    { quote: 'Acme keeps a general ledger on the moon as well.' },
    'quote',
  ],
  ['a quote that is too short', { quote: 'Acme keeps' }, 'quote'],
  ['a feature that is none', { feature: 'time-travel' }, 'feature'],
  ['an empty finding', { finding: ' ' }, 'finding'],
  ['a date that is none', { pageDate: 'May' }, 'pageDate'],
])('FINDER refuses %s by field, and it stays open', async (_name, edits, field) => {
  const refused = await accept(cellId, edits);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  expect(await rows()).toEqual([]);
  expect(await openIds()).toContain(cellId);
});

it('FINDER refuses a quote that is gone from the page since the run', async () => {
  test.website.pages.set('/', MORE);
  const refused = await accept(cellId);
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['quote']]);
  expect(await rows()).toEqual([]);
  expect(await openIds()).toContain(cellId);
});

const OWN = {
  level: 'partial',
  finding: 'Typed in.',
  publisher: 'vendor',
  note: 'An old note.',
  checkedOn: '2026-01-01',
  checkedBy: 'Edith',
};

it('FINDER changes the row that is there, unless it changed meanwhile', async () => {
  const own = { ...OWN, vendorId, featureId, url: 'https://acme.example/', pageDate: '2025-03' };
  const made = await test.add('coverage', own);
  expect((await accept(cellId, {}, { 'if-match': '"v0"' })).status).toBe(412);
  expect((await test.proposals('acme'))[0].current).toEqual({
    version: 1,
    level: 'partial',
    text: 'Typed in.',
  });
  await test.app.asEditor('PUT', `/api/coverage/${made}`, { finding: 'Typed in again.' });
  const late = await accept(cellId, {}, { 'if-match': '"v1"' });
  expect([late.status, late.body.current.finding]).toEqual([412, 'Typed in again.']);
  expect((await accept(cellId, {}, { 'if-match': '"v2"' })).status).toBe(200);
  expect(await rows()).toMatchObject([
    { id: made, version: 3, quote: STATED, note: 'An old note.', pageDate: '', url },
  ]);
});

it('FINDER keeps the note and the day of the page of a row, unless the editor gives others', async () => {
  await test.add('coverage', { ...OWN, vendorId, featureId, url, pageDate: '2025-03' });
  expect((await accept(cellId)).status).toBe(200);
  expect(await rows()).toMatchObject([{ quote: STATED, note: OWN.note, pageDate: '2025-03' }]);
  await test.app.db.execute(sql`update proposals set state = 'open'`);
  expect((await accept(cellId, { note: 'New.', pageDate: '2026' })).status).toBe(200);
  expect(await rows()).toMatchObject([{ note: 'New.', pageDate: '2026' }]);
});

it('FINDER stores it under the feature that the editor chose', async () => {
  expect((await accept(cellId, { feature: 'trust-books' })).status).toBe(200);
  expect(await rows()).toMatchObject([{ featureId: otherId, quote: STATED }]);
});

it('FINDER overwrites no row of another feature that the editor has not seen', async () => {
  const id = await test.add('coverage', { ...OWN, vendorId, featureId: otherId, url });
  const unseen = await accept(cellId, { feature: 'trust-books' });
  expect([unseen.status, unseen.body.current.finding]).toEqual([412, 'Typed in.']);
  expect(await rows()).toMatchObject([{ id, finding: 'Typed in.', quote: null }]);
  expect(await openIds()).toContain(cellId);
  const seen = await accept(cellId, { feature: 'trust-books' }, { 'if-match': '"v1"' });
  expect(seen.status).toBe(200);
  expect(await rows()).toMatchObject([{ id, quote: STATED }]);
});

it('FINDER is accepted once, however often it is pressed', async () => {
  const pressed = await Promise.all([accept(cellId), accept(cellId), accept(cellId)]);
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await rows()).toHaveLength(1);
});

it('FINDER evidence is public at once, so that it takes a publisher', async () => {
  const cookie = await test.app.signIn('writer@example.com', 'editor');
  const refused = await test.app.call('POST', `/api/proposals/${cellId}/accept`, {}, { cookie });
  expect(refused.status).toBe(403);
  expect(await openIds()).toContain(cellId);
});

it('FINDER a fact becomes a source, and fills what the profile does not say', async () => {
  expect((await accept(factId)).status).toBe(200);
  const { body } = await test.app.call('GET', '/api/vendors/acme');
  expect(body.founded).toBe('2009');
  expect(body.sources).toMatchObject([
    { field: 'founded', value: '2009', url, quote: FOUNDED, foundWith: 'AI', checkedBy: 'Edith' },
  ]);
});

it('FINDER two facts of one list keep their sources and quotes, from the same page too', async () => {
  test.website.pages.set('/banks', BANKS.map(connects).join('\n'));
  const banks = `${test.website.url}/banks`;
  await test.start('acme', [banks]);
  await test.work();
  const found: { id: number; value: string }[] = await test.proposals('acme');
  for (const { id } of found.filter(({ value }) => BANKS.includes(value)))
    expect((await accept(id)).status).toBe(200);
  const { body } = await test.app.call('GET', '/api/vendors/acme');
  expect(body.integrations).toEqual(BANKS);
  expect(body.sources).toMatchObject(
    BANKS.map((value) => ({ field: 'integrations', value, url: banks, quote: connects(value) })),
  );
  const kept = await test.app.db.execute(
    sql`select quote from quotes where url = ${banks} and snapshot is not null order by quote`,
  );
  expect(kept.rows).toEqual(BANKS.map((bank) => ({ quote: connects(bank) })));
});

it('FINDER a fact leaves the words of the profile, unless the editor replaces them', async () => {
  const set = (founded: string) =>
    test.app.asEditor('PUT', `/api/vendors/${vendorId}`, { founded, sources: [] });
  await set('About 2008');
  expect((await accept(factId)).status).toBe(200);
  expect((await test.app.call('GET', '/api/vendors/acme')).body).toMatchObject({
    founded: 'About 2008',
    sources: [{ value: '2009' }],
  });
  await set('About 2008');
  await test.app.db.execute(sql`update proposals set state = 'open'`);
  expect((await accept(factId, { replaces: true })).status).toBe(200);
  expect((await test.app.call('GET', '/api/vendors/acme')).body.founded).toBe('2009');
});

it('FINDER says of another site only what its rank allows, and asks who published it', async () => {
  await test.app.db.execute(sql`update vendors set website = 'https://acme.example/'`);
  await test.app.db.execute(sql`truncate evidence_runs cascade`);
  await test.start('acme', [url]);
  await test.work();
  const [{ id, publisher }] = await test.proposals('acme');
  expect(publisher).toBe(null);
  expect((await accept(id)).body.fields).toEqual({ publisher: 'Say who published the page' });
  expect(Object.keys((await accept(id, { publisher: 'press' })).body.fields)).toEqual(['level']);
  expect((await accept(id, { publisher: 'press', level: 'partial' })).status).toBe(200);
  await test.app.db.execute(sql`update vendors set website = ${`${test.website.url}/`}`);
});
