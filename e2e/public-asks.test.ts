import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import {
  apiList,
  fulfillJson,
  goInside,
  holdBack,
  open,
  passTime,
  scrollUntil,
  waitForPrefetch,
  watchApi,
} from './public-support.ts';

type TestPage = Awaited<ReturnType<BrowserSite['newPage']>>;

let site: BrowserSite;
let page: TestPage;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());
beforeEach(async () => {
  page = await site.newPage();
});
afterEach(() => page.context().close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('how the browser asks', () => {
  it('P22.10 P24.02 P24.03 start-up prefetches four lists by plain reads', async () => {
    const calls = watchApi(page);
    await open(page, '/about');
    for (const name of ['cta-banners', 'faq', 'services', 'glossary'])
      await expect
        .poll(() => calls.filter((call) => call.startsWith(`GET /api/${name}?`)).length)
        .toBe(1);
    expect(calls.every((call) => call.startsWith('GET '))).toBe(true);
  });

  it('P22.12 P22.13 what was fetched is cached: no second call, none on focus, none by itself', async () => {
    const calls = watchApi(page);
    await open(page, '/about');
    await goInside(page, '/faq');
    await heading('Frequently Asked Questions').waitFor();
    await goInside(page, '/types');
    await heading('Family Office Types').first().waitFor();
    await page.locator('main a[href^="/types/"]').first().waitFor();
    await waitForPrefetch(() => calls);
    await passTime(page, 300);
    const before = calls.length;
    await goInside(page, '/faq');
    await heading('Frequently Asked Questions').waitFor();
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await passTime(page, 1000);
    expect(calls.slice(before)).toEqual([]);
    expect(calls.filter((call) => call.startsWith('GET /api/faq?'))).toHaveLength(1);
  });

  it('P22.14 P25.02 a failed query is not tried again; without a body the status text stands', async () => {
    const calls = watchApi(page);
    await page.route(/\/api\/faq\?.*category=/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await open(page, '/about');
    await goInside(page, '/faq?category=Costs');
    await page.getByText('Error loading FAQ entries. Please try again later.').waitFor();
    await passTime(page, 1500);
    expect(calls.filter((call) => call.includes('category=Costs'))).toHaveLength(1);
    await expect.poll(() => page.problems.join('\n')).toContain('500: Internal Server Error');
  });

  it('P25.03 P25.04 P4.04 a 401 is an error, but an empty glossary', async () => {
    await page.route(apiList('faq'), fulfillJson({ message: 'Unauthorized' }, 401));
    const held = holdBack({ status: 401, json: { message: 'Unauthorized' } });
    await page.route(apiList('glossary'), held.handler);
    const isFetchedAhead = page.waitForRequest(/\/api\/glossary\?/);
    await open(page, '/about');
    await goInside(page, '/faq');
    await page.getByText('Error loading FAQ entries. Please try again later.').waitFor();
    await isFetchedAhead;
    await goInside(page, '/glossary');
    await page.waitForFunction(() => window.location.pathname === '/glossary');
    await passTime(page, 200);
    held.release();
    await page.getByText('No glossary entries are currently available.').waitFor();
    await expect.poll(() => page.getByText('Error loading').count()).toBe(0);
  });

  it('P1.10 a response of the wrong shape shows the error screen, and its button reloads', async () => {
    await page.route(apiList('news'), fulfillJson({ not: 'a list' }));
    await open(page, '/about');
    await goInside(page, '/');
    await scrollUntil(page, page.getByText('Something went wrong'));
    await heading('Something went wrong').waitFor();
    await page
      .getByText("We're sorry, but something unexpected happened. Please try refreshing the page.")
      .waitFor();
    const reload = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: 'Refresh Page' }).click();
    expect(new URL((await reload).url()).pathname).toBe('/');
  });
});
