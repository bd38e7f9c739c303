import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { siteList } from '#app/sites.ts';

/** One address of every kind of public page; the starter content has them all. */
export const PAGE_TYPES = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/vendors/addepar/alternatives',
  '/data',
  '/for-machines',
  '/features',
  '/features/crm-client-portal',
  '/features/matrix',
  '/needs',
  '/needs?f=general-ledger&must=general-ledger',
  '/use-cases',
  '/use-cases/portfolio-management',
  '/buyers-guides',
  '/news',
  '/compare',
  '/compare/addepar-vs-masttro',
  '/compare/addepar-vs-altoo-vs-asora-vs-masttro',
  '/shortlist',
  '/faq',
  '/glossary',
  '/services',
  '/types',
  '/accounting-software',
  '/about',
] as const;

/** Types of which no item stands above: the first one of the list stands for its kind. */
const DETAILS = siteList
  .flatMap(({ pages }) => Object.keys(pages))
  .flatMap((page) => /^\/([^/]+)\/\$slug$/.exec(page)?.[1] ?? [])
  .filter((name) => !PAGE_TYPES.some((page) => page.startsWith(`/${name}/`)));

/** Every kind of page, with one real item of each list. */
export const listPageTypes = async (url: string): Promise<string[]> => {
  expect(DETAILS.length).toBeGreaterThanOrEqual(7);
  const details = await Promise.all(
    DETAILS.map(async (name) => {
      const items = await (await fetch(`${url}/api/${name}?limit=1`)).json();
      return `/${name}/${items[0].slug}`;
    }),
  );
  return [...PAGE_TYPES, ...details];
};

/** Follows an address inside the app, as a link would. */
export const goInside = (page: Page, path: string) =>
  page.evaluate((to) => window.history.pushState({}, '', to), path);

/** The page is hydrated: its links and forms are the app's. */
export const waitUntilHydrated = async (page: Page) => {
  await page.waitForSelector('body.loaded');
  await page.waitForFunction(() => document.querySelector('fieldset.invisible') === null);
};

export const open = async (page: Page, path: string) => {
  const response = await page.goto(path);
  await waitUntilHydrated(page);
  return response;
};

/** Waits by the page's own clock: whatever was to happen there before that time has happened. */
export const passTime = (page: Page, ms: number) =>
  page.evaluate((wait) => new Promise<void>((resolve) => setTimeout(resolve, wait)), ms);

/** Scrolls down, and again from the top, until a section that waits until it is near has come. */
export const scrollUntil = (page: Page, target: Locator) =>
  expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      await page.evaluate(() => {
        const isAtEnd = window.scrollY + innerHeight >= document.body.scrollHeight - 1;
        if (isAtEnd) window.scrollTo({ top: 0, behavior: 'instant' });
      });
      return target.count();
    })
    .toBeGreaterThan(0);

/** The first page has asked for the lists that it fetches ahead when it has nothing else to do. */
export const waitForPrefetch = async (readCalls: () => readonly string[]) => {
  for (const name of ['cta-banners', 'services'])
    await expect
      .poll(() => readCalls().some((call) => call.startsWith(`GET /api/${name}?`)))
      .toBe(true);
};

/** Matches /api/{name} itself, with or without a query, but none of its items. */
export const apiList = (name: string) => new RegExp(`/api/${name}(\\?[^/]*)?$`);

export const fulfillJson =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

type FulfillOptions = Parameters<Route['fulfill']>[0];

/** Holds every response back until `release` is called; then the given one, else the real one. */
export const holdBack = (options?: FulfillOptions) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = async (route: Route) => {
    await released;
    await (options ? route.fulfill(options) : route.continue()).catch(() => undefined);
  };
  return { handler, released, release: () => release() };
};

/** Addresses below /api/ that the page asks for from now on. */
export const watchApi = (page: Page): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.push(`${request.method()} ${pathname}${search}`);
  });
  return seen;
};

/** The server does what it is asked for once, and its response does not arrive. */
export const loseResponse = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
