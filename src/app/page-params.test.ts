import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  stripSearchParams,
} from '@tanstack/react-router';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { pageParam, searchReader } from '#site/search-params.ts';
import { loadRenderer } from '#testing/render-page.ts';
import { describePageParams } from './page-params.ts';
import { isComposed, siteList } from './sites.ts';

type Search = Record<string, unknown>;

const root = createRootRoute();
const at = (path: string, options: { validateSearch?: unknown; search?: unknown } = {}) => {
  // The options as a page author writes them; their types are the router's matter.
  const route: AnyRoute = createRoute({
    getParentRoute: () => root,
    path,
    component: () => `shows ${Object.entries(route.useSearch()).join(' and ')}.`,
    ...options,
  } as { getParentRoute: () => typeof root; path: string });
  return route;
};

const schema = z.object({ page: z.coerce.number().default(1), sort: z.string().optional() });
/** A parameter that is read, and has its default, only where another one has a certain value. */
const conditional = (search: Search) =>
  search.view === 'table' ? { view: 'table', sort: search.sort ?? 'name' } : { view: 'cards' };

const routeTree = root.addChildren([
  at('/'),
  at('/plain'),
  at('/$slug'),
  at('/by-reader', { validateSearch: searchReader({ page: pageParam }) }),
  at('/by-schema', { validateSearch: schema }),
  at('/by-strict-schema', { validateSearch: z.strictObject({ page: z.string().optional() }) }),
  at('/by-open-schema', { validateSearch: z.looseObject({ page: z.string().default('1') }) }),
  at('/by-function', { validateSearch: (search: Search) => ({ page: Number(search.page ?? 1) }) }),
  at('/by-everything', { validateSearch: (search: Search) => ({ page: '1', ...search }) }),
  at('/by-parser', { validateSearch: { parse: conditional } }),
  at('/by-condition', { validateSearch: conditional }),
  at('/by-middleware', { search: { middlewares: [stripSearchParams({ page: '1' })] } }),
  at('/deep/$', { validateSearch: searchReader({ token: pageParam }) }),
  at('/optional/{-$part}', { validateSearch: schema }),
]);
const pageParams = describePageParams(routeTree);

it('PROMISE 9 knows from a route which parameters its page reads, and says when it does not', () => {
  expect(pageParams('/')).toEqual([]);
  expect(pageParams('/plain')).toEqual([]);
  expect(pageParams('/any-slug')).toEqual([]);
  expect(pageParams('/by-reader')).toEqual(['page']);
  expect(pageParams('/by-schema')).toEqual(['page', 'sort']);
  expect(pageParams('/by-strict-schema')).toEqual(['page']);
  expect(pageParams('/deep/er/still')).toEqual(['token']);
  expect(pageParams('/optional')).toEqual(['page', 'sort']);
  expect(pageParams('/optional/part')).toEqual(['page', 'sort']);
  const untold = ['open-schema', 'function', 'everything', 'parser', 'condition', 'middleware'];
  for (const name of untold) expect([name, pageParams(`/by-${name}`)]).toEqual([name, null]);
  expect(pageParams('/no/such/page')).toEqual([]);
});

it('PROMISE 9 every public page of the site tells its parameters: others are no cache entry', async () => {
  const { pageParams: paramsAt } = await loadRenderer();
  expect(paramsAt?.('/compare/a-vs-b')?.toSorted()).toEqual(['find', 'left', 'only', 'right']);
  expect(paramsAt?.('/glossary')).toEqual(['page']);
  expect(paramsAt?.('/vendors/addepar')).toEqual([]);
  for (const { folder, pages } of siteList) {
    for (const path of [folder, ...Object.keys(pages)]) {
      expect([path, paramsAt?.(path.replaceAll(/\$\w*/g, 'any'))]).not.toEqual([path, null]);
    }
  }
});

it('PROMISE 9 takes comparisons of three and four for compositions', () => {
  expect(isComposed('/compare/a-vs-b')).toBe(false);
  for (const path of ['/compare/a-vs-b-vs-c', '/api/compare/a-vs-b-vs-c-vs-d'])
    expect([path, isComposed(path)]).toEqual([path, true]);
});

it('P1.15 knows the page number of every list but those that have one page', async () => {
  const { pageParams: paramsAt } = await loadRenderer();
  const single = siteList.filter(
    ({ area, folder }) => area && !paramsAt?.(folder)?.includes('page'),
  );
  expect(single.map(({ folder }) => folder).sort()).toEqual(['/compare', '/data', '/for-machines']);
});
