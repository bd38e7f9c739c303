import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { openPanel } from './admin-helpers.ts';
import { apiList, open, passTime } from './public-support.ts';

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

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const WRONG = 'Something went wrong';

/** As after a release: no script of the page that is open is there any more. */
const takeAssetsAway = (target: TestPage) =>
  target.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));

/** Addresses of documents that the page asks for from now on. */
const watchDocuments = (target: TestPage): string[] => {
  const seen: string[] = [];
  target.on('request', (request) => {
    if (request.isNavigationRequest()) seen.push(new URL(request.url()).pathname);
  });
  return seen;
};

describe('the search without its script', () => {
  it.each(['Ctrl-K', 'the icon'])('by %s leads to /search after a release', async (way) => {
    await open(page, '/about');
    // A script that is fetched ahead and not there would load the page anew, and with it the new release.
    await page.waitForLoadState('networkidle');
    await takeAssetsAway(page);
    if (way === 'Ctrl-K') await page.keyboard.press('Control+k');
    else
      await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search');
    await heading('Search the Guide').waitFor();
    expect(await page.getByText(WRONG).count()).toBe(0);
  });

  it('stays a form that leads to /search while there is no connection', async () => {
    await open(page, '/about');
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    const field = page.locator('#site-search input[name=q]');
    await field.fill('ledger');
    await passTime(page, 500);
    expect(await field.inputValue()).toBe('ledger');
    expect(await page.getByText(WRONG).count()).toBe(0);
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=ledger');
  });
});

describe('a filter that fails', () => {
  const refused = () => page.getByText('That filter could not be applied', { exact: false });
  const filter = () => page.getByRole('group', { name: 'Category' }).locator('label').first();

  it.each(['500', 'offline'])(
    'says so, and leaves list, choice and address as they were (%s)',
    async (how) => {
      await open(page, '/vendors');
      const cards = page.getByRole('list', { name: 'Vendors' }).getByRole('listitem');
      const before = await cards.count();
      const fail = async () => {
        if (how === 'offline') return page.context().setOffline(true);
        await page.route(apiList('vendors'), (route) =>
          route.fulfill({ status: 500, body: 'boom' }),
        );
      };
      await fail();
      await filter().click();
      await refused().waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('');
      expect(await filter().locator('input').isChecked()).toBe(false);
      expect(await cards.count()).toBe(before);
      expect(await page.getByText('Error loading vendors').count()).toBe(0);

      await page.context().setOffline(false);
      await page.unroute(apiList('vendors'));
      await filter().click();
      await expect.poll(() => new URL(page.url()).search).toMatch(/^\?category=/);
      await expect.poll(() => refused().count()).toBe(0);
      expect(await filter().locator('input').isChecked()).toBe(true);
    },
  );

  it('counts that fail take the filter back too', async () => {
    await open(page, '/vendors');
    await page.route(/\/api\/vendor-facets/, (route) => route.fulfill({ status: 500, body: '' }));
    await filter().click();
    await refused().waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('shows the last of two choices, and takes nobody back who has gone on meanwhile', async () => {
    await open(page, '/vendors');
    const held: (() => void)[] = [];
    await page.route(apiList('vendors'), async (route) => {
      await new Promise<void>((resolve) => {
        held.push(resolve);
      });
      await route.continue();
    });
    const second = page.getByRole('group', { name: 'Category' }).locator('label').nth(1);
    const names = await Promise.all(
      [filter(), second].map((one) => one.locator('input').inputValue()),
    );
    await filter().click();
    await second.click();
    await expect.poll(() => held.length).toBe(2);
    expect(await second.locator('input').isChecked()).toBe(true);
    expect(new URL(page.url()).search).toBe('');
    held[1]?.();
    const chosen = () => new URL(page.url()).searchParams.getAll('category');
    await expect.poll(chosen).toEqual(names);
    held[0]?.();

    await filter().click();
    await expect.poll(() => held.length).toBe(3);
    await page.getByRole('banner').getByRole('link', { name: 'Glossary', exact: true }).click();
    await heading('Family Office Glossary').waitFor();
    held[2]?.();
    await passTime(page, 1000);
    expect(new URL(page.url()).pathname).toBe('/glossary');
  });

  it('a search among features keeps the features', async () => {
    await open(page, '/features');
    await page.route(apiList('features'), (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('searchbox').first().fill('ledger');
    await refused().waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await page.locator('main a[href^="/features/"]').count()).toBeGreaterThan(10);
  });
});

describe('an open tab whose assets are gone', () => {
  it('reloads once at the next navigation, and lands where the link leads', async () => {
    await open(page, '/about');
    await takeAssetsAway(page);
    const documents = watchDocuments(page);
    await page.getByRole('banner').getByRole('link', { name: 'Glossary', exact: true }).click();
    await expect.poll(() => documents).toEqual(['/glossary']);
    await heading('Family Office Glossary').waitFor();
    await passTime(page, 1000);
    expect(documents).toEqual(['/glossary']);
    expect(await page.getByText(WRONG).count()).toBe(0);
  });

  it('in the panel reloads once at the next tab, and gives back what was typed', async () => {
    const panel = await openPanel(site, '/admin/faq/1');
    const form = panel.getByRole('dialog', { name: 'Edit FAQ' });
    await form.getByLabel('Category').fill('Typed before the release');
    await panel.goto('/admin/glossary');
    const tabs = panel.getByRole('navigation', { name: 'Content' });
    await tabs.waitFor();
    const gone = /\/assets\/hub-tab[^/]*\.js$/;
    await panel.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    const documents = watchDocuments(panel);
    await tabs.getByRole('link', { name: /^Content Hub/ }).click();
    // The reload did not bring it: what cannot be had is told in its place, and nothing reloads again.
    await panel.getByText('This part of the panel could not be loaded.').waitFor();
    expect(documents).toEqual(['/admin/content-hub-configs']);
    await panel.unroute(gone);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('heading', { name: 'Content Hub', level: 2 }).waitFor();
    expect(documents).toHaveLength(1);

    await panel.goto('/admin/faq/1');
    await form.getByText(/^Unsaved text from/).waitFor();
    await form.getByRole('button', { name: 'Restore it' }).click();
    await expect
      .poll(() => form.getByLabel('Category').inputValue())
      .toBe('Typed before the release');
    await panel.context().close();
  });
});

describe('the directory on a phone', () => {
  it('has its first vendor within the first 900 px, filters folded, and folds a facet with nothing to choose', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/vendors');
    const first = page.getByRole('list', { name: 'Vendors' }).getByRole('listitem').first();
    const box = await first.boundingBox();
    expect((box?.y ?? 9999) + 24).toBeLessThanOrEqual(900);
    const category = page.getByRole('group', { name: 'Category' });
    expect(await category.isVisible()).toBe(false);
    await page.getByText('Filters', { exact: true }).click();
    await category.waitFor();
    await category.locator('label').first().click();
    await page.getByText('(1 chosen)').waitFor();

    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, '/vendors?q=quickbooks');
    await category.waitFor();
    const none = page.getByText('No vendor here publishes a minimum.');
    await none.waitFor();
    const bands = page.getByRole('group', { name: 'Minimum assets (AUM)' }).locator('ul');
    expect(await bands.isVisible()).toBe(false);
    await none.click();
    await bands.waitFor();
  });
});
