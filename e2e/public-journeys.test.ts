import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { fulfillJson, goInside, holdBack, open, watchApi } from './public-support.ts';

type TestPage = Awaited<ReturnType<BrowserSite['newPage']>>;

let site: BrowserSite;
let page: TestPage;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage({ viewport: { width: 1280, height: 900 } });
});
afterEach(() => page.context().close());

const MINUTE = 60_000;

const addressOf = () => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const countsOf = async () =>
  (await page.getByText(/^Showing \d+ of \d+ vendors$/).innerText()).match(/\d+/g) ?? [];
const countOf = async () => (await countsOf())[0];

describe('finding a vendor', () => {
  it('P9.01 P9.05 by filters that live in the address; opens it, compares two, shares the address', async () => {
    await open(page, '/');
    await page.getByRole('link', { name: 'Explore Vendors' }).click();
    await page.waitForURL('**/vendors');
    const [all, total] = await countsOf();
    const category = page.getByRole('group', { name: 'Category' }).locator('label').first();
    const promised = await category.locator('span').innerText();
    await category.click();
    await expect.poll(countOf).toBe(promised);
    expect(addressOf()).toMatch(/^\/vendors\?category=/);
    const filtered = addressOf();

    const market = page.getByRole('group', { name: 'Market' }).locator('label').first();
    await page.locator('form[aria-busy="false"]').waitFor();
    const left = await market.locator('span').innerText();
    await market.click();
    await expect.poll(countOf).toBe(left);
    expect(addressOf()).toContain('market=');
    await page.goBack();
    await expect.poll(addressOf).toBe(filtered);
    await expect.poll(countOf).toBe(promised);

    const shared = await site.newPage();
    await shared.goto(filtered);
    expect(await shared.getByText(/^Showing/).innerText()).toContain(
      `Showing ${promised} of ${total}`,
    );
    await shared.context().close();

    await page.getByRole('link', { name: 'Clear Filters' }).click();
    await expect.poll(countOf).toBe(all);
    await page.getByLabel('Search vendors').fill('addepar');
    await expect.poll(addressOf).toBe('/vendors?q=addepar');
    await expect.poll(countOf).toBe('1');
    await page.getByRole('link', { name: 'Addepar', exact: true }).click();
    await page.waitForURL('**/vendors/addepar');
    await page.getByRole('link', { name: 'Compare Addepar', exact: true }).click();
    await page.waitForURL('**/compare?vendor=addepar');
    await page.getByLabel('Second Platform').selectOption('masttro');
    await page.getByRole('button', { name: 'Compare Now' }).click();
    await page.waitForURL('**/compare/addepar-vs-masttro');
    await page.getByRole('heading', { level: 1, name: 'Addepar vs Masttro' }).waitFor();
    expect(page.problems).toEqual([]);
  });

  it('P9.09 nothing found has a way back', async () => {
    await open(page, '/vendors?q=zzzz');
    await page.getByText('No vendors found').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(addressOf).toBe('/vendors');
    await expect
      .poll(() => page.getByRole('list', { name: 'Vendors' }).locator('> li').count())
      .toBeGreaterThan(20);
  });

  it('typing keeps its place while a slow response is on its way', async () => {
    await open(page, '/vendors');
    const held = holdBack();
    await page.route(/\/api\/vendor/, held.handler);
    const asked = page.waitForRequest(/\/api\/vendors\?.*q=led/);
    const field = page.getByLabel('Search vendors');
    await field.pressSequentially('led', { delay: 30 });
    await asked;
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.locator('[data-skeleton-card]').count()).toBe(0);
    await field.pressSequentially('ger');
    held.release();
    await page.locator('form[aria-busy="false"]').waitFor();
    await expect.poll(addressOf).toBe('/vendors?q=ledger');
    expect(await field.inputValue()).toBe('ledger');
  });

  it('P7.03 feature chips narrow the list, and Back undoes it', async () => {
    await open(page, '/features');
    const chip = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(2);
    const count = await chip.locator('span').innerText();
    await chip.click();
    await expect.poll(() => page.locator('output').innerText()).toMatch(new RegExp(`^${count} `));
    expect(addressOf()).toContain('category=');
    await page.goBack();
    await expect.poll(() => page.locator('output').innerText()).toMatch(/^79 /);
  });

  it('P19.10 the head names what another choice of the list shows, without one more call', async () => {
    await open(page, '/features?q=ledger');
    const named = () =>
      page.evaluate(() => {
        const [list] = document.querySelectorAll('script[type="application/ld+json"]');
        return JSON.parse(list?.textContent ?? '').mainEntity?.itemListElement.length;
      });
    const robots = () => page.locator('meta[name=robots]').count();
    expect(await robots()).toBe(1);
    const calls = watchApi(page);
    await goInside(page, '/features');
    await expect.poll(() => page.locator('output').innerText()).toMatch(/^79 /);
    await expect.poll(named).toBe(79);
    expect(await robots()).toBe(0);
    expect(calls.filter((call) => call.startsWith('GET /api/features?'))).toHaveLength(1);

    // The starter content fills one page of vendors: the second one shows the same.
    await page.route(/\/api\/vendors\?.*offset=30/, async (route) => {
      const url = route.request().url().replace('&offset=30', '');
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await open(page, '/vendors?page=1');
    const vendors = await named();
    await goInside(page, '/vendors?page=2');
    await expect
      .poll(() => page.locator('link[rel=canonical]').getAttribute('href'))
      .toBe(`${site.url}/vendors?page=2`);
    await expect.poll(named).toBe(vendors);
    expect(await robots()).toBe(0);
  });
});

describe('comparing', () => {
  it('P12.01 P12.02 P12.04 two selectors that never hold the same vendor', async () => {
    await open(page, '/compare');
    const first = page.getByLabel('First Platform');
    const second = page.getByLabel('Second Platform');
    const button = page.getByRole('button', { name: 'Compare Now' });
    const names = (await first.locator('option').allInnerTexts()).slice(1);
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(
      [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })),
    );
    // Without a script it is the server that checks, so it can be pressed until there is one.
    await expect.poll(() => button.isDisabled()).toBe(true);
    await first.selectOption('addepar');
    await expect.poll(() => second.locator('option[value=addepar]').count()).toBe(0);
    expect(await button.isDisabled()).toBe(true);
    await second.selectOption('masttro');
    await expect.poll(() => button.isEnabled()).toBe(true);
    await first.selectOption('masttro');
    await expect.poll(() => second.inputValue()).toBe('');
    await expect.poll(() => button.isDisabled()).toBe(true);
    await open(page, '/compare?vendor=zzz');
    expect(await first.inputValue()).toBe('');
    await open(page, '/compare?vendor=altoo');
    expect(await first.inputValue()).toBe('altoo');
  });

  it("'Only differences' hides the rows that agree; vendor names stay in sight; paper gets it all", async () => {
    await open(page, '/compare/addepar-vs-masttro');
    const same = page.locator('tr[data-differs=false]:visible');
    expect(await same.count()).toBeGreaterThan(0);
    await page.getByLabel('Only differences').check();
    await expect.poll(() => same.count()).toBe(0);
    expect(await page.locator('tr[data-differs=true]:visible').count()).toBeGreaterThan(0);
    await page.getByLabel('Only differences').uncheck();
    await page.locator('.compare > .compare-table tbody').last().scrollIntoViewIfNeeded();
    const head = page.locator('.compare > .compare-table thead th').nth(1);
    await expect.poll(async () => (await head.boundingBox())?.y).toBeLessThan(200);
    expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual(0);

    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.site-header').isVisible()).toBe(false);
    expect(await page.locator('footer').isVisible()).toBe(false);
    expect(await page.getByLabel('Only differences').isVisible()).toBe(false);
    expect(await page.locator('.compare > .compare-table').isVisible()).toBe(true);
  });
});

