import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const VENDORS = ['elysys', 'odoo', 'fundcount'];

const decide = async (page: Page, decision: object) => {
  await page.addInitScript(
    ([vendors, stored]) => {
      if (localStorage.getItem('shortlist')) return;
      localStorage.setItem('shortlist', vendors);
      localStorage.setItem('decision', stored);
    },
    [JSON.stringify(VENDORS), JSON.stringify(decision)] as const,
  );
  await open(page, '/shortlist');
  await page.getByRole('tab', { name: 'Scorecard' }).waitFor();
};

const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

const countCriteria = (page: Page) =>
  page.getByRole('list', { name: 'Criteria' }).getByRole('listitem').count();

describe('criteria', () => {
  it('SCORECARD eight criteria take at most four actions, from a category and a guide', async () => {
    const page = await site.newPage();
    await decide(page, {});
    const { sets } = await (await fetch(`${site.url}/api/decision-data`)).json();
    let actions = 0;
    const take = async (place: number) => {
      actions += 2;
      const from = page.getByLabel('Take them from a guide, a use case or a category');
      await from.selectOption(String(place));
      await page.getByRole('button', { name: /^Add \d+ criteri/ }).click();
    };
    // Guides come first, categories after all sets.
    const [guide] = sets;
    expect(guide.kind).toBe('Guide');
    await take(0);
    await expect.poll(() => countCriteria(page)).toBe(guide.features.length);
    await take(sets.length);
    await expect.poll(() => countCriteria(page)).toBeGreaterThanOrEqual(8);
    expect(actions).toBeLessThanOrEqual(4);
    // Several ticks at once, and no more than there is room for.
    await page.getByText('Tick features', { exact: true }).click();
    await page.getByLabel('Find a feature').fill('a');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByText(/^There is room for \d+ more: untick \d+\.$/).waitFor();
    expect(await page.getByRole('button', { name: /^Add \d+ criteria/ }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('SCORECARD the filters of the directory become criteria, shown at once with Keep beside them', async () => {
    const page = await site.newPage();
    await open(page, '/vendors?feature=general-ledger&feature=open-api');
    await page.getByRole('link', { name: 'Score these' }).click();
    await expect.poll(() => countCriteria(page)).toBe(2);
    await page.getByLabel('Weight of General Ledger').waitFor();
    expect([await stored(page, 'shortlist'), await stored(page, 'decision')]).toEqual([null, null]);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(JSON.parse((await stored(page, 'decision')) ?? '').criteria).toEqual([
      { feature: 'general-ledger', weight: 3 },
      { feature: 'open-api', weight: 3 },
    ]);
    await page.context().close();
  });

  it('SHORTLIST an address with needs and must-haves shows itself, and an unknown name takes no place', async () => {
    const { vendors } = await (await fetch(`${site.url}/api/decision-data`)).json();
    const twelve: string[] = vendors.slice(0, 12).map(({ slug }: { slug: string }) => slug);
    const page = await site.newPage();
    await open(
      page,
      `/shortlist?v=nobody,${twelve.join()}&need=open-api,bill-payment&must=general-ledger,no-such`,
    );
    await page.getByText('12 of at most 12.').waitFor();
    await page.getByText('Not on this site (any more): nobody and no-such.').waitFor();
    await expect.poll(() => countCriteria(page)).toBe(3);
    const weight = (name: string) => page.getByLabel(`Weight of ${name}`).inputValue();
    expect([await weight('General Ledger'), await weight('Open API')]).toEqual(['must', '3']);
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByText('No vendor on the shortlist yet').waitFor();
    expect(await stored(page, 'shortlist')).toBeNull();
    await page.context().close();
  });
});

describe('an address of an earlier version', () => {
  it('SHARE says in a sentence that it cannot be read, and leaves what is stored', async () => {
    const page = await site.newPage();
    await decide(page, { criteria: [{ feature: 'open-api', weight: 5 }] });
    await page.goto('about:blank');
    await open(page, '/shortlist#2.q1YqS8xTslJKTElJLUgsUtJRKs4vSgaxc4uKEktKiooSlWoB');
    await page.getByText('This address was made by an earlier version of this page').waitFor();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await page.getByRole('list', { name: 'Scores' }).waitFor();
    expect(await countCriteria(page)).toBe(1);
    expect(new URL(page.url()).hash).toBe('');
    await page.context().close();
  });
});

/** The worker of an earlier version: it keeps a copy of the page and answers for it. */
const EARLIER_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await (await caches.open('shortlist')).put('/shortlist', new Response('<h1>Old</h1>'));
  await self.clients.claim();
})()));
self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

describe('the worker of an earlier version', () => {
  it('SHORTLIST a browser that holds it loses it and its copies at the next visit', async () => {
    const page = await site.newPage();
    const context = page.context();
    await context.route('**/shortlist-worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: EARLIER_WORKER }),
    );
    // Today's pages allow no worker to be registered.
    await context.route('**/earlier', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Earlier</h1>' }),
    );
    await page.goto('/earlier');
    await page.evaluate(() =>
      navigator.serviceWorker.register('/shortlist-worker.js', { scope: '/shortlist' }),
    );
    const held = () =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        copies: await caches.keys(),
      }));
    await expect.poll(held).toEqual({ workers: 1, copies: ['shortlist'] });
    await context.unrouteAll();
    await open(page, '/shortlist');
    await page.getByText('No vendor on the shortlist yet').waitFor();
    await expect.poll(held, { timeout: 20_000 }).toEqual({ workers: 0, copies: [] });
    await context.close();
  });
});
