import { afterAll, beforeAll, expect, it } from 'vitest';
import { htmlPage, type Served, serve } from '#testing/serve.ts';

const CACHE_BYTES = 400_000;

let site: Served;
beforeAll(async () => {
  site = await serve({
    cache: { maxBytes: CACHE_BYTES },
    render: async (url, { api }) => {
      if (!url.pathname.startsWith('/search')) return htmlPage('a page');
      const response = await api.request(`/api/search${url.search}`);
      const found = await response.json();
      const headers: Record<string, string> = found.isFound ? {} : { 'Cache-Control': 'no-store' };
      return htmlPage(`<p>${found.best.map((hit: { title: string }) => hit.title)}</p>`, {
        headers,
      });
    },
  });
});
afterAll(() => site.close());

const stateOf = async (path: string) => (await site.get(path)).headers['x-cache'];

it('a search is cached until something changes that it may find, and gone with what it found', async () => {
  const path = '/search?q=fundcount';
  expect((await site.get(path)).text).toContain('FundCount');
  expect(await stateOf(path)).toBe('hit');
  const vendor = JSON.parse((await site.get('/api/vendors/fundcount')).text);
  await site.edit('PUT', `/api/vendors/${vendor.id}`, { isPublished: false });
  expect((await site.get(path)).text).not.toContain('FundCount');
  await site.edit('PUT', `/api/vendors/${vendor.id}`, { isPublished: true });
  await expect.poll(async () => (await site.get(path)).text).toContain('FundCount');
});

it('3,000 different searches, far more than fit, take no more room than they are given, and push no page out', async () => {
  await site.get('/about');
  const renders = site.renders();
  const ask = (n: number) => {
    // Signs alone are no words, so the database takes no part in this test.
    const signs = Array.from(String(n), (digit) => '!-_.~*$,;@'[Number(digit)]).join('');
    return site.get(`/api/search/suggestions?q=${encodeURIComponent(signs)}`);
  };
  for (let n = 0; n < 3000; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, i) => ask(n + i)));
  }
  for (let n = 0; n < 100; n += 1) await site.get(`/search?q=nothing${n}`);
  expect(site.cache.bytes).toBeLessThanOrEqual(1.5 * CACHE_BYTES);
  await site.get('/about');
  expect(site.renders()).toBe(renders + 100);
}, 300_000);

it('a page that found nothing is not cached, and one that found something is', async () => {
  const states = [];
  for (const q of ['addepar', 'addepar', 'qqqqq', 'qqqqq']) {
    states.push(await stateOf(`/search?q=${q}`));
  }
  expect(states).toEqual(['miss', 'hit', 'miss', 'miss']);
});