describe('reading', () => {
  const links = () => page.locator('a.glossary-link');
  const preview = () => page.getByRole('tooltip');

  const openAnswer = async () => {
    const faq: { slug: string }[] = await (await fetch(`${site.url}/api/faq`)).json();
    for (const { slug } of faq) {
      const html = await (await fetch(`${site.url}/faq/${slug}`)).text();
      if ((html.match(/class="glossary-link"/g) ?? []).length >= 2) {
        await open(page, `/faq/${slug}`);
        return;
      }
    }
    throw new Error('No answer with two glossary links');
  };

  it('P4.08 P22.07 P26.01 a term shows its definition after 700 ms, the next one at once', async () => {
    await page.clock.install();
    await openAnswer();
    // Once by the clock that goes on: what shows previews is fetched for the first one.
    await links().first().hover();
    await preview().waitFor();
    await page.mouse.move(0, 0);
    await preview().waitFor({ state: 'detached' });
    await page.clock.pauseAt(Date.now() + MINUTE);
    await links().first().hover();
    await page.clock.runFor(690);
    expect(await preview().count()).toBe(0);
    await page.clock.runFor(20);
    await preview().waitFor();
    const text = await preview().locator('span').innerText();
    expect(text.replace(/\.\.\.$/, '').length).toBeLessThanOrEqual(150);
    expect(text.length).toBeGreaterThan(20);
    const box = await links().nth(1).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 6);
    await page.clock.runFor(1);
    const next = (await links().nth(1).innerText()).toLowerCase();
    await expect
      .poll(async () => (await preview().locator('strong').innerText()).toLowerCase())
      .toBe(next);
    expect(await preview().count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => preview().count()).toBe(0);
  });

  it('P3.06 P18.08 a reader follows a term to its page', async () => {
    await openAnswer();
    const href = await links().first().getAttribute('href');
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await links().first().click();
    await page.waitForURL(`**${href}`);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
    expect(page.problems).toEqual([]);
  });

  it('P3.01 P14.03 questions stand in two columns, news in three', async () => {
    const columns = (list: Locator) =>
      list
        .locator('> li')
        .evaluateAll(
          (cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().x))).size,
        );
    await open(page, '/faq');
    expect(await columns(page.locator('main section ul').first())).toBe(2);
    await open(page, '/news');
    expect(await columns(page.getByRole('list', { name: 'Recent articles' }))).toBe(3);
  });

  it('P2.04 P2.32 the home page jumps to the software, and its accordion opens', async () => {
    await open(page, '/');
    await page.getByRole('link', { name: 'Explore Software' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(new URL(page.url()).pathname).toBe('/');
    const questions = page.locator('details[name=home-faq]');
    expect(await questions.count()).toBe(4);
    await questions.nth(1).locator('summary').click();
    await questions.nth(1).locator('div').waitFor();
    await questions.nth(2).locator('summary').click();
    await questions.nth(1).locator('div').waitFor({ state: 'hidden' });
  });

  it('P8.09 questions of a use case open independently', async () => {
    const cases: { slug: string; featuredFaqIds: number[] }[] = await (
      await fetch(`${site.url}/api/use-cases`)
    ).json();
    const chosen = cases.find(({ featuredFaqIds }) => featuredFaqIds.length > 1);
    await open(page, `/use-cases/${chosen?.slug}`);
    const items = page.locator('main details');
    await items.nth(0).locator('summary').click();
    await items.nth(1).locator('summary').click();
    await expect.poll(() => page.locator('main details[open]').count()).toBe(2);
    await items.nth(0).locator('summary').click();
    await expect.poll(() => page.locator('main details[open]').count()).toBe(1);
  });

  it('P14.09 the picture of an article is 400 px high and has an overlay', async () => {
    const [article] = await (await fetch(`${site.url}/api/news?status=published&limit=1`)).json();
    await open(page, `/news/${article.slug}`);
    expect((await page.locator('.article-hero').boundingBox())?.height).toBe(400);
    expect(await page.locator('.article-hero [data-overlay]').isVisible()).toBe(true);
    await page.setViewportSize({ width: 390, height: 800 });
    expect((await page.locator('.article-hero').boundingBox())?.height).toBe(400);
  });
});

