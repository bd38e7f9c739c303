import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyItem } from '#kit/collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp({ data: 'empty' });
  factory = createFactories(app);
});
afterAll(() => app.close());

const saveDraft = async (name: string, { id }: AnyItem, fields: object) => {
  const { status } = await app.asEditor('PUT', `/api/${name}/${id}/draft`, fields);
  expect(status).toBe(200);
};

const seen = (collection: string, { id, version }: AnyItem) => ({ collection, id, version });

const publish = (drafts: readonly object[]) =>
  app.asEditor('POST', '/api/drafts/publish', { drafts });

const read = async (name: string, { id }: AnyItem) =>
  (await app.asEditor('GET', `/api/${name}/${id}`)).body;

const titlesOfDrafts = async (): Promise<string[]> =>
  (await app.asEditor('GET', '/api/drafts')).body.map(({ title }: { title: string }) => title);

describe('several drafts are published in one transaction', () => {
  it('with drafts over live items and items that were never public', async () => {
    const live = await factory.create('glossary', { term: 'Ledger', slug: 'ledger' });
    await saveDraft('glossary', live, { term: 'Books', slug: 'books' });
    const fresh = await factory.create('faq', { question: 'Fresh?', isPublished: false });
    const { status, body } = await publish([seen('glossary', live), seen('faq', fresh)]);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await read('glossary', live)).toMatchObject({ term: 'Books', version: 2 });
    expect((await read('faq', fresh)).isPublished).toBe(true);
    expect(await titlesOfDrafts()).not.toContain('Books');

    const moved = await app.call('GET', '/api/redirect?path=/glossary/ledger');
    expect(moved.body.toPath).toBe('/glossary/books');
    const history = await app.asEditor('GET', `/api/revisions/glossary/${live.id}`);
    expect(history.body[0].data.term).toBe('Ledger');
    const activity = `/api/activity?collection=glossary&item=${live.id}&limit=1`;
    expect((await app.asEditor('GET', activity)).body[0].version).toBe(2);
    const found = await app.call('GET', '/api/search?q=books');
    expect(JSON.stringify(found.body)).toContain('/glossary/books');
  });

  it('all or none, and each that is refused is named with the reason', async () => {
    const taken = await factory.create('faq', { slug: 'taken-by-another' });
    const good = await factory.create('faq', { question: 'Good?' });
    const bad = await factory.create('faq', { question: 'Bad?', slug: 'bad' });
    const moved = await factory.create('faq', { question: 'Moved on?' });
    await saveDraft('faq', good, { question: 'Better?' });
    await saveDraft('faq', bad, { question: 'Worse?', slug: taken.slug });
    await saveDraft('faq', moved, { question: 'Drafted?' });
    const changed = await app.asEditor('PUT', `/api/faq/${moved.id}`, { question: 'Corrected?' });
    const drafts = [seen('faq', good), seen('faq', bad), seen('faq', changed.body)];
    const refused = await publish([...drafts, { collection: 'faq', id: 999_999, version: 1 }]);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('Nothing was published. “Worse?”: ');
    expect(refused.body.problems).toEqual([
      { collection: 'faq', id: bad.id, title: 'Worse?', reason: 'Slug is already used' },
      {
        collection: 'faq',
        id: moved.id,
        title: 'Drafted?',
        reason: expect.stringContaining('changed after its draft was begun'),
      },
      { collection: 'faq', id: 999_999, title: 'Number 999999', reason: 'FAQ not found' },
    ]);
    expect((await read('faq', good)).question).toBe('Good?');
    expect(await titlesOfDrafts()).toEqual(expect.arrayContaining(['Better?', 'Worse?']));
    const history = await app.asEditor('GET', `/api/revisions/faq/${good.id}`);
    expect(history.body).toEqual([]);
  });

  it('not by somebody who has not seen the last save of a draft or of an item', async () => {
    const item = await factory.create('services', { title: 'Payroll' });
    await saveDraft('services', item, { title: 'Payroll, first' });
    await saveDraft('services', item, { title: 'Payroll, second' });
    const older = await publish([{ ...seen('services', item), draftVersion: 1 }]);
    expect([older.status, older.body.problems[0].reason]).toEqual([
      409,
      'Somebody else changed this draft in the meantime',
    ]);
    const last = await publish([{ ...seen('services', item), draftVersion: 2 }]);
    expect([last.status, (await read('services', item)).title]).toEqual([200, 'Payroll, second']);
    const again = await publish([seen('services', { ...item, version: 2 })]);
    expect(again.body.problems[0].reason).toContain('published already');
  });

  it('with items that follow each other', async () => {
    const one = await factory.create('vendors', { name: 'Alpha', slug: 'alpha' });
    const two = await factory.create('vendors', { name: 'Beta', slug: 'beta' });
    const comparison = await factory.create('comparisons', {
      vendorAId: one.id,
      vendorBId: two.id,
      title: 'Alpha and Beta',
    });
    await saveDraft('vendors', one, { name: 'Alpha One', slug: 'alpha-one' });
    await saveDraft('comparisons', comparison, { title: 'Alpha One and Beta' });
    const { status } = await publish([seen('vendors', one), seen('comparisons', comparison)]);
    expect(status).toBe(200);
    expect((await read('vendors', one)).name).toBe('Alpha One');
    expect((await read('comparisons', comparison)).title).toBe('Alpha One and Beta');
  });

  it('at most 200, of types that have drafts', async () => {
    const many = Array.from({ length: 201 }, (_, n) => ({
      collection: 'faq',
      id: n + 1,
      version: 1,
    }));
    expect((await publish(many)).status).toBe(400);
    expect((await publish([])).status).toBe(400);
    expect((await publish([{ collection: 'redirects', id: 1, version: 1 }])).status).toBe(404);
  });
});
