import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  const factory = createFactories(app);
  await factory.create('pages', { title: 'Privacy Policy', slug: 'privacy-policy' });
  await factory.create('pages', { title: 'About', slug: 'about-us', isPublished: false });
});
afterAll(() => app.close());

const find = async (query: string): Promise<string[]> => {
  const { body } = await app.asEditor('GET', `/api/pages?view=card&${query}`);
  return body.map(({ slug }: { slug: string }) => slug).sort();
};

it('A4.01 matches title or slug, whatever the case', async () => {
  expect(await find('q=POLICY')).toEqual(['privacy-policy']);
  expect(await find('q=%20about-U%20')).toEqual(['about-us']);
  expect(await find('q=')).toEqual(['about-us', 'privacy-policy']);
  expect(await find('q=zzzz')).toEqual([]);
});

it('A4.01 keeps to a status when one is chosen', async () => {
  expect(await find('status=draft')).toEqual(['about-us']);
  expect(await find('status=published')).toEqual(['privacy-policy']);
});
