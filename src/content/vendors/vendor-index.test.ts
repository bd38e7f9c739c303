import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import {
  countFacet,
  type IndexedVendor,
  relatedIds,
  type VendorIndex,
} from './vendor-index.server.ts';

const group = (all: readonly IndexedVendor[], ofVendor: Record<number, string[]>) => {
  const groups = new Map<string, IndexedVendor[]>();
  for (const one of all) {
    for (const value of ofVendor[one.id] ?? [])
      groups.set(value, [...(groups.get(value) ?? []), one]);
  }
  return groups;
};

const CATEGORIES: Record<number, string[]> = { 1: ['A', 'B'], 2: ['A'], 3: ['B'], 4: [], 5: ['C'] };
const FEATURES: Record<number, string[]> = { 2: ['x'], 4: ['x', 'y'] };
const all = [1, 2, 3, 4, 5].map((id) => ({
  id,
  slug: `v${id}`,
  name: `V${id}`,
  rank: id,
  categories: CATEGORIES[id] ?? [],
  markets: id % 2 === 0 ? ['M'] : [],
  aumBands: ['low'],
}));
const index: VendorIndex = {
  vendors: all,
  byRank: all,
  withCategory: group(all, CATEGORIES),
  withFeature: group(all, FEATURES),
};

describe('related vendors', () => {
  const find = (categories: string[], features: string[], count = 3) =>
    relatedIds(index, { id: 1, categories, features }, count);

  it('a shared category weighs three shared features; ties go by name; nobody is related to himself', () => {
    expect(find(['A', 'B'], ['x'])).toEqual([2, 3, 4]);
    expect(find(['A', 'A'], ['x', 'y'])).toEqual([2, 4, 3]);
  });

  it('fills up with others by name', () => {
    expect(find([], [])).toEqual([2, 3, 4]);
    expect(find(['C'], [], 10)).toEqual([5, 2, 3, 4]);
  });
});

it('counts what each option leaves under the other filters', () => {
  expect([...countFacet(index, 'categories')]).toEqual([
    ['A', 2],
    ['B', 2],
    ['C', 1],
  ]);
  expect([...countFacet(index, 'categories', { markets: ['M'] })]).toEqual([['A', 1]]);
  expect([...countFacet(index, 'markets', { categories: ['A', 'C'], aumBands: [] })]).toEqual([
    ['M', 1],
  ]);
  expect([...countFacet(index, 'markets', { aumBands: ['high'] })]).toEqual([]);
});

describe('the index of a running site', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
  });
  afterAll(() => app.close());

  it('PROMISE 23 follows every change of a vendor: facets, names and totals', async () => {
    const facets = async () => (await app.call('GET', '/api/vendor-facets')).body;
    const names = async () => (await app.call('GET', '/api/vendor-names')).body;
    const before = [(await facets()).total, (await names()).total];
    const made = await app.asEditor('POST', '/api/vendors', {
      name: 'Aaa Indexed',
      slug: 'aaa-indexed',
      categories: ['Only Here'],
    });
    expect(made.status).toBe(201);
    expect((await facets()).categories).toContainEqual({
      value: 'Only Here',
      label: 'Only Here',
      count: 1,
    });
    expect((await names()).vendors[0]).toMatchObject({ slug: 'aaa-indexed' });
    const list = await app.call('GET', '/api/vendors?limit=1');
    expect(list.headers.get('x-total-count')).toBe(String(before[0] + 1));
    await app.asEditor('PUT', `/api/vendors/${made.body.id}`, { isPublished: false });
    expect([(await facets()).total, (await names()).total]).toEqual(before);
    expect(JSON.stringify(await facets())).not.toContain('Only Here');
  });
});
