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
const firstItem = async (name: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`${site.url}/api/${name}?limit=1`)).json())[0];

interface ListCase {
  path: string;
  call: RegExp;
  skeletons: number;
  error: string;
  empty: string;
}

/** A list of cards, one with chips, and the directory: the others are made of the same parts. */
const LISTS: ListCase[] = [
  {
    path: '/faq',
    call: apiList('faq'),
    skeletons: 6,
    error: 'Error loading FAQ entries. Please try again later.',
    empty: 'No FAQ entries are currently available. Please check back later.',
  },
  {
    path: '/features',
    call: apiList('features'),
    skeletons: 1,
    error: 'Error loading features. Please try again later.',
    empty: 'No features found',
  },
  {
    path: '/vendors',
    call: apiList('vendors'),
    skeletons: 1,
    error: 'Error loading vendors. Please try again later.',
    empty: 'No vendors found',
  },
];

describe('the states of a list, reached inside the app', () => {
  it.each(LISTS)('P22.01 P22.03 P25.01 $path loads, fails, is empty, shows', async (list) => {
    const { path, call, skeletons, error, empty } = list;
    const held = holdBack({ status: 500, body: 'boom' });
    await page.route(call, held.handler);
    await open(page, '/about');
    await goInside(page, path);
    const cards = page.locator('[data-skeleton-card]');
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(1);
    if (skeletons > 1) await expect.poll(() => cards.count()).toBe(skeletons);
    await page.getByRole('progressbar').waitFor();
    // Some introductions link to an item or two, whatever the state of the list.
    const items = page.locator(`main a[href^="${path}/"]`);
    expect(await page.getByText(error).or(page.getByText(empty)).count()).toBe(0);
    const before = await items.count();
    held.release();
    await page.getByText(error, { exact: true }).waitFor();
    expect(await cards.or(page.getByText(empty)).count()).toBe(0);
    await expect.poll(() => page.problems.join('\n')).toContain('500: boom');

    await page.unroute(call);
    await page.route(call, fulfillJson([]));
    await goInside(page, '/about');
    await page.getByText('Last updated').waitFor();
    await goInside(page, path);
    await page.getByText(empty, { exact: true }).waitFor();
    expect(await cards.or(page.getByText(error)).count()).toBe(0);

    await page.unroute(call);
    const fresh = await site.newPage();
    await open(fresh, '/about');
    await goInside(fresh, path);
    const shown = fresh.locator(`main a[href^="${path}/"]`);
    await expect.poll(() => shown.count()).toBeGreaterThan(before);
    expect(await fresh.locator('[data-skeleton-card]').count()).toBe(0);
    expect(await fresh.getByText(error).or(fresh.getByText(empty)).count()).toBe(0);
    await fresh.context().close();
  });

  it.each(['/vendors', '/news'])(
    'P1.15 %s has no page 99, and the way back works',
    async (path) => {
      await open(page, path);
      const title = await page.getByRole('heading', { level: 1 }).innerText();
      await goInside(page, `${path}?page=99`);
      await page.getByText('This list has no page 99.').waitFor();
      await heading(title).waitFor();
      await page.getByRole('link', { name: 'First page' }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => page.locator(`main a[href^="${path}/"]`).count()).toBeGreaterThan(1);
    },
  );

  it('P22.01 P12.07 /compare loads, fails with a text, shows, and is empty', async () => {
    const held = holdBack({ status: 500, body: '' });
    await page.route(/\/api\/vendor-names/, held.handler);
    await page.route(apiList('comparisons'), (route) => route.fulfill({ status: 500, body: '' }));
    await open(page, '/about');
    await goInside(page, '/compare');
    await heading('Compare Family Office Software').waitFor();
    const loading = page.getByRole('status', { name: 'Loading' });
    const bar = loading.locator('span');
    expect((await bar.boundingBox())?.height).toBeGreaterThan(50);
    const paint = await bar.evaluate((span) => getComputedStyle(span).backgroundColor);
    expect(paint).not.toBe('rgba(0, 0, 0, 0)');
    expect(await page.getByLabel('First Platform').count()).toBe(0);
    held.release();
    await page.getByText('Error loading vendors. Please try again later.').waitFor();
    expect(await loading.or(page.getByLabel('First Platform')).count()).toBe(0);
    await page.unroute(/\/api\/vendor-names/);
    await goInside(page, '/about');
    await page.getByText('Last updated').waitFor();
    await goInside(page, '/compare');
    await page.getByLabel('First Platform').waitFor();
    await page.getByRole('heading', { name: 'Why Compare' }).waitFor();
    expect(await page.getByText('Curated Comparisons').count()).toBe(0);
    expect(await loading.or(page.getByText('Error loading vendors.')).count()).toBe(0);

    const empty = await site.newPage();
    await empty.route(/\/api\/vendor-names/, fulfillJson({ vendors: [], total: 0 }));
    await open(empty, '/about');
    await goInside(empty, '/compare');
    await empty.getByLabel('First Platform').waitFor();
    expect(await empty.getByLabel('First Platform').locator('option').count()).toBe(1);
    expect(await empty.getByText('Error loading vendors.').count()).toBe(0);
    await empty.context().close();
  });

  it('P22.01 P14.04 P14.05 /news shows six skeleton cards, says when there is none, and shows', async () => {
    const held = holdBack({ status: 200, body: '[]', contentType: 'application/json' });
    await page.route(apiList('news'), held.handler);
    await open(page, '/about');
    await goInside(page, '/news');
    await expect.poll(() => page.locator('[data-skeleton-card]').count()).toBe(6);
    held.release();
    await page.getByText('No News Articles Yet').waitFor();
    expect(await page.locator('[data-skeleton-card]').count()).toBe(0);
    await page.unroute(apiList('news'));
    await goInside(page, '/about');
    await page.getByText('Last updated').waitFor();
    await goInside(page, '/news');
    await page.locator('main a[href^="/news/"]').first().waitFor();
    expect(await page.getByText('No News Articles Yet').count()).toBe(0);
  });

  it('P22.01 P14.06 P14.07 P24.14 a failing news list is tried four times in all', async () => {
    const calls = watchApi(page);
    await page.route(apiList('news'), (route) => route.fulfill({ status: 500, body: 'boom' }));
    await open(page, '/about');
    await goInside(page, '/news');
    await page.getByText('Failed to fetch news articles').waitFor();
    expect(calls.filter((call) => call.startsWith('GET /api/news'))).toHaveLength(4);
  });

  it('P24.14 the news list is fetched again whenever it is shown again', async () => {
    const calls = watchApi(page);
    const count = () => calls.filter((call) => call.startsWith('GET /api/news?')).length;
    await open(page, '/about');
    await goInside(page, '/news');
    await page.getByRole('heading', { name: 'Recent Articles' }).waitFor();
    const before = count();
    expect(before).toBeGreaterThanOrEqual(1);
    await goInside(page, '/about');
    await page.getByText('Last updated').waitFor();
    await goInside(page, '/news');
    await page.getByRole('heading', { name: 'Recent Articles' }).waitFor();
    await expect.poll(count).toBeGreaterThan(before);
  });
});

