import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel, settle } from './admin-helpers.ts';

const COUNT = 500;
let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({
    data: 'empty',
    settings: { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'none' },
  });
  await site.db.execute(sql`insert into news_articles
      (title, slug, original_content, original_url, original_publisher, original_feed, excerpt, status, published_on)
    select 'Story ' || n || ' of desk ' || md5(n::text), 'story-' || n, 'Words.', 'https://wire.example/' || n,
      case when n % 2 = 0 then 'Even Wire' else 'Odd Wire' end, 'wire.example/' || n % 5, 'What story ' || n || ' says.', 'draft',
      now() - n * interval '1 minute'
    from generate_series(1, ${sql.raw(String(COUNT))}) n`);
  // Older than all of them: an article alone, three to be decided in turn, and one more than a page.
  await site.db.execute(sql`insert into news_articles
      (title, slug, original_content, original_url, original_publisher, excerpt, status, published_on, original_published_at)
    select 'Old ' || n || ' of desk ' || md5('old' || n), 'old-' || n, 'Words.', 'https://old.example/' || n,
      case when n = 1 then 'Alone Wire' when n < 5 then 'Mixed Wire' else 'Long Wire' end, 'Old ' || n || '.', 'draft',
      day, day
    from generate_series(1, 55) n, lateral (select now() - (1000 + n) * interval '1 minute' as day) as past`);
  await site.db.execute(sql`insert into news_articles
      (title, slug, original_content, original_url, original_publisher, excerpt, status, published_on)
    values ('Another wording', 'copy-of-2', 'Words.', 'https://www.wire.example/2?utm_source=x', 'Mirror', '', 'draft',
      now() - interval '30 minutes')`);
});
afterAll(() => site.close());

const focused = (page: Awaited<ReturnType<typeof openPanel>>) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

it('goes through a dense list by keys: the focus moves on, a delete is undone, stories stand together', async () => {
  const page = await openPanel(site, '/admin/news', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.getByText('Seen before: the same story as above').waitFor();
  await settle(page);
  const titles = await page
    .locator('[data-article]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')?.slice(0, 15)));
  expect(titles.slice(0, 4).map((title) => title?.split(' of')[0])).toEqual([
    'Story 1',
    'Story 2',
    'Another wording',
    'Story 3',
  ]);
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toMatch(/^Story 1 /);
  await page.keyboard.press('d');
  await expect.poll(() => focused(page)).toMatch(/^Story 2 /);
  await page.getByText('Article Deleted', { exact: true }).first().waitFor();
  await page.keyboard.press('u');
  await expect.poll(async () => (await page.request.get('/api/news/story-1')).status()).toBe(200);
  await page.getByRole('listitem', { name: /^Story 1 / }).waitFor();
  await page.keyboard.press('p');
  await page.getByText('Article Published', { exact: true }).first().waitFor();
  // An article seen before stands by itself again, at its own time.
  await expect.poll(() => focused(page)).toMatch(/^Story 3 /);
  expect((await (await page.request.get('/api/news/story-2')).json()).status).toBe('published');

  await page.getByLabel('Publisher').selectOption('Even Wire');
  await expect.poll(() => page.url()).toContain('source=Even+Wire');
  await page.getByLabel('Feed').selectOption({ label: 'wire.example/4 (100)' });
  await page.getByText('50 articles', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Dense list', pressed: true }).waitFor();
  expect(page.problems).toEqual([]);
});

it('D, P and R one after another each decide the article that has the focus, and U brings back what D took', async () => {
  const page = await openPanel(site, '/admin/news?source=Mixed+Wire');
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.locator('[data-article]').nth(2).waitFor();
  await settle(page);
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toMatch(/^Old 2 /);
  await page.keyboard.press('d');
  await expect.poll(() => focused(page)).toMatch(/^Old 3 /);
  await page.keyboard.press('p');
  await expect.poll(() => focused(page)).toMatch(/^Old 4 /);
  const asked = page.waitForRequest(/\/api\/news\/\d+\/rewrite$/);
  await page.keyboard.press('r');
  const read = async (at: number) => (await page.request.get(`/api/news/old-${at}`)).json();
  expect(new URL((await asked).url()).pathname).toBe(`/api/news/${(await read(4)).id}/rewrite`);
  await expect.poll(async () => (await read(3)).status).toBe('published');
  expect((await page.request.get('/api/news/old-2')).status()).toBe(404);
  await page.keyboard.press('u');
  await page.getByRole('listitem', { name: /^Old 2 / }).waitFor();
  expect((await read(2)).status).toBe('draft');
  await page.context().close();
});

