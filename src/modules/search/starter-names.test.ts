import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
});
afterAll(() => app.close());

it('finds a form and its tracking by the name without a hyphen', async () => {
  const { body } = await app.call('GET', '/api/search?q=k1');
  const titles = body.groups.flatMap(({ items }: { items: { title: string }[] }) =>
    items.map(({ title }) => title),
  );
  expect(titles).toEqual(expect.arrayContaining(['Schedule K-1', 'K-1 Tracking']));
});
