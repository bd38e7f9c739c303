import { createRootRoute, createRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { loadRenderer } from '#testing/render-page.ts';
import { serve } from '#testing/serve.ts';
import { describePageParams } from './page-params.ts';
import { isComposed, siteList } from './sites.ts';

const root = createRootRoute();
const at = (path: string, validateSearch?: unknown) =>
  // The options as a page author writes them; their types are the router's matter.
  createRoute({
    getParentRoute: () => root,
    path,
    ...(validateSearch ? { validateSearch } : {}),
  } as {
    getParentRoute: () => typeof root;
    path: string;
  });

const pageParams = describePageParams(
  root.addChildren([
    at('/'),
    at('/plain'),
    at('/$slug'),
    at('/by-name', (search: Record<string, unknown>) => ({ page: Number(search.page ?? 1) })),
    at('/by-schema', z.object({ page: z.coerce.number().default(1), sort: z.string().optional() })),
    at('/by-everything', (search: Record<string, unknown>) => ({ ...search })),
    at('/by-parser', { parse: (search: Record<string, unknown>) => search }),
    at('/deep/$', (search: Record<string, unknown>) => ({ token: search.token })),
  ]),
);

it('PROMISE 9 knows from a route which parameters its page reads, and says when it does not', () => {
  expect(pageParams('/')).toEqual([]);
  expect(pageParams('/plain')).toEqual([]);
  expect(pageParams('/any-slug')).toEqual([]);
  expect(pageParams('/by-name')).toEqual(['page']);
  expect(pageParams('/by-schema')).toEqual(['page', 'sort']);
  expect(pageParams('/deep/er/still')).toEqual(['token']);
  expect(pageParams('/by-everything')).toBeNull();
  expect(pageParams('/by-parser')).toBeNull();
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

it('serves a page whose validator has a default, as the framework documents it, without a circle', async () => {
  /** The router sends an address without the default to the one with it, and renders that. */
  const render = async (url: URL) =>
    url.searchParams.has('page')
      ? new Response(`<p>page ${url.searchParams.get('page')}</p>`, {
          headers: { 'content-type': 'text/html' },
        })
      : new Response(null, { status: 307, headers: { location: `${url.pathname}?page=1` } });
  const node = await serve({ render, server: { pageParams } });
  for (const path of ['/by-name', '/by-schema', '/by-everything', '/by-parser']) {
    const first = await node.get(path);
    expect([path, first.status, first.headers.location]).toEqual([path, 307, `${path}?page=1`]);
    const second = await node.get(`${path}?page=1`);
    expect([path, second.status, second.text]).toEqual([path, 200, '<p>page 1</p>']);
  }
  await node.close();
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
  expect(single.map(({ folder }) => folder).sort()).toEqual([
    '/changes',
    '/compare',
    '/data',
    '/for-machines',
  ]);
});
