import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel } from './admin-helpers.ts';

const MANY = 1000;
/** Still at once for a person; these machines carry a database and a browser as well. */
const QUICK_MS = 5000;
/** Eight times as many terms may take so many times as long, whatever else the machine does meanwhile. */
const IN_STEP = 12;
/** A machine that was busy for a moment gets another chance: what is quick is quick once in three times. */
const TRIES = 3;

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 900 } });
});
afterAll(() => site.close());

const cards = () => page.locator('[data-item-card]');
/** Does something slow at most three times, and tells its best time. */
const timeBest = async (measure: () => Promise<number>, enough = QUICK_MS): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && best >= enough; tries += 1)
    best = Math.min(best, await measure());
  return best;
};
const cardOf = (title: string) => cards().filter({ has: page.getByText(title, { exact: true }) });
const openTab = (name: string) =>
  page.getByRole('navigation', { name: 'Content' }).locator(`a[href="/admin/${name}"]`).click();

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

it('A3.05 shows 120 search terms at once, without a pager, and a thousand without a wait', async () => {
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

  const timeTerms = async (count: number) => {
    await page.goto('/admin/faq');
    await cards().first().waitFor();
    const started = Date.now();
    await openTab('search-terms');
    await expect.poll(() => cards().count(), { interval: 20, timeout: 40_000 }).toBe(count);
    return Date.now() - started;
  };
  const few = await timeTerms(120);
  await insert(121 - before, MANY - before);
  expect(await timeBest(() => timeTerms(MANY), few * IN_STEP)).toBeLessThan(few * IN_STEP);
});

it('A3.01 keeps a list of a thousand quick: it opens, pages by fifty and searches', async () => {
  const [{ count: before } = { count: 0 }] = (
    await site.db.execute<{ count: number }>(sql`select count(*)::int as count from faq_entries`)
  ).rows;
  await site.db.execute(sql`
    insert into faq_entries (slug, question, answer, category)
    select 'question-' || n, 'Question number ' || n, repeat('An answer of some length. ', 40), 'Numbers'
    from generate_series(1, ${MANY}::int) n`);
  const total = MANY + before;
  const timed = async (act: () => Promise<unknown>, sign: string | RegExp) => {
    const started = Date.now();
    await act();
    await page.getByRole('status').getByText(sign).waitFor();
    await cards().first().waitFor();
    return Date.now() - started;
  };
  const last = Math.ceil(total / 50);
  const walk = async () => {
    await page.goto('/admin/types');
    await cards().first().waitFor();
    const opened = await timed(() => openTab('faq'), `1 to 50 of ${total} items`);
    expect(await cards().count()).toBe(50);
    const turned = await timed(
      () => page.getByRole('link', { name: 'Next page' }).press('Enter'),
      `51 to 100 of ${total} items`,
    );
    const jumped = await timed(
      () => page.getByRole('link', { name: `Page ${last}`, exact: true }).press('Enter'),
      new RegExp(`to ${total} of ${total} items$`),
    );
    const found = await timed(
      () => page.getByRole('searchbox', { name: 'Search FAQ' }).fill('number 777'),
      '1 item',
    );
    await cardOf('Question number 777').waitFor();
    expect(new URL(page.url()).searchParams.has('page')).toBe(false);
    return Math.max(opened, turned, jumped, found);
  };
  expect(await timeBest(walk)).toBeLessThan(QUICK_MS);
});
