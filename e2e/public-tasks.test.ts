import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
let page: Awaited<ReturnType<BrowserSite['newPage']>>;
let clicks: number;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage({ viewport: { width: 1280, height: 900 } });
  clicks = 0;
  await open(page, '/');
});
afterEach(() => page.context().close());

const click = async (target: Locator) => {
  clicks += 1;
  await target.click();
};

const link = (name: string | RegExp) => page.getByRole('link', { name });

/** Asks the field in the page, not the one in the header; Enter counts as a click. */
const search = async (words: string) => {
  const field = page.getByLabel('Search this guide');
  await field.fill(words);
  clicks += 1;
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Search/ }).waitFor();
};

describe("a buyer's tasks, from the home page", () => {
  it('TASK partnership accounting with waterfalls and a SOC 2 report takes five clicks', async () => {
    await click(link('Browse the directory'));
    await page.getByText(/^Showing \d+ of/).waitFor();
    for (const feature of [
      'Partnership Accounting',
      'Waterfall Calculation',
      'Independent Assurance',
    ]) {
      await click(link(new RegExp(`^${feature}`)));
      await link(new RegExp(`^Remove ${feature}`)).waitFor();
    }
    const card = page.locator('[aria-label="Vendors"] > li').first();
    // The list of all three features, with what is known of each.
    const evidence = card.locator('[aria-label=Evidence] summary');
    await expect.poll(() => evidence.count()).toBe(3);
    await click(evidence.last());
    await card.getByText('SOC 2').first().waitFor();
    expect(clicks).toBe(5);
  });

  it('TASK who owns a vendor and how it is priced takes two clicks', async () => {
    await search('adepar');
    await click(page.locator('main').getByRole('link', { name: 'Addepar', exact: true }).first());
    const facts = page.getByRole('region', { name: 'Decisive facts' });
    await facts.waitFor();
    // A price that is not published is said too.
    for (const fact of [/Owner/, /price meter/i, /Checked on/])
      expect(await facts.innerText()).toMatch(fact);
    expect(clicks).toBe(2);
  });

  it('TASK a comparison for the committee takes one click and the print key', async () => {
    await click(link('Eton Solutions vs FundCount'));
    await page.getByRole('heading', { level: 1, name: /vs FundCount/ }).waitFor();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
    // A4 on its side, in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 84[12]/);
    const foot = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--print-foot'),
      );
    await expect
      .poll(foot)
      .toContain(`Family Office Software, ${site.url}/compare/eton-solutions-vs-fundcount`);
    expect(await foot()).toMatch(/as of \d{4}-\d{2}-\d{2}"$/);
    expect(clicks).toBe(1);
  });

  it('TASK what a K-1 is takes two clicks', async () => {
    await search('K-1');
    await click(
      page
        .locator('main')
        .getByRole('link', { name: /Schedule K-1/ })
        .first(),
    );
    await page.getByRole('heading', { level: 1, name: 'Schedule K-1' }).waitFor();
    expect(clicks).toBe(2);
  });

  it('TASK the news can be followed after one click', async () => {
    await click(page.getByRole('banner').getByRole('link', { name: 'News' }));
    const feed = link('Follow by RSS feed');
    const address = await feed.getAttribute('href');
    const response = await fetch(`${site.url}${address}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/rss+xml'),
    ]);
    expect(clicks).toBe(1);
  });

  it('TASK the address for an AI assistant is copied after two clicks', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await click(page.getByRole('contentinfo').getByRole('link', { name: 'For AI Assistants' }));
    await page.getByRole('heading', { level: 1, name: 'For AI Assistants' }).waitFor();
    await click(page.getByRole('button', { name: 'Copy', exact: true }));
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^https?:\/\/[^/]+\/mcp$/);
    expect(await page.locator('main code').first().innerText()).toBe(copied);
    expect(clicks).toBe(2);
  });
});
