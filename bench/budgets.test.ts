import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitChange } from '#platform/changes.server.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { generate } from './generate.ts';
import { MORE_PAGES, PAGES } from './pages.ts';

const KB = 1000;
const HTML_BUDGET = 60 * KB;

const PATHS = [
  ...PAGES.map(({ path }) => path).filter((path) => !path.startsWith('/api/')),
  ...MORE_PAGES,
];
const LISTS = ['/api/vendors?view=card&limit=24', '/sitemap.xml', '/feed.xml', '/llms.txt'];
/** Enough to fill every list's first page many times over, and little enough for a test. */
const MORE = { vendors: 1000, articles: 2000, terms: 1000 };

let site: TestSite;

beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const sizesOf = async () => {
  const sizes = new Map<string, number>();
  for (const path of PATHS) sizes.set(path, gzipSync((await site.get(path)).html).length);
  for (const path of LISTS) {
    sizes.set(path, gzipSync(await (await site.api.request(path)).text()).length);
  }
  return sizes;
};

describe('byte budgets', () => {
  it('PROMISE 24 no page, list or sitemap follows the amount of content', async () => {
    const before = await sizesOf();
    await generate(site.databaseUrl, MORE);
    emitChange(['*']);
    const after = await sizesOf();
    await generate(site.databaseUrl, { ...MORE, prefix: 'more' });
    emitChange(['*']);
    const later = await sizesOf();
    for (const [path, size] of after) {
      expect(size, path).toBeLessThanOrEqual(HTML_BUDGET);
      // Once every first page is full, twice as much content changes nothing.
      expect((later.get(path) ?? 0) / size, path).toBeLessThan(1.1);
    }
    expect(before.size).toBe(after.size);
  }, 60_000);
});
