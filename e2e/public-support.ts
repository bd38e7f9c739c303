import type { Page, Route } from 'playwright-core';

/** One address of every kind of public page; the starter content has them all. */
export const PAGE_TYPES = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/features',
  '/features/crm-client-portal',
  '/use-cases',
  '/use-cases/portfolio-management',
  '/buyers-guides',
  '/news',
  '/compare',
  '/compare/addepar-vs-masttro',
  '/faq',
  '/glossary',
  '/services',
  '/types',
  '/accounting-software',
  '/about',
] as const;

/** Lists whose first item stands for its kind. */
const DETAILS = ['buyers-guides', 'news', 'comparisons', 'faq', 'glossary', 'services', 'types'];

/** Every kind of page, with one real item of each list. */
export const listPageTypes = async (url: string): Promise<string[]> => {
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

/** The page has woken up: its links and forms are the app's. */
export const waitUntilAwake = async (page: Page) => {
  await page.waitForSelector('body.loaded');
  await page.waitForFunction(() => document.querySelector('fieldset.invisible') === null);
};

export const open = async (page: Page, path: string) => {
  const response = await page.goto(path);
  await waitUntilAwake(page);
  return response;
};

/** Matches /api/{name} itself, with or without a query, but none of its items. */
export const apiList = (name: string) => new RegExp(`/api/${name}(\\?[^/]*)?$`);

export const answerJson =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

type Answer = Parameters<Route['fulfill']>[0];

/** Holds every answer back until `release` is called; then the given one, else the real one. */
export const holdBack = (answer?: Answer) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = async (route: Route) => {
    await released;
    await (answer ? route.fulfill(answer) : route.continue()).catch(() => undefined);
  };
  return { handler, release: () => release() };
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
