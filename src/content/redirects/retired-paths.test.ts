import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

it.each([
  ['/changes', '/data'],
  ['/changes?vendor=addepar', '/data'],
  ['/changes.md', '/data.md'],
  ['/changes.xml', '/feed.xml'],
  ['/vendors/addepar/changes.xml', '/feed.xml'],
])('%s of an earlier release leads to %s', async (path, target) => {
  const { status, headers } = await site.get(path);
  expect([status, headers.location]).toEqual([301, target]);
  expect((await site.get(target)).status).toBe(200);
});

it('a link inside the site is followed to the same place, and the API has the list no more', async () => {
  const { text } = await site.get('/api/redirect?path=/changes');
  expect(JSON.parse(text)).toEqual({ toPath: '/data' });
  expect((await site.get('/api/changes')).status).toBe(404);
});
