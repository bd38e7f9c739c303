import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, openPanel, save, settle, toast } from './admin-helpers.ts';
import { holdBack, passTime, waitForPrefetch, waitUntilHydrated } from './public-support.ts';

const MINUTE = 60_000;
const WIDE = { viewport: { width: 1440, height: 900 } };

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
beforeEach(async () => {
  page = await openPanel(site, '/about', WIDE);
});
afterEach(() => page.context().close());
afterAll(() => site.close());

const watchApi = () => {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request);
  });
  return calls;
};
const pathsOf = (calls: readonly Request[]) =>
  calls.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
const addressesOf = (calls: readonly Request[]) =>
  calls.map((request) => `${request.method()} ${request.url().replace(site.url, '')}`);
const cards = () => page.locator('[data-item-card]');
const openTab = (name: RegExp) =>
  page.getByRole('navigation', { name: 'Content' }).getByRole('link', { name }).click();

it('A16.01 starts like every page: smooth, marked, and with four lists fetched ahead', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('about:blank');
  const calls = watchApi();
  const marks = (target: EditorPage) =>
    target.evaluate(() => ({
      scroll: getComputedStyle(document.documentElement).scrollBehavior,
      loaded: document.body.classList.contains('loaded'),
      mobile: document.body.classList.contains('mobile'),
    }));
  await page.goto('/admin');
  await cards().first().waitFor();
  await expect.poll(() => marks(page)).toEqual({ scroll: 'smooth', loaded: true, mobile: false });
  for (const name of ['cta-banners', 'faq', 'services', 'glossary'])
    await expect
      .poll(() => pathsOf(calls).filter((call) => call === `GET /api/${name}`).length)
      .toBe(1);
  const phone = await openPanel(site, '/admin', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  });
  await phone.locator('[data-item-card]').first().waitFor();
  await expect.poll(async () => (await marks(phone)).mobile).toBe(true);
  await phone.context().close();
});

it('A16.02 A14.03 asks once: not again on focus, on reconnect, by itself or after a failure', async () => {
  const calls = watchApi();
  await page.route(/\/api\/types(\?|$)/, (route) => route.fulfill({ status: 500, body: 'boom' }));
  await page.goto('/admin/types');
  await page.getByText('The list could not be loaded: 500: boom').waitFor();
  await openTab(/^FAQ/);
  await cards().first().waitFor();
  await waitForPrefetch(() => addressesOf(calls));
  await settle(page);
  await passTime(page, 1200);
  const before = calls.length;
  expect(pathsOf(calls).filter((call) => call === 'GET /api/types')).toHaveLength(1);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await passTime(page, 1500);
  expect(pathsOf(calls.slice(before))).toEqual([]);
  // A click fetches a failed list again; loaded lists stay.
  await page.unroute(/\/api\/types(\?|$)/);
  await openTab(/^Types/);
  await page.getByRole('heading', { name: 'Types', level: 2 }).waitFor();
  await cards().first().waitFor();
  await settle(page);
  const read = calls.length;
  await openTab(/^FAQ/);
  await page.getByRole('heading', { name: 'FAQ', level: 2 }).waitFor();
  await cards().first().waitFor();
  expect(pathsOf(calls.slice(read))).toEqual([]);
});

it('A16.04 A14.06 takes the user as read for five minutes, and asks after that', async () => {
  const calls = watchApi();
  const asked = () => pathsOf(calls).filter((call) => call === 'GET /api/auth/user').length;
  const start = Date.now();
  const goThere = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { name: 'Content Management' }).waitFor();
  };
  await page.goto('/about');
  await waitUntilHydrated(page);
  await page.clock.setFixedTime(start + 4 * MINUTE);
  await goThere();
  await passTime(page, 300);
  expect(asked()).toBe(0);
  await page.goBack();
  await page.waitForURL('**/about');
  await page.getByRole('heading', { name: 'Content Management' }).waitFor({ state: 'detached' });
  await page.clock.setFixedTime(start + 6 * MINUTE);
  await goThere();
  await expect.poll(asked).toBe(1);
});