describe('a phone with nothing but a keyboard', () => {
  it('P1.05 skips to the content, opens the menu, follows a link, filters, and sees its focus', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, '/');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    await expect.poll(focused).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

    await page.reload();
    await open(page, '/');
    /** The browser tells it of a button with a popover; no attribute does. */
    const readExpanded = async () => {
      const cdp = await page.context().newCDPSession(page);
      const { nodes } = await cdp.send('Accessibility.getFullAXTree');
      const menu = nodes.find(
        ({ role, name }) => role?.value === 'button' && name?.value === 'Menu',
      );
      return menu?.properties?.find(({ name }) => name === 'expanded')?.value.value;
    };
    const vendors = page.locator('#site-nav').getByRole('link', { name: 'Vendors' });
    expect(await vendors.isVisible()).toBe(false);
    for (let step = 0; step < 5 && (await focused()) !== 'Menu'; step += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe('Menu');
    await page.keyboard.press('Enter');
    await expect.poll(() => vendors.isVisible()).toBe(true);
    await expect.poll(readExpanded).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => vendors.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => vendors.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Vendors');
    const outline = await vendors.evaluate((link) => getComputedStyle(link).outlineStyle);
    expect(outline).not.toBe('none');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/vendors');
    await expect.poll(() => vendors.isVisible()).toBe(false);

    // The new page takes the focus to its heading; keys typed before that are lost.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByLabel('Search vendors').focus();
    await page.keyboard.type('masttro');
    await page.keyboard.press('Enter');
    await expect.poll(addressOf).toBe('/vendors?q=masttro');
    // Categories that would leave nothing can no longer be picked once the list has followed.
    await expect
      .poll(() => page.locator('input[name=category]:disabled').count())
      .toBeGreaterThan(0);
    // On a phone they are folded.
    await page.locator('summary', { hasText: 'Filters' }).focus();
    await page.keyboard.press('Enter');
    const category = page.locator('input[name=category]:enabled').first();
    await expect.poll(() => category.isVisible()).toBe(true);
    await category.focus();
    await page.keyboard.press('Space');
    await expect.poll(addressOf).toContain('category=');
  });

  it('no page is wider than a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of [
      '/',
      '/vendors',
      '/vendors/addepar',
      '/compare/addepar-vs-masttro',
      '/features',
    ]) {
      await open(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, width]).toEqual([path, 390]);
    }
  });

  it('P1.05 a toggle opens and closes the menu', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open(page, '/about');
    const nav = page.locator('#site-nav').getByRole('navigation');
    await page.getByRole('button', { name: 'Menu' }).click();
    await nav.waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await nav.waitFor({ state: 'hidden' });
  });
});

