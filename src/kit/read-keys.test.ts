import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

/** The first and the second page of the directory, two profiles, and what each of them is made of. */
const PATHS = {
  first: '/api/vendors?view=card&limit=5',
  second: '/api/vendors?view=card&limit=5&offset=5',
  facets: '/api/vendor-facets',
  addepar: '/api/vendors/addepar',
  pair: '/api/compare/asora-vs-altoo',
};

let site: Served;
let firstId = 0;
beforeAll(async () => {
  site = await serve();
  firstId = JSON.parse((await site.get(PATHS.first)).text)[0].id;
});
afterAll(() => site.close());

const stateOf = async (path: string) => (await site.get(path)).headers['x-cache'];

/** Which of the responses an edit leaves in the cache. */
const cachedAfter = async (edit: () => Promise<{ status: number }>) => {
  // Until what an earlier edit has touched is new.
  for (const path of Object.values(PATHS)) await expect.poll(() => stateOf(path)).toBe('hit');
  expect((await edit()).status).toBeLessThan(300);
  const cached: string[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    if ((await stateOf(path)) === 'hit') cached.push(name);
  }
  return cached;
};

const editFirst = (change: object) => () => site.edit('PUT', `/api/vendors/${firstId}`, change);

it('PROMISE 23 an edit of a text drops the lists that show the item, and no others', async () => {
  const cached = await cachedAfter(editFirst({ description: 'Another sentence' }));
  expect(cached).not.toContain('first');
  expect(cached).toEqual(expect.arrayContaining(['second', 'facets', 'pair']));
});

it('a field that orders or filters a list drops every such list', async () => {
  const renamed = await cachedAfter(editFirst({ name: 'Zzz Ledger' }));
  expect(renamed).not.toContain('second');
  expect(renamed).toContain('facets');
  const moved = await cachedAfter(editFirst({ categories: ['Reporting', 'Something new'] }));
  expect(moved).not.toContain('facets');
  expect(moved).toContain('second');
});

it('an item that appears, is withdrawn or goes drops every list and count of its collection', async () => {
  const withdrawn = await cachedAfter(editFirst({ isPublished: false }));
  const made = await cachedAfter(() =>
    site.edit('POST', '/api/vendors', { name: 'New Ledger', slug: 'new-ledger' }),
  );
  const { id } = JSON.parse((await site.get('/api/vendors/new-ledger')).text);
  const gone = await cachedAfter(() => site.edit('DELETE', `/api/vendors/${id}`, undefined));
  for (const cached of [withdrawn, made, gone]) {
    expect(cached.filter((name) => ['first', 'second', 'facets'].includes(name))).toEqual([]);
  }
});
