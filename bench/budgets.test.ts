import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outdateAll } from '#platform/version/site-version.server.ts';
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
    outdateAll();
    const after = await sizesOf();
    await generate(site.databaseUrl, { ...MORE, prefix: 'more' });
    outdateAll();
    const later = await sizesOf();
    for (const [path, size] of after) {
      expect(size, path).toBeLessThanOrEqual(HTML_BUDGET);
      // Once every first page is full, twice as much content changes nothing.
      expect((later.get(path) ?? 0) / size, path).toBeLessThan(1.1);
    }
    expect(before.size).toBe(after.size);
  });

  it('COMPARE SHORTLIST reaches each of thousands of vendors by its name, without script', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/made-vendor-777');
    // A word that every one of the others has too.
    await site.asEditor('PUT', `/api/vendors/${body.id}`, { name: 'Ledger' });
    const offers = async (path: string, field: string) => {
      const { document } = await site.get(path);
      const options = [...document.querySelectorAll(`select[name=${field}] option`)];
      const slugs = options.map((option) => option.getAttribute('value'));
      return { find: document.querySelector('input[name=find]'), slugs };
    };
    const pair = '/compare/addepar-vs-masttro?only=differences';
    for (const [path, field] of [
      [pair, 'add'],
      ['/compare?vendor=addepar', 'second'],
      ['/shortlist?v=addepar', 'v'],
    ] as const) {
      const at = await offers(path, field);
      expect([path, at.slugs.includes('made-vendor-777')]).toEqual([path, false]);
      expect(at.find, path).not.toBeNull();
      const found = await offers(`${path}&find=ledger`, field);
      expect([path, found.slugs.includes('made-vendor-777')]).toEqual([path, true]);
    }
    const page = await site.get(`${pair}&find=nobody+is+called+so`);
    expect(page.body).toContain('No vendor was found for "nobody is called so".');
    const form = page.document.querySelector('input[name=find]')?.closest('form');
    expect(form?.getAttribute('action')).toBe('/compare/addepar-vs-masttro#change-vendors');
    expect(form?.querySelector('[name=only]')?.getAttribute('value')).toBe('differences');
    // A link from a profile has its vendor chosen, wherever that stands in the alphabet.
    const chosen = await site.get('/compare?vendor=made-vendor-778');
    const option = chosen.document.querySelector('select[name=vendor] option[selected]');
    expect(option?.getAttribute('value')).toBe('made-vendor-778');
  });
});
