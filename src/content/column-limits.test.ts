import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const ARTICLE = { title: 'T', slug: 'an-article', originalContent: 'C' };
const letters = (length: number) => 'a'.repeat(length);
const address = (length: number) => 'https://x.example/'.padEnd(length, 'a');

/** The spec's limits, each with a value of a length. */
const LIMITS: [
  row: string,
  name: string,
  key: string,
  max: number,
  value: (length: number) => string,
  rest: object,
][] = [
  ['A11.13', 'search-terms', 'term', 255, letters, {}],
  ['A11.13', 'search-terms', 'difficulty', 50, letters, { term: 'T' }],
  ['A11.15', 'news', 'title', 500, letters, ARTICLE],
  ['A11.15', 'news', 'slug', 500, letters, ARTICLE],
  ['A11.15', 'news', 'originalUrl', 1000, address, ARTICLE],
  ['A11.15', 'news', 'metaTitle', 150, letters, ARTICLE],
  ['A11.15', 'news', 'metaDescription', 250, letters, ARTICLE],
  ['A11.15', 'news', 'category', 100, letters, ARTICLE],
  ['A11.15', 'news', 'imageAlt', 500, letters, ARTICLE],
  ['A11.15', 'news', 'imageCaption', 500, letters, ARTICLE],
  ['A11.17', 'style-guides', 'name', 100, letters, { prompt: 'P' }],
];

describe('the limits of columns', () => {
  it.each(LIMITS)(
    '%s A16.07 %s stores %s of %d characters and refuses one more',
    async (_row, name, key, max, value, rest) => {
      const body = { ...rest, [key]: value(max) };
      const stored = await app.asEditor('POST', `/api/${name}`, body);
      expect(stored.status).toBe(201);
      expect(stored.body[key]).toHaveLength(max);
      await app.asEditor('DELETE', `/api/${name}/${stored.body.id}`);
      const refused = await app.asEditor('POST', `/api/${name}`, {
        ...rest,
        [key]: value(max + 1),
      });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.fields)).toEqual([key]);
    },
  );

  it.each([
    ['news', 'status', 20, ARTICLE],
    [
      'content-hub-configs',
      'pageType',
      50,
      { pageSlug: 's', title: 'T', description: 'D', topic: 'X', relatedContent: [] },
    ],
  ])('A16.07 %s knows the values of %s, all within %d characters', async (name, key, max, rest) => {
    const refused = await app.asEditor('POST', `/api/${name}`, {
      ...rest,
      [key]: letters(max + 1),
    });
    expect(refused.status).toBe(400);
    expect(refused.body.fields[key]).toMatch(/^Invalid enum value\. Expected '/);
    const values = [...refused.body.fields[key].matchAll(/'([^']+)'/g)].map(([, value]) => value);
    expect(values.length).toBeGreaterThan(2);
    for (const value of values) expect(value.length).toBeLessThanOrEqual(max);
  });
});
