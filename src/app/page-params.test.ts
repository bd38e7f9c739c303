import type { AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { siteList } from '#content/sites.ts';
import { isComposed, pageParams } from './page-params.ts';
import routes from './routes.ts';

/** The parameters that a route takes from an address, whatever it makes of them. */
const paramsRead = (validateSearch: unknown): string[] => {
  const read = new Set<string>();
  const address = new Proxy(
    {},
    {
      get: (_, name) => void read.add(String(name)),
      ownKeys: () => expect.fail('A route names the parameters that it takes, one by one.'),
    },
  );
  if (typeof validateSearch === 'function') validateSearch(address);
  return [...read].sort();
};

it('PROMISE 9 knows for every page just the parameters that it reads: others are no cache entry', async () => {
  const known: Record<string, string[]> = {};
  const read: Record<string, string[]> = {};
  for (const route of routes.children ?? []) {
    if (route.type !== 'route' || !route.file) continue;
    const page: { Route: AnyRoute } = await import(/* @vite-ignore */ `../${route.file}`);
    read[route.path] = paramsRead(page.Route.options.validateSearch);
    known[route.path] = pageParams(route.path.replaceAll(/\$\w*/g, 'any')).toSorted();
  }
  expect(known).toEqual(read);
  expect(known).toMatchObject({
    '/compare/$pair': ['find', 'hide', 'left', 'only', 'right'],
    '/glossary': ['page'],
    '/vendors/$slug': [],
  });
});

it('PROMISE 9 takes comparisons of three and four for compositions', () => {
  expect(isComposed('/compare/a-vs-b')).toBe(false);
  for (const path of ['/compare/a-vs-b-vs-c', '/api/compare/a-vs-b-vs-c-vs-d'])
    expect([path, isComposed(path)]).toEqual([path, true]);
});

it('P1.15 knows the page number of every list but those that have one page', () => {
  const single = siteList.filter(({ area, params }) => area && !params?.includes('page'));
  expect(single.map(({ folder }) => folder).sort()).toEqual(['/changes', '/compare', '/data']);
});
