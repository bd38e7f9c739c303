import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteList } from '#app/sites.ts';
import { registry } from '#content/index.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

/** Every list whose items have pages below it. */
const LISTS = siteList
  .filter(({ folder, pages }) => folder in pages && `${folder}/$slug` in pages)
  .map(({ folder }) => folder);

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const robotsOf = (page: Awaited<ReturnType<TestSite['get']>>) =>
  page.document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null;

describe('a page number beyond the last page', () => {
  it('P1.15 is asked for of every list', () => {
    expect(LISTS.length).toBeGreaterThanOrEqual(9);
  });

  it.each(LISTS)(
    'P1.15 %s answers 404 with noindex and the way to the first page',
    async (path) => {
      const page = await site.get(`${path}?page=999`);
      expect(page.status).toBe(404);
      expect(page.text('title')).toMatch(/^Page Not Found - /);
      expect(robotsOf(page)).toBe('noindex');
      expect(page.hrefs('link[rel=canonical]')).toEqual([`http://localhost:3000${path}?page=999`]);
      expect(page.jsonLd()).toEqual([]);
      expect(page.text('main')).toContain('This list has no page 999.');
      expect(page.hrefs('main a')).toContain(path);
      const first = await site.get(path);
      expect([first.status, robotsOf(first)]).toEqual([200, null]);
      expect(page.text('h1')).toBe(first.text('h1'));
    },
  );

  it('P1.15 keeps the filters on the way back', async () => {
    const page = await site.get('/features?q=report&page=9');
    expect(page.status).toBe(404);
    expect(page.hrefs('main a')).toContain('/features?q=report');
  });

  it('PROMISE 24 the last page of a list is a page, and the next one is not', async () => {
    for (let index = 0; index < 26; index += 1) {
      await site.asEditor('POST', '/api/news', {
        title: `Piece ${index}`,
        slug: `piece-${index}`,
        originalContent: 'Text.',
        status: 'published',
      });
    }
    const { headers } = await site.api.request('/api/news?limit=1');
    const pages = Math.ceil(Number(headers.get('x-total-count')) / 25);
    expect(pages).toBeGreaterThan(1);
    const last = await site.get(`/news?page=${pages}`);
    expect([last.status, robotsOf(last)]).toEqual([200, null]);
    expect(last.hrefs('link[rel=canonical]')).toEqual([`http://localhost:3000/news?page=${pages}`]);
    expect((await site.get(`/news?page=${pages + 1}`)).status).toBe(404);
  });

  it.each(LISTS)(
    'P22.01 P22.03 %s that could not be loaded is an error, not a page that is missing',
    async (path) => {
      const table = registry.find(({ name }) => `/${name}` === path)?.table ?? '';
      const [is, gone] = [sql.identifier(table), sql.identifier(`${table}_gone`)];
      await site.db.execute(sql`alter table ${is} rename to ${gone}`);
      const page = await site.get(`${path}?page=2`);
      await site.db.execute(sql`alter table ${gone} rename to ${is}`);
      expect(page.status).toBe(500);
      expect(page.text('title')).not.toContain('Not Found');
      expect(page.text('main')).toMatch(
        /Error loading [a-z' ]+\. Please try again later\.|Failed to/i,
      );
    },
  );
});
