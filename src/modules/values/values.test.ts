import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const at = (collection: string, field: string) =>
  `/api/values?collection=${collection}&field=${field}`;
const CATEGORIES = at('vendors', 'categories');

describe('GET /api/values', () => {
  it('answers 401 to an anonymous visitor, and 404 for a field that is not filled freely', async () => {
    expect((await app.call('GET', CATEGORIES)).status).toBe(401);
    expect((await app.asEditor('GET', at('vendors', 'name'))).status).toBe(404);
    expect((await app.asEditor('GET', at('nothing', 'categories'))).status).toBe(404);
  });

  it('counts what items have, drafts included, in lists and in single fields', async () => {
    await factory.create('vendors', { name: 'A', categories: ['Reporting', 'accounting'] });
    await factory.create('vendors', { name: 'B', categories: ['Reporting'], isPublished: false });
    await factory.create('faq', { question: 'Q?', category: 'Basics' });
    expect((await app.asEditor('GET', CATEGORIES)).body).toEqual([
      { value: 'accounting', count: 1 },
      { value: 'Reporting', count: 2 },
    ]);
    expect((await app.asEditor('GET', at('faq', 'category'))).body).toEqual([
      { value: 'Basics', count: 1 },
    ]);
  });
});

describe('POST /api/values/rename', () => {
  const renaming = (from: string, to: string) => ({
    collection: 'vendors',
    field: 'categories',
    from,
    to,
  });
  const rename = (from: string, to: string) =>
    app.asEditor('POST', '/api/values/rename', renaming(from, to));

  it('answers 401 to an anonymous visitor and 400 to an empty or too long name', async () => {
    const body = renaming('Reporting', 'x');
    expect((await app.call('POST', '/api/values/rename', body)).status).toBe(401);
    expect((await rename('Reporting', '  ')).status).toBe(400);
    expect((await rename('Reporting', 'x'.repeat(501))).body.fields).toEqual({
      to: 'The new name is longer than 500 characters',
    });
  });

  it('changes every item, keeps the order and the version before, and joins what is there', async () => {
    const both = await factory.create('vendors', {
      name: 'C',
      categories: ['One', 'Old name', 'Two', 'New name'],
    });
    const draft = await factory.create('vendors', {
      name: 'D',
      categories: ['Old name'],
      isPublished: false,
    });
    expect((await rename('Old name', 'New name')).body).toEqual({ renamedCount: 2 });
    const categoriesOf = async (id: number) =>
      (await app.asEditor('GET', `/api/vendors/${id}`)).body.categories;
    expect(await categoriesOf(both.id)).toEqual(['One', 'New name', 'Two']);
    expect(await categoriesOf(draft.id)).toEqual(['New name']);
    const { body: revisions } = await app.asEditor('GET', `/api/revisions/vendors/${draft.id}`);
    expect(revisions[0].data.categories).toEqual(['Old name']);
    expect((await rename('Old name', 'New name')).body).toEqual({ renamedCount: 0 });
  });

  it('renames the categories and tags of news, of what is published too', async () => {
    const article = { category: 'Deals', tags: ['ledger', 'books'], originalContent: 'Words.' };
    const live = await factory.create('news', { ...article, slug: 'live', status: 'published' });
    await factory.create('news', { ...article, slug: 'waiting' });
    for (const [field, from, to] of [
      ['category', 'Deals', 'Mergers'],
      ['tags', 'ledger', 'ledgers'],
    ]) {
      const body = { collection: 'news', field, from, to };
      const { body: result } = await app.asEditor('POST', '/api/values/rename', body);
      expect([field, result]).toEqual([field, { renamedCount: 2 }]);
    }
    expect((await app.call('GET', '/api/news/live')).body).toMatchObject({
      id: live.id,
      status: 'published',
      category: 'Mergers',
      tags: ['ledgers', 'books'],
    });
  });
});
