import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel } from './admin-helpers.ts';

const MANY = 1000;

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 900 } });
});
afterAll(() => site.close());

const cards = () => page.locator('[data-item-card]');

it('A12.06 shows the three states of news in badges and filter', async () => {
  for (const status of ['draft', 'rewritten', 'published']) {
    const made = await page.request.post('/api/news', {
      data: { title: `News in state ${status}`, slug: status, originalContent: 'Text.', status },
      headers: { origin: site.url },
    });
    expect(made.status(), await made.text()).toBe(201);
  }
  await page.goto('/admin/news?q=news+in+state');
  for (const [status, label] of Object.entries({
    draft: 'Draft',
    rewritten: 'Rewritten',
    published: 'Published',
  })) {
    const article = page.locator('article, li').filter({ hasText: `News in state ${status}` });
    await article.first().getByText(label, { exact: true }).first().waitFor();
  }
  const filter = page.getByLabel('Status', { exact: true });
  expect(await filter.locator('option').allTextContents()).toEqual([
    'All Status',
    'Draft',
    'Rewritten',
    'Published',
  ]);
  await filter.selectOption('rewritten');
  await page.getByText('News in state draft').waitFor({ state: 'detached' });
  expect(await page.getByText('News in state rewritten').count()).toBeGreaterThan(0);
});

it('A3.05 shows 120 search terms at once, without a pager, and a thousand too', async () => {
  const insert = (from: number, to: number) =>
    site.db.execute(
      sql`insert into search_terms (term) select 'term ' || n from generate_series(${from}::int, ${to}::int) n`,
    );
  const [{ count: before } = { count: 0 }] = (
    await site.db.execute<{ count: number }>(sql`select count(*)::int as count from search_terms`)
  ).rows;
  await insert(1, 120 - before);
  await page.goto('/admin/search-terms');
  await cards().first().waitFor();
  expect(await cards().count()).toBe(120);
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);

  await insert(121 - before, MANY - before);
  await page.reload();
  await expect.poll(() => cards().count()).toBe(MANY);
});