const DETAILS = [
  ['faq', 'FAQ Entry Not Found'],
  ['types', 'Type Not Found'],
  ['vendors', 'Vendor Not Found'],
  ['news', '404 Page Not Found'],
] as const;

/** A row of the specification shows the not-found screen for a failed call of these too (P6.12, P14.14). */
const MISSING_ON_ERROR: readonly string[] = ['Type Not Found', '404 Page Not Found'];
const FAILED = 'This page could not be loaded';

describe('the states of a detail page, reached inside the app', () => {
  const run = async (
    path: string,
    call: RegExp,
    missing: string,
    unknown: string,
    title: string | RegExp,
  ) => {
    const failed = MISSING_ON_ERROR.includes(missing) ? missing : FAILED;
    const held = holdBack({ status: 500, body: 'boom' });
    await page.route(call, held.handler);
    await open(page, '/privacy-policy');
    await goInside(page, path);
    const skeleton = page.getByRole('status', { name: 'Loading' });
    await skeleton.waitFor();
    expect(await heading(missing).count()).toBe(0);
    held.release();
    await heading(failed).waitFor();
    await expect.poll(() => skeleton.count()).toBe(0);
    await expect.poll(() => page.title()).toContain(failed);
    expect(await page.getByText(/removed|doesn't exist/).count()).toBe(failed === missing ? 1 : 0);
    await page.unroute(call);
    if (failed === FAILED) {
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expect.poll(() => page.title()).not.toContain(FAILED);
    }

    await goInside(page, unknown);
    await page.waitForURL(`**${unknown}`);
    await expect.poll(() => page.title()).toMatch(/Not Found/);
    await heading(missing).waitFor();

    await goInside(page, path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => heading(missing).or(skeleton).count()).toBe(0);
  };

  it.each(DETAILS)(
    'P10.01 P22.02 P22.03 /%s/{slug} loads, shows, fails and is missing',
    async (name, missing) => {
      const { slug, ...item } = await firstItem(name);
      const title = item.question ?? item.term ?? item.rewrittenTitle ?? item.title ?? item.name;
      const call = new RegExp(`/api/${name}/${slug}$`);
      // Straight quotes are set as typographic ones.
      const shown = String(title).replaceAll("'", '’');
      await run(`/${name}/${slug}`, call, missing, `/${name}/zzz`, shown);
    },
  );

  it('P22.02 P13.10 a comparison loads, shows, fails and is missing', async () => {
    await run(
      '/compare/addepar-vs-masttro',
      /\/api\/compare\//,
      'Comparison Not Found',
      '/compare/zzz-vs-yyy',
      /Addepar vs\.? Masttro/,
    );
  });

  it('P13.11 an unknown pair names both vendors', async () => {
    await open(page, '/about');
    await goInside(page, '/compare/zzz-vs-yyy');
    await page
      .getByText('We couldn\'t find vendors "zzz" and "yyy". Here are some suggestions:')
      .waitFor();
  });

  it('P13.12 a 404 without a body has its own words', async () => {
    await page.route(/\/api\/compare\//, (route) => route.fulfill({ status: 404, body: '' }));
    await open(page, '/about');
    await goInside(page, '/compare/addepar-vs-masttro');
    await page
      .getByText(
        'The requested comparison could not be generated. Please check that both vendors exist.',
      )
      .waitFor();
  });

  it('P22.02 P15.19 a landing page loads, shows, fails and is missing', async () => {
    await run(
      '/accounting-software',
      /\/api\/landing-pages\//,
      'Landing Page Not Found',
      '/zzz-not-there',
      /Accounting Software/i,
    );
  });

  it('P22.02 P16.02 P16.03 a generic page loads, shows, fails and is missing', async () => {
    const missing = { status: 404, body: '{"message":"Page not found"}' };
    await page.route(/\/api\/pages\/slug\/methodology/, (route) => route.fulfill(missing));
    const call = /\/api\/pages\/slug\/contact/;
    await run('/contact', call, 'Page Not Found', '/methodology', 'Contact and Corrections');
    await goInside(page, '/methodology');
    const text = "The page you're looking for doesn't exist or is not published.";
    await page.getByText(text, { exact: true }).waitFor();
    await page.locator('main a[href="/"]', { hasText: 'Return Home' }).waitFor();
  });
});

describe('the lazy sections of the home page, reached inside the app', () => {
  const reach = async (title: string) => {
    await open(page, '/about');
    await goInside(page, '/');
    await page.getByRole('heading', { name: 'Side by side' }).waitFor();
    // A placeholder stands where the section will be; coming near it makes it load.
    await scrollUntil(page, page.getByRole('heading', { name: title }));
  };

  it('P2.24 featured vendors: three placeholders, and nothing at all without vendors', async () => {
    const held = holdBack();
    await page.route(apiList('vendors'), held.handler);
    await reach('Featured vendors');
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Featured vendors' }),
    });
    await expect.poll(() => section.locator('[data-skeleton-card]').count()).toBe(3);
    held.release();
    await section.getByRole('list', { name: 'Featured vendors' }).waitFor();
    await page.unroute(apiList('vendors'));
    await page.route(apiList('vendors'), fulfillJson([]));
    await reach('Latest news');
    await expect.poll(() => page.getByText('Featured vendors').count()).toBe(0);
  });

  it('P2.29 P2.30 latest news: placeholders, and one text for none and for a failure', async () => {
    const held = holdBack();
    await page.route(apiList('news'), held.handler);
    await reach('Latest news');
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Latest news' }),
    });
    await expect.poll(() => section.locator('[data-skeleton-card]').count()).toBe(3);
    held.release();
    await section.getByRole('list', { name: 'Latest news' }).waitFor();
    await page.unroute(apiList('news'));
    await page.route(apiList('news'), fulfillJson([]));
    await reach('Latest news');
    await page.getByText('News articles are currently being loaded...').waitFor();
    await page.unroute(apiList('news'));
    await page.route(apiList('news'), (route) => route.fulfill({ status: 500, body: 'boom' }));
    await reach('Latest news');
    await page.getByText('News articles are currently being loaded...').waitFor();
    await expect.poll(() => page.problems).toContain('Failed to fetch news articles');
  });

  it('P2.15 P2.16 P22.11 the banner waits until it is near, then loads', async () => {
    const held = holdBack();
    await page.route(apiList('cta-banners'), held.handler);
    const calls = watchApi(page);
    await open(page, '/about');
    await goInside(page, '/');
    await page.getByRole('heading', { name: 'Side by side' }).waitFor();
    await passTime(page, 300);
    expect(calls.filter((call) => call.includes('featured=true'))).toEqual([]);
    const place = page.locator('main > div').last();
    await expect.poll(() => place.locator('[data-skeleton-card]').count()).toBe(1);
    // 100 px below the screen, and a tenth of it inside the margin: it comes.
    await place.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      window.scrollBy({ top: top - innerHeight - 100 + height * 0.5, behavior: 'instant' });
    });
    await expect.poll(() => place.locator('section').count()).toBe(1);
    await expect.poll(() => place.locator('.animate-breathe').count()).toBeGreaterThan(0);
    expect((await place.boundingBox())?.y).toBeGreaterThan(700);
    await page.unroute(apiList('cta-banners'));
    held.release();
    await expect.poll(() => place.getByRole('link').count()).toBeGreaterThan(0);
  });

  it('P2.16 P2.17 P2.18 banners: the default, or the first one with a button for each', async () => {
    await page.route(apiList('cta-banners'), fulfillJson([]));
    await reach('Ready to Explore Family Office Services?');
    const place = page.locator('main > div').last();
    await expect.poll(() => place.getByRole('link').count()).toBe(2);
    await page.unroute(apiList('cta-banners'));
    await page.route(
      apiList('cta-banners'),
      fulfillJson([
        { id: 1, title: 'One', description: 'First', buttonText: 'Go', buttonUrl: '/vendors' },
        { id: 2, title: 'Two', description: 'Second', buttonText: 'Come', buttonUrl: '/news' },
      ]),
    );
    await reach('One');
    expect(await place.innerText()).toMatch(/One[\s\S]*First[\s\S]*Go[\s\S]*Come/);
    expect(await place.innerText()).not.toMatch(/Two|Second/);
    const [first, second] = await place
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
    expect(first).not.toBe(second);
  });
});