it('A16.05 shows one toast at a time for five seconds, to swipe right, to close, to reach by F8', async () => {
  const held = holdBack({ status: 500, body: 'x' });
  await page.route(/\/api\/types\/\d+$/, held.handler);
  await page.clock.install();
  await page.goto('/admin/types');
  const toasts = page.locator('li[data-state=open]');
  const remove = async () => {
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await answer(page, 'Delete');
  };
  /** Ends with a new toast: those of before are marked. */
  const fail = async () => {
    await remove();
    const fresh = page.locator('li[data-state=open]:not([data-seen])');
    await fresh.getByText('Failed to delete item', { exact: true }).waitFor();
    await fresh.evaluate((toast) => toast.setAttribute('data-seen', ''));
  };
  const drag = async (by: number) => {
    const box = await toasts.boundingBox();
    const x = (box?.x ?? 0) + 150;
    const y = (box?.y ?? 0) + 15;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 3 });
    await page.mouse.move(x + by, y, { steps: 3 });
    await page.mouse.up();
  };
  const sent = page.waitForRequest(/\/api\/types\/\d+$/);
  await remove();
  await sent;
  // The pointer rests elsewhere: a toast under it would wait.
  await page.mouse.move(900, 500);
  await page.clock.pauseAt(Date.now() + MINUTE);
  held.release();
  const countAfter = async (ms: number) => {
    await page.clock.runFor(ms);
    return toasts.count();
  };
  await expect.poll(() => countAfter(10)).toBe(1);
  expect(await countAfter(4700)).toBe(1);
  await page.clock.runFor(400);
  await expect.poll(() => toasts.count()).toBe(0);
  await page.clock.resume();

  await fail();
  await fail();
  // Between the two there may be a moment without any.
  await expect.poll(() => toasts.count()).toBe(1);
  await drag(30);
  await drag(-80);
  expect(await toasts.count()).toBe(1);
  await drag(60);
  await expect.poll(() => toasts.count()).toBe(0);

  await fail();
  await page.keyboard.press('F8');
  await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('OL');
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expect.poll(() => toasts.count()).toBe(0);
});

it('A16.06 lets sections come 100 px early, at a tenth of their height, for editors too', async () => {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        seen.push({ margin: options?.rootMargin, threshold: options?.threshold });
      }
    };
  });
  await page.goto('/about');
  await waitUntilHydrated(page);
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL(`${site.url}/`);
  const seen = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen);
  await expect.poll(seen).toContainEqual({ margin: '100px', threshold: 0.1 });
});

it('A14.01 A14.15 sends the session with every request, and lists again after a write', async () => {
  const calls = watchApi();
  await page.goto('/admin/services');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const modal = page.getByRole('dialog', { name: 'Edit Service' });
  await modal.getByLabel('Category').fill('Listed anew');
  await save(page);
  await toast(page, 'Service updated successfully').waitFor();
  // The filter above the list offers it too.
  await page.getByText('Listed anew').and(page.locator(':not(option)')).first().waitFor();
  const cookies = await Promise.all(
    calls
      // Lists that the site's own pages fetched may come from the browser's cache.
      .filter((request) => !request.url().includes('status=visible'))
      .map(async (request) => (await request.allHeaders()).cookie),
  );
  expect(cookies.length).toBeGreaterThan(3);
  for (const cookie of cookies) expect(cookie).toContain('session');
  const paths = pathsOf(calls);
  const put = paths.findIndex((call) => call.startsWith('PUT /api/services/'));
  expect(put).toBeGreaterThan(0);
  expect(paths.slice(put + 1)).toContain('GET /api/services');
});

it('A14.17 A14.18 lets each screen handle a 401 in its own way, and never sends one for a public list', async () => {
  const closed = registry.filter(({ signedInOnly }) => signedInOnly).map(({ name }) => name);
  expect(closed).toContain('search-terms');
  for (const { name } of registry) {
    const { status } = await fetch(`${site.url}/api/${name}?limit=1`);
    expect([name, status]).toEqual([name, closed.includes(name) ? 401 : 200]);
  }
  await page.route(/\/api\/faq(\?|$)/, (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto('/admin/trash');
  await openTab(/^FAQ/);
  await page.getByText('No FAQ yet.', { exact: true }).waitFor();
  expect(await page.getByText('Error', { exact: true }).count()).toBe(0);
  await page.goto('/about');
  await waitUntilHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first().click();
  await page.getByText('Error loading FAQ entries. Please try again later.').waitFor();
});
