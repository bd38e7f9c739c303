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

  it('lists what items have, drafts included, in lists and in single fields', async () => {
    await factory.create('vendors', { name: 'A', categories: ['Reporting', 'accounting'] });
    await factory.create('vendors', { name: 'B', categories: ['Reporting'], isPublished: false });
    await factory.create('faq', { question: 'Q?', category: 'Basics' });
    expect((await app.asEditor('GET', CATEGORIES)).body).toEqual(['accounting', 'Reporting']);
    expect((await app.asEditor('GET', at('faq', 'category'))).body).toEqual(['Basics']);
  });
});
