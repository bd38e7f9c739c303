import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import {
  apiList,
  fulfillJson,
  goInside,
  holdBack,
  open,
  scrollUntil,
  waitForPrefetch,
  watchApi,
} from './public-support.ts';

let site: BrowserSite;
let page: Awaited<ReturnType<BrowserSite['newPage']>>;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage();
});
afterEach(() => page.context().close());

describe('the comparisons of a vendor, reached inside the app', () => {
  const CALL = /\/api\/vendors\/\d+\/comparisons/;
  const NONE = 'No direct comparisons available yet.';
  const openProfile = async () => {
    await open(page, '/about');
    await goInside(page, '/vendors/kubera');
    await page.getByRole('heading', { level: 1, name: 'Kubera' }).waitFor();
  };

  it('P10.26 says that there are none only when the response says so', async () => {
    const held = holdBack({ status: 200, body: '[]', contentType: 'application/json' });
    await page.route(CALL, held.handler);
    await openProfile();
    const section = page.locator('section', { hasText: 'Compare with Other Vendors' }).last();
    await section.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await section.getByText(NONE).count()).toBe(0);
    held.release();
    const link = section.getByRole('link', { name: NONE });
    await link.waitFor();
    expect((await link.textContent())?.trim()).toBe(
      'No direct comparisons available yet. Compare Kubera with other vendors using our comparison tool.',
    );
    expect(await link.getAttribute('href')).toBe('/compare?vendor=kubera');
    expect(await section.getByRole('status').count()).toBe(0);
  });

  it('P10.26 claims nothing when the call fails, and keeps the way to the tool', async () => {
    await page.route(CALL, (route) => route.fulfill({ status: 500, body: 'boom' }));
    const failed = page.waitForResponse(CALL);
    await openProfile();
    await failed;
    const section = page.locator('section', { hasText: 'Compare with Other Vendors' }).last();
    await expect.poll(() => section.getByRole('status').count()).toBe(0);
    expect(await section.getByText(NONE).count()).toBe(0);
    const button = section.getByRole('link', { name: 'Compare with Other Vendors' });
    expect(await button.getAttribute('href')).toBe('/compare?vendor=kubera');
  });
});

describe('the latest news, reached inside the app', () => {
  it('P2.25 P2.31 shows the first three articles that have a slug, and leads to all of them', async () => {
    const articles = [1, 2, 3, 4, 5].map((number) => ({
      id: number,
      title: `Article ${number}`,
      slug: number === 2 ? '' : `article-${number}`,
      createdAt: '2025-01-05T12:00:00Z',
      status: 'published',
    }));
    await page.route(apiList('news'), fulfillJson(articles));
    await open(page, '/about');
    await goInside(page, '/');
    const all = page.getByRole('link', { name: 'View All News' });
    await scrollUntil(page, all);
    const cards = page.getByRole('list', { name: 'Latest news' }).getByRole('heading');
    await expect
      .poll(() => cards.allTextContents())
      .toEqual(['Article 1', 'Article 3', 'Article 4']);
    // By the keyboard: sections above it may still come.
    await all.press('Enter');
    await page.waitForURL(`${site.url}/news`);
  });
});

