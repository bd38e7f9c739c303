import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { type BrowserSite, EDITOR, startBrowserSite } from '#testing/browser.ts';
import { goInside, open, passTime, watchApi } from './public-support.ts';

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

describe('who is reading', () => {
  it('P1.03 P1.11 P24.06 an anonymous visitor is never asked who he is, and sees no Admin link', async () => {
    const calls = watchApi(page);
    await open(page, '/');
    await goInside(page, '/faq');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await passTime(page, 500);
    expect(calls.filter((call) => call.includes('/api/auth/user'))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Logout' }).count()).toBe(0);
    expect(await page.getByText('Welcome,').count()).toBe(0);
  });

  it('P1.12 a failing user request is an anonymous visitor, and blocks no page', async () => {
    await open(page, '/');
    const calls = watchApi(page);
    await page.route(/\/api\/auth\/user/, (route) => route.fulfill({ status: 500 }));
    // A page always knows its reader; this one has forgotten, so that it has to ask.
    await page.evaluate(() => {
      type Client = { removeQueries(filter: { queryKey: string[] }): void };
      type Router = { options: { context: { queryClient: Client } } };
      const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
      router.options.context.queryClient.removeQueries({ queryKey: ['/api/auth/user'] });
    });
    await goInside(page, '/auth');
    await page.getByLabel('Email').waitFor();
    expect(calls).toContain('GET /api/auth/user');
    await goInside(page, '/types');
    await page.getByRole('heading', { level: 1, name: 'Family Office Types' }).waitFor();
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('P1.03 P1.04 P1.07 P23.02 P24.01 an editor is greeted by name, else by address', async () => {
    await site.signIn(page);
    await open(page, '/');
    expect(await page.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin');
    expect(await page.locator('footer').innerText()).toContain('Welcome, Edith');
    expect(await page.locator('header').first().innerText()).toContain('Edith');
    const request = page.waitForRequest(/\/api\/types/);
    await goInside(page, '/types');
    expect((await (await request).allHeaders()).cookie).toBeTruthy();

    await site.db.update(users).set({ firstName: null }).where(eq(users.email, EDITOR.email));
    await open(page, '/');
    expect(await page.locator('footer').innerText()).toContain(`Welcome, ${EDITOR.email}`);
    await site.db.update(users).set({ firstName: 'Edith' }).where(eq(users.email, EDITOR.email));
  });

  it('P1.16 P1.17 P24.07 Logout forgets the user, goes to /api/logout and lands on the home page', async () => {
    await site.signIn(page);
    await open(page, '/faq');
    const logout = page.waitForRequest(/\/api\/logout$/);
    await page.locator('header').first().getByRole('link', { name: 'Logout' }).click();
    expect((await logout).isNavigationRequest()).toBe(true);
    await page.waitForURL(`${site.url}/`);
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    const response = await page.context().request.get(`${site.url}/api/auth/user`);
    expect(response.status()).toBe(401);
  });
});

describe('the header', () => {
  const topOf = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name, exact: true })
      .evaluate((link) => link.getBoundingClientRect().top);

  it('P1.01 leads to seven sections, the four of the specification first, and stays while the page scrolls', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, '/faq');
    const sections = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(
      await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([
      '/vendors',
      '/use-cases',
      '/compare',
      '/news',
      '/features',
      '/buyers-guides',
      '/glossary',
    ]);
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
    await expect.poll(() => topOf('Glossary')).toBeLessThan(10);
    expect(await topOf('Glossary')).toBeGreaterThanOrEqual(0);
    // Focus by keyboard is never above the edge: the masthead comes back for it.
    await page.getByRole('banner').getByRole('link', { name: 'Vendors' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1))
      .toBeGreaterThanOrEqual(0);
  });

  it.each([768, 1440])(
    'keeps search and shortlist in sight on a desk %i wide, and moves nothing by it',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, '/faq');
      const banner = page.getByRole('banner');
      const tools = [
        banner.getByRole('button', { name: 'Search', exact: true }),
        banner.getByRole('link', { name: 'Shortlist', exact: true }),
      ];
      await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
      for (const tool of tools) {
        await expect.poll(async () => (await tool.boundingBox())?.y).toBeLessThan(10);
        const box = await tool.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
      await tools[0]?.click();
      await page
        .getByRole('searchbox', { name: 'Search the site' })
        .or(page.getByRole('combobox', { name: 'Search the site' }))
        .waitFor();
      const shifted = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(0), 500);
          }),
      );
      expect(shifted).toBeLessThan(0.01);
    },
  );

  it('P1.05 a phone keeps its one small row in sight, with a menu that opens where it is', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/faq');
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
    const header = () => page.getByRole('banner').boundingBox();
    await expect.poll(async () => (await header())?.y).toBe(0);
    expect((await header())?.height).toBeLessThanOrEqual(64);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => topOf('Vendors')).toBeGreaterThan(0);
    expect(await topOf('Glossary')).toBeLessThan(640);
  });
});

describe('start-up', () => {
  it('P22.08 P22.09 scrolls smoothly and marks the body; a touch device is marked too', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, '/about');
    const marks = (target: TestPage) =>
      target.evaluate(() => ({
        scroll: getComputedStyle(document.documentElement).scrollBehavior,
        loaded: document.body.classList.contains('loaded'),
        mobile: document.body.classList.contains('mobile'),
      }));
    expect(await marks(page)).toEqual({ scroll: 'smooth', loaded: true, mobile: false });
    const phone = await site.newPage({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    });
    await open(phone, '/about');
    expect(await marks(phone)).toEqual({ scroll: 'auto', loaded: true, mobile: true });
    await phone.context().close();
  });
});

describe('the theme', () => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  it('follows the system, obeys the switch, and never flashes', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/about');
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('radio', { name: 'Dark theme' }).check({ force: true });
    await expect.poll(paper).toBe(dark);

    // The choice is there before the first paint, and before any script of the app.
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await expect.poll(paper).toBe(dark);
    await page.unroute(/\/assets\/.*\.js/);
    await open(page, '/faq');
    await page.getByRole('radio', { name: 'System theme' }).check({ force: true });
    await expect.poll(paper).toBe(light);
  });
});
