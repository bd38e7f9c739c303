import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { alternativeIds, relatedIds, type SimilarityIndex } from './related-vendors.server.ts';

const similarityIndex: SimilarityIndex = {
  ids: [1, 2, 3, 4, 5],
  withCategory: new Map([
    ['A', [0, 1]],
    ['B', [0, 2]],
    ['C', [4]],
  ]),
  withMarket: new Map(),
  withFeature: new Map([
    [71, [1, 3]],
    [72, [3]],
  ]),
  featuresOf: new Map(),
};

describe('related vendors', () => {
  const find = (categories: string[], features: number[], count = 3) =>
    relatedIds(
      { ...similarityIndex, featuresOf: new Map([[1, features]]) },
      { id: 1, categories },
      count,
    );

  it('a shared category weighs three shared documented features; ties go by name; nobody is related to himself', () => {
    expect(find(['A', 'B'], [71])).toEqual([2, 3, 4]);
    expect(find(['A', 'A'], [71, 72])).toEqual([2, 4, 3]);
  });

  it('fills up with others by name', () => {
    expect(find([], [])).toEqual([2, 3, 4]);
    expect(find(['C'], [], 10)).toEqual([5, 2, 3, 4]);
  });
});

describe('alternatives among many', () => {
  it('weigh a feature by its rarity before markets, and end with who shares nothing', () => {
    const many: SimilarityIndex = {
      ids: [1, 2, 3, 4, 5, 6],
      withCategory: new Map(),
      withMarket: new Map([['Europe', [1, 3, 4]]]),
      withFeature: new Map([
        [71, [0, 1, 2, 3]],
        [72, [0, 5]],
      ]),
      featuresOf: new Map([[1, [71, 72]]]),
    };
    const vendor = { id: 1, markets: ['Europe'] };
    expect(alternativeIds(many, vendor, { count: 10, leftOut: [] })).toEqual([6, 2, 4, 3]);
    expect(alternativeIds(many, vendor, { count: 2, leftOut: [6] })).toEqual([2, 4]);
  });
});

describe('vendors of a running site', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'starter' });
  });
  afterAll(() => app.close());

  it('EVIDENCE relates vendors by what evidence documents, and not by their own words', async () => {
    const add = async (name: string, slug: string, rest: object = {}) =>
      (await app.asEditor('POST', `/api/${name}`, { name: slug, slug, ...rest })).body.id as number;
    const feature = await add('features', 'shared-by-two');
    const words = { features: ['The same words'] };
    const ids = [
      await add('vendors', 'zz-first', words),
      await add('vendors', 'zz-second'),
      await add('vendors', 'zz-wordy', words),
    ];
    for (const [index, level] of ['documented', 'documented', 'absent'].entries()) {
      const { status } = await app.asEditor('POST', '/api/coverage', {
        vendorId: ids[index],
        featureId: feature,
        level,
        finding: 'A page says so.',
        url: 'https://example.com/page',
        publisher: 'vendor',
        checkedOn: '2026-11-15',
        checkedBy: 'Research desk',
      });
      expect(status).toBe(201);
    }
    const { body } = await app.call('GET', '/api/vendors/zz-first');
    const related = body.relatedVendors.map(({ slug }: { slug: string }) => slug);
    expect(related[0]).toBe('zz-second');
    expect(related).not.toContain('zz-wordy');
  });

  it('counts what each option leaves under the other filters', async () => {
    const make = (slug: string, rest: object) =>
      app.asEditor('POST', '/api/vendors', { name: slug, slug, ...rest });
    await make('facet-a', { categories: ['Facet A'], markets: ['Facet M'] });
    await make('facet-b', { categories: ['Facet A', 'Facet B'], markets: ['Facet N'] });
    const countsOf = async (query: string, list: 'categories' | 'markets') => {
      const { body } = await app.call('GET', `/api/vendor-facets?${query}`);
      const own = body[list].filter(({ value }: { value: string }) => value.startsWith('Facet'));
      return own.map(({ value, count }: { value: string; count: number }) => [value, count]);
    };
    expect(await countsOf('', 'categories')).toEqual([
      ['Facet A', 2],
      ['Facet B', 1],
    ]);
    expect(await countsOf('market=Facet+M', 'categories')).toEqual([
      ['Facet A', 1],
      ['Facet B', 0],
    ]);
    expect(await countsOf('category=Facet+B', 'markets')).toEqual([
      ['Facet M', 0],
      ['Facet N', 1],
    ]);
  });

  it('names the first 200 in their order, whatever the case of their letters', async () => {
    await app.asEditor('POST', '/api/vendors', { name: 'aaa small letters', slug: 'aaa-small' });
    const { vendors, total } = (await app.call('GET', '/api/vendor-names')).body;
    const names = vendors.map(({ name }: { name: string }) => name.toLowerCase());
    expect(names).toContain('aaa small letters');
    expect(names).toEqual(names.toSorted());
    expect(total).toBe(names.length);
  });

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