describe('what the style makes of it', () => {
  it('P11.10 marks Watch For in orange, and Must-Haves with the feature icon before each item', async () => {
    await open(page, '/buyers-guides/operations-cfo');
    const itemsBelow = (name: string) =>
      page.locator(`main h3:text-is("${name}") + ul > li`).evaluateAll((items) =>
        items.map((item) => {
          const [marker, words] = item.children;
          const box = marker?.getBoundingClientRect();
          return {
            color: marker && getComputedStyle(marker).backgroundColor,
            path: marker?.querySelector('path')?.getAttribute('d')?.slice(0, 11),
            isDrawn: Boolean(box && box.width > 0 && box.height > 0),
            isBefore: Boolean(box && words && box.right < words.getBoundingClientRect().left),
          };
        }),
      );
    const warnings = await itemsBelow('Watch For');
    expect(warnings.length).toBeGreaterThan(5);
    for (const warning of warnings)
      expect(warning).toMatchObject({ color: 'rgb(194, 98, 14)', isDrawn: true, isBefore: true });
    const features = await itemsBelow('Must-Haves');
    expect(features.length).toBeGreaterThan(5);
    // The piece of a puzzle.
    for (const feature of features)
      expect(feature).toMatchObject({ path: 'M15.39 4.39', isDrawn: true, isBefore: true });
  });

  const LONG = 'Long words. '.repeat(100).trim();
  const shownLines = () =>
    page
      .getByText(LONG, { exact: true })
      .first()
      .evaluate((text) => {
        const { lineHeight, overflow } = getComputedStyle(text);
        const lines = text.clientHeight / Number.parseFloat(lineHeight);
        return { lines: Math.round(lines), overflow, isCut: text.scrollHeight > text.clientHeight };
      });

  it('P6.01 cuts the description of a type after three lines', async () => {
    await page.route(apiList('types'), async (route) => {
      const response = await route.fetch();
      const [first, ...rest] = await response.json();
      await route.fulfill({ response, json: [{ ...first, description: LONG }, ...rest] });
    });
    await open(page, '/about');
    await goInside(page, '/types');
    expect(await shownLines()).toEqual({ lines: 3, overflow: 'hidden', isCut: true });
  });

  it('P7.05 P10.21 cuts a description on a feature card after three lines, of a related vendor after two', async () => {
    await page.route(apiList('features'), async (route) => {
      const response = await route.fetch();
      const [first, ...rest] = await response.json();
      await route.fulfill({ response, json: [{ ...first, description: LONG }, ...rest] });
    });
    await page.route(/\/api\/vendors\/kubera$/, async (route) => {
      const response = await route.fetch();
      const { relatedVendors, ...vendor } = await response.json();
      const related = relatedVendors.map((other: object) => ({ ...other, description: LONG }));
      await route.fulfill({ response, json: { ...vendor, relatedVendors: related } });
    });
    await open(page, '/about');
    await goInside(page, '/features');
    expect(await shownLines()).toEqual({ lines: 3, overflow: 'hidden', isCut: true });
    await goInside(page, '/vendors/kubera');
    await page.getByRole('heading', { name: 'Related Vendors' }).waitFor();
    expect(await shownLines()).toEqual({ lines: 2, overflow: 'hidden', isCut: true });
  });
});

describe('how often the browser asks', () => {
  const away = async () => {
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.context().setOffline(true);
    await page.context().setOffline(false);
  };

  it('P22.13 asks nothing by itself, on focus or in two idle minutes', async () => {
    await page.clock.install();
    const calls = watchApi(page);
    await open(page, '/faq');
    await goInside(page, '/glossary');
    await page.locator('main a[href^="/glossary/"]').first().waitFor();
    await page.clock.runFor(5000);
    await waitForPrefetch(() => calls);
    const before = calls.length;
    await away();
    await page.clock.runFor(120_000);
    await away();
    expect(calls.slice(before)).toEqual([]);
  });

  it('P24.06 asks who is signed in once in five minutes, and once when that fails', async () => {
    await page.clock.install();
    await page.route(/\/api\/auth\/user/, (route) => route.fulfill({ status: 500, body: 'boom' }));
    const calls = watchApi(page);
    const asked = () => calls.filter((call) => call === 'GET /api/auth/user').length;
    await open(page, '/about');
    await page.clock.runFor(4 * 60_000);
    await goInside(page, '/auth');
    await page.getByLabel('Email').waitFor();
    expect(asked()).toBe(0);
    await goInside(page, '/about');
    await page.getByText('Last updated').waitFor();
    await page.clock.runFor(2 * 60_000);
    await goInside(page, '/auth');
    await expect.poll(asked).toBe(1);
    await page.clock.runFor(30_000);
    await away();
    await goInside(page, '/faq');
    await page.clock.runFor(30_000);
    await away();
    expect(asked()).toBe(1);
  });

  it('P24.03 asks by the key of the query, and gets JSON', async () => {
    const types = new Map<string, string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/'))
        types.set(pathname, response.headers()['content-type'] ?? '');
    });
    await open(page, '/about');
    await goInside(page, '/vendors/kubera');
    await page.getByRole('heading', { level: 1, name: 'Kubera' }).waitFor();
    await goInside(page, '/types');
    for (const path of ['/api/vendors/kubera', '/api/types', '/api/faq', '/api/cta-banners'])
      await expect.poll(() => types.get(path)).toMatch(/^application\/json/);
  });
});