describe('inside the app', () => {
  it('P2.09 the short addresses lead on without a reload', async () => {
    await open(page, '/');
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await goInside(page, '/reporting');
    await page.waitForURL('**/reporting-tools-software');
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });

  it('has a page ready when a pointer rests on its link, and opens it without a reload', async () => {
    await open(page, '/vendors');
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const link = page.getByRole('main').getByRole('link', { name: 'Addepar', exact: true }).first();
    const asked = page.waitForResponse('**/api/vendors/addepar');
    await link.hover();
    expect((await asked).ok()).toBe(true);
    let later = 0;
    await page.route('**/api/vendors/addepar', (route) => {
      later += 1;
      return route.continue();
    });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Addepar' }).waitFor();
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    expect(later).toBe(0);
  });

  it('P19.10 the head follows the page', async () => {
    await open(page, '/vendors');
    await goInside(page, '/vendors/addepar');
    await expect.poll(() => page.title()).toMatch(/Addepar/);
    await expect
      .poll(() => page.locator('link[rel=canonical]').getAttribute('href'))
      .toBe(`${site.url}/vendors/addepar`);
    await expect.poll(() => page.locator('meta[name=description]').count()).toBe(1);
  });

  it('P6.09 P24.22 the hub is asked for on a type page only, and shows only when enabled', async () => {
    const [type] = await (await fetch(`${site.url}/api/types?limit=1`)).json();
    const hub = {
      isEnabled: true,
      title: 'Beside this page',
      description: 'More',
      relatedContent: [{ type: 'type', title: 'This one', description: '', slug: type.slug }],
    };
    const asked: string[] = [];
    await page.route(/\/api\/content-hub-config\//, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return fulfillJson(hub)(route);
    });
    await open(page, '/about');
    await goInside(page, '/types');
    await page.getByRole('heading', { level: 1, name: 'Family Office Types' }).waitFor();
    expect(asked).toEqual([]);
    await goInside(page, `/types/${type.slug}`);
    await page.getByText('Beside this page').waitFor();
    expect(await page.getByText('Current Page').count()).toBe(1);
    expect(asked).toEqual([`/api/content-hub-config/type/${type.slug}`]);
  });
});