it('U brings back the last article of a list, and a page that was emptied gives way to the one before', async () => {
  const page = await openPanel(site, '/admin/news?source=Alone+Wire');
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.locator('[data-article]').waitFor();
  await settle(page);
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await page.getByText('No articles found').waitFor();
  await page.keyboard.press('u');
  await page.getByRole('listitem', { name: /^Old 1 / }).waitFor();

  await page.goto('/admin/news?source=Long+Wire&page=2');
  await page.locator('[data-article]').waitFor();
  await settle(page);
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await expect.poll(() => page.locator('[data-article]').count()).toBe(50);
  expect(page.url()).not.toContain('page=');
  expect(await page.getByText('No articles found').count()).toBe(0);
  // Cards, and the lists of other types, go the same way.
  await page.getByRole('button', { name: 'Cards' }).click();
  await page.goto('/admin/news?source=Long+Wire&page=9');
  await page.getByText('1–50 of 50 articles').waitFor();
  await page.goto('/admin/faq?page=3');
  await page.getByText('No FAQ yet.').waitFor();
  await expect.poll(() => page.url()).not.toContain('page=');
  await page.context().close();
});

it('deletes what is selected', async () => {
  const page = await openPanel(site, '/admin/news?status=draft&source=Mirror');
  await page.getByRole('checkbox', { name: 'Select Another wording' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1' }).click();
  await page.getByText('1 article deleted successfully', { exact: true }).first().waitFor();
  await page.getByText('No articles found').waitFor();
});

it('K goes back, X selects, R rewrites and goes on, and what is selected is deleted', async () => {
  const page = await openPanel(site, '/admin/news?status=draft&feed=wire.example/0');
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.locator('[data-article]').first().waitFor();
  await settle(page);
  for (const [key, title] of [
    ['k', /^Story 5 /],
    ['j', /^Story 10 /],
    ['k', /^Story 5 /],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toMatch(title);
  }
  const asked = page.waitForRequest(/\/api\/news\/\d+\/rewrite$/);
  await page.keyboard.press('r');
  await expect.poll(() => focused(page)).toMatch(/^Story 10 /);
  const { id } = await (await page.request.get('/api/news/story-5')).json();
  expect(new URL((await asked).url()).pathname).toBe(`/api/news/${id}/rewrite`);
  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: /^Select Story 10 /, checked: true }).waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1' }).click();
  await page.getByText('1 article deleted successfully', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole('listitem', { name: /^Story 10 / }).count()).toBe(0);
  expect((await page.request.get('/api/news/story-10')).status()).toBe(404);
  await page.context().close();
});

it('decides article after article by one key', async () => {
  const page = await openPanel(site, '/admin/news?status=draft');
  await page.getByRole('button', { name: 'Dense list' }).click();
  await page.locator('[data-article]').first().waitFor();
  await settle(page);
  const before = Number(
    (await page.request.get('/api/news?include_all_statuses=true&status=draft&limit=1')).headers()[
      'x-total-count'
    ],
  );
  await page.keyboard.press('j');
  const since = performance.now();
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) {
    const now = await focused(page);
    await page.keyboard.press('d');
    await expect.poll(() => focused(page), { interval: 10, timeout: 10_000 }).not.toBe(now);
    await expect.poll(() => focused(page), { interval: 10, timeout: 10_000 }).toMatch(/^Story/);
  }
  const each = (performance.now() - since) / rounds;
  // 500 articles in 10 minutes.
  expect(each).toBeLessThan(1200);
  await expect
    .poll(
      async () =>
        Number(
          (
            await page.request.get('/api/news?include_all_statuses=true&status=draft&limit=1')
          ).headers()['x-total-count'],
        ),
      { timeout: 30_000 },
    )
    .toBe(before - rounds);
  expect(page.problems).toEqual([]);
});

it.each([
  [320, 'dark'],
  [1440, 'light'],
] as const)(
  'the dense list is whole and open to everybody at %i px, %s',
  async (width, colorScheme) => {
    const page = await openPanel(site, '/admin/news', {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await page.getByRole('button', { name: 'Dense list' }).click();
    await page.locator('[data-article]').first().waitFor();
    await settle(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);
