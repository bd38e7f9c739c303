import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { hasFocus, openPanel, toast } from './admin-helpers.ts';
import { loseResponse, open, watchApi } from './public-support.ts';

type TestPage = Awaited<ReturnType<BrowserSite['newPage']>>;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SMALLEST = { width: 320, height: 640 };

let site: BrowserSite;
let page: TestPage;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage({ viewport: SMALLEST, bypassCSP: true });
});
afterEach(() => page.context().close());

const field = () => page.locator('#site-search input');
const options = () => page.getByRole('option');
const titles = () => options().locator('span:first-child').allInnerTexts();

describe('the search box', () => {
  it('is a combobox for the keyboard: opened, walked through, closed, cleared and sent', async () => {
    const calls = watchApi(page);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.clock.install();
    await open(page, '/faq');
    expect(scripts.filter((url) => url.includes('suggestions-'))).toEqual([]);

    await page.keyboard.press('/');
    await hasFocus(field());
    await expect.poll(() => field().getAttribute('role')).toBe('combobox');
    await expect.poll(() => field().getAttribute('aria-expanded')).toBe('false');
    // However long the typing takes, it is one word without a pause.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type('adepar');
    await page.clock.resume();
    await expect.poll(async () => (await titles())[0]).toBe('Addepar');
    await expect.poll(() => field().getAttribute('aria-expanded')).toBe('true');
    await page.getByText('Showing results for addepar').waitFor();
    await expect
      .poll(() => page.locator('#site-search [role=status]').innerText())
      .toMatch(/^\d suggestions for addepar$/);
    // One call for the words, not one for each letter.
    expect(calls.filter((call) => call.includes('suggestions')).length).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);

    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => field().getAttribute('aria-activedescendant'))
      .toBe(await options().first().getAttribute('id'));
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => field().getAttribute('aria-activedescendant')).toBeNull();

    await page.keyboard.press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    expect(await field().inputValue()).toBe('adepar');
    await page.keyboard.press('Escape');
    await expect.poll(() => field().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => field().isVisible()).toBe(false);

    await page.keyboard.press('Control+k');
    await hasFocus(field());
    await page.keyboard.type('masttro');
    await expect.poll(async () => (await titles())[0]).toBe('Masttro');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options().first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('heading', { level: 1, name: 'Masttro' }));
    expect(new URL(page.url()).pathname).toBe('/vendors/masttro');
    await expect.poll(() => field().isVisible()).toBe(false);

    await page.keyboard.press('/');
    await field().fill('capital call');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=capital\+call$/);
    await page.getByRole('link', { name: 'Capital call', exact: true }).first().waitFor();
    expect(page.problems).toEqual([]);
  });

  it('offers what an answer leads to, by the keyboard too', async () => {
    await open(page, '/faq');
    await page.keyboard.press('/');
    await hasFocus(field());
    await field().fill('bill payment');
    const leads = async () =>
      (await options().locator('> span:first-child').allInnerTexts()).slice(1, 3);
    await expect.poll(leads).toEqual(['Start from this need', 'All vendors that document it']);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options().nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/needs\?f=bill-payment$/);
    expect(page.problems).toEqual([]);
  });

  it('gives up what it asked for as soon as somebody types on, and never shows it', async () => {
    const aborted: string[] = [];
    page.on('requestfailed', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/search/suggestions') aborted.push(search);
    });
    let respondLate = async () => {};
    const isAsked = Promise.withResolvers<void>();
    await page.route('**/api/search/suggestions?q=addepar', async (route) => {
      respondLate = () => route.continue().catch(() => undefined);
      isAsked.resolve();
    });
    await open(page, '/faq');
    await page.keyboard.press('/');
    await hasFocus(field());
    await field().fill('addepar');
    await isAsked.promise;
    await field().fill('masttro');
    await expect.poll(() => aborted).toEqual(['?q=addepar']);
    await expect.poll(async () => (await titles())[0]).toBe('Masttro');
    await respondLate();
    await page.evaluate(() => fetch('/api/search/suggestions?q=arch'));
    expect((await titles())[0]).toBe('Masttro');
    expect(page.problems).toEqual([]);
  });

  it('leaves a slash to whoever writes, and its place to a page without script', async () => {
    await open(page, '/vendors');
    const vendors = page.getByLabel('Search vendors');
    await vendors.click();
    await page.keyboard.type('a/b');
    await expect.poll(() => vendors.inputValue()).toBe('a/b');
    expect(await field().isVisible()).toBe(false);

    const plain = await site.newPage({ viewport: SMALLEST, javaScriptEnabled: false });
    await plain.goto('/about');
    await plain.getByRole('button', { name: 'Search' }).click();
    await plain.locator('#site-search input').fill('adepar');
    await plain.keyboard.press('Enter');
    await plain.waitForURL(/\/search\?q=adepar$/);
    const first = plain.locator('main li.card a').first();
    expect(await first.innerText()).toBe('Addepar');
    await first.click();
    await plain.waitForURL(/\/vendors\/addepar$/);
    await plain.context().close();
  });
});

it('a search of which nothing has all words becomes a search term of the desk', async () => {
  await page.goto('/search?q=unobtainium+ledger');
  await page.getByText('Nothing has all of these words.').waitFor();
  const panel = await openPanel(site, '/admin/trash');
  // A response does not wait until it is counted.
  const readMisses = async () => (await panel.request.get('/api/search-misses')).json();
  await expect.poll(readMisses).toHaveLength(1);
  await panel.goto('/admin/search-terms');
  const row = panel.getByRole('listitem').filter({ hasText: 'unobtainium ledger' });
  await row.getByText('Once, last on').waitFor();
  await loseResponse(panel, '**/api/search-terms');
  await row.getByRole('button', { name: 'Add as search term' }).click();
  await panel
    .getByText(/^The term was not added/)
    .first()
    .waitFor();
  await row.getByRole('button', { name: 'Add as search term' }).click();
  await toast(panel, 'Added unobtainium ledger as a search term').waitFor();
  await expect.poll(() => panel.getByText('Searched without a result').count()).toBe(0);
  const made = await (await panel.request.get('/api/search-terms?q=unobtainium')).json();
  expect(made).toHaveLength(1);
  await panel.context().close();
});
