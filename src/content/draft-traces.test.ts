import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { registry } from './index.ts';

const SITE = 'http://localhost:3000';
const WITH_PAGES = registry.filter(({ publicPath }) => publicPath !== undefined);

let site: TestSite;
let factory: Factories;
const secrets = new Map<string, AnyItem>();
const shown = new Map<string, AnyItem>();

const pathOf = ({ name, publicPath }: Collection) => `${publicPath}/${shown.get(name)?.slug}`;

/** Drafts of every type, by their path or by the whole address, in turns. */
const SECRET_ADDRESSES = [
  ...WITH_PAGES.map(({ name, publicPath }, index) =>
    index % 2 ? `${publicPath}/secret-${name}` : `${SITE}${publicPath}/secret-${name}?x=1`,
  ),
  `${SITE.toUpperCase()}/VENDORS/secret-vendors`,
  '/compare/secret-vendors-vs-open-vendors',
  `${SITE}/compare/open-vendors-vs-secret-vendors`,
];

const SECRET_CHOICES = [{ vendor: 'secret-vendors', choice: 'exclude', reason: 'Not to be told.' }];

const SECRET_SECTION = {
  id: 'one',
  title: 'One',
  content: 'Words.',
  order: 1,
  features: ['secret-features', 'open-features'],
};

/** Fields that name items of other types, naming their drafts, and then one that may be seen. */
const references = (collection: Collection) => {
  const values: Record<string, unknown[]> = {};
  for (const [key, { kind, to = '' }] of fieldEntries(collection)) {
    if (!secrets.has(to)) continue;
    if (kind === 'references') values[key] = [secrets.get(to)?.id, shown.get(to)?.id];
    if (kind === 'list') values[key] = [`secret-${to}`, 'A word'];
  }
  return values;
};

const makeSecret = async ({ name, title, visible }: Collection, more: object = {}) => {
  const hidden = visible?.is === true ? false : 'draft';
  const draft = { [title]: `Secret ${name}`, [visible?.field ?? '']: hidden };
  secrets.set(name, await factory.create(name, { ...draft, slug: `secret-${name}`, ...more }));
};

const makeShown = async (collection: Collection, more: object = {}) => {
  const { name, title, visible } = collection;
  const related = { title: 'Secret title', source: 'S', description: 'D' };
  const relatedInfoCache = SECRET_ADDRESSES.map((url) => ({ ...related, url }));
  const item = await factory.create(name, {
    slug: `open-${name}`,
    [title]: `Open ${name}`,
    [visible?.field ?? '']: visible?.is,
    ...('relatedInfoCache' in collection.fields && { enableRelatedInfo: true, relatedInfoCache }),
    ...references(collection),
    // Free words that are, in another spelling, the names of drafts.
    ...(name === 'buyers-guides' && {
      recommendedUseCases: ['secret-use-cases', 'SECRET use-cases', 'A word'],
      priorityFeatures: ['secret FEATURES', 'secret-features', 'A word'],
    }),
    ...(name === 'use-cases' && { contentSections: [SECRET_SECTION] }),
    ...(name === 'vendors' && { alternativeChoices: SECRET_CHOICES }),
    ...more,
  });
  shown.set(name, item);
};

const expectNoTrace = async (path: string) => {
  const response = await site.api.request(path);
  const text = await response.text();
  expect([path, text.match(/secret[\w /-]*/i)]).toEqual([path, null]);
};

beforeAll(async () => {
  site = await startSite({ data: 'empty' });
  factory = createFactories(site);
  const refers = (collection: Collection) =>
    fieldEntries(collection).some(([, { to }]) => to !== undefined);
  const plain = WITH_PAGES.filter(({ name }) => name !== 'comparisons').sort(
    (a, b) => Number(refers(a)) - Number(refers(b)),
  );
  const pairs = WITH_PAGES.filter(({ name }) => name === 'comparisons');
  for (const collection of plain) await makeSecret(collection);
  for (const collection of plain) await makeShown(collection);
  const other = await factory.create('vendors', {
    slug: 'other',
    name: 'Other',
    isPublished: true,
  });
  const third = await factory.create('vendors', {
    slug: 'third',
    name: 'Third',
    isPublished: true,
  });
  const open = shown.get('vendors')?.id;
  const secret = secrets.get('vendors')?.id;
  for (const collection of pairs) {
    const slug = 'other-vs-third';
    await makeSecret(collection, { slug, vendorAId: other.id, vendorBId: third.id });
    const ends = { vendorAId: open, vendorBId: other.id, slug: 'open-vendors-vs-other' };
    await makeShown(collection, ends);
    // Of a pair that names a draft nothing is seen, whatever its own flag says.
    const hidden = { vendorAId: secret, vendorBId: other.id, slug: 'secret-vendors-vs-other' };
    await factory.create(collection.name, { ...hidden, title: 'Secret pair', isPublished: true });
  }
  await factory.create('service-providers', {
    isActive: true,
    serviceIds: ['secret-services', 'advice'],
  });
  const toPath = `${SITE}/vendors/secret-vendors`;
  await factory.create('redirects', { fromPath: '/old', toPath });
  const pair = '/compare/secret-vendors-vs-open-vendors';
  await factory.create('redirects', { fromPath: '/older', toPath: pair });
});
afterAll(() => site.close());

describe('PROMISE 5 nothing that an anonymous visitor can read names a draft', () => {
  it('in the API', async () => {
    const paths = registry
      .filter(({ signedInOnly }) => !signedInOnly)
      .flatMap(({ name }) => [`/api/${name}`, `/api/${name}?view=card`]);
    const items = WITH_PAGES.filter(({ signedInOnly }) => signedInOnly !== 'all').map(
      ({ name }) => `/api/${name}/${shown.get(name)?.slug}`,
    );
    const redirects = ['/api/redirect?path=/old', '/api/redirect?path=/older'];
    const files = [
      '/sitemap.xml',
      '/feed.xml',
      '/llms.txt',
      '/api/vendor-facets',
      '/api/compare/open-vendors-vs-other',
      '/api/comparison.csv?of=open-vendors-vs-other',
      '/api/vendors/open-vendors/alternatives',
      '/api/search?q=features',
      '/api/search/suggestions?q=features',
    ];
    for (const path of [...paths, ...items, ...redirects, ...files]) {
      expect([path, (await site.api.request(path)).status]).toEqual([path, 200]);
      await expectNoTrace(path);
    }
  });

  it('in pages, their structured data and what they hand to the browser', async () => {
    const lists = WITH_PAGES.map(({ publicPath }) => publicPath ?? '').filter(
      (path) => path !== '' && path !== '/comparisons',
    );
    const own = ['/', '/compare', '/compare/open-vendors-vs-other', '/compare/other-vs-third'];
    for (const path of [...own, ...lists, ...WITH_PAGES.map(pathOf)]) {
      const { status, html } = await site.get(path);
      expect([path, status, html.match(/secret[\w /-]*/i)]).toEqual([path, 200, null]);
    }
  });

  it('P23.04 in a list of the site, not even to whoever is signed in', async () => {
    const lists = WITH_PAGES.flatMap(({ publicPath }) => publicPath || []);
    for (const path of ['/', '/compare', ...lists.filter((list) => list !== '/comparisons')]) {
      const { status, document } = await site.get(path, { cookie: site.cookie });
      // A word of a guide is the guide's own text, which its editors see as they typed it.
      const text = document
        .querySelector('main')
        ?.textContent?.replace(/secret(?: FEATURES|-features)/g, '');
      const shown = text?.match(/secret[\w /-]*/i) ?? null;
      expect([path, status, shown]).toEqual([path, 200, null]);
    }
  });

  it('a guide keeps the words that name no draft, and all of them for editors', async () => {
    const { body } = await site.call('GET', '/api/buyers-guides/open-buyers-guides');
    expect([body.recommendedUseCases, body.priorityFeatures]).toEqual([['A word'], ['A word']]);
    const editors = await site.asEditor('GET', '/api/buyers-guides/open-buyers-guides');
    expect(editors.body.priorityFeatures).toEqual(['secret FEATURES', 'secret-features', 'A word']);
  });

  it('by its id', async () => {
    const idsOf = async (type: string, key: string) =>
      (await site.call('GET', `/api/${type}/open-${type}`)).body[key];
    const vendor = shown.get('vendors')?.id;
    const faq = shown.get('faq')?.id;
    expect(await idsOf('landing-pages', 'associatedVendorIds')).toEqual([vendor]);
    expect(await idsOf('landing-pages', 'associatedFaqIds')).toEqual([faq]);
    expect(await idsOf('use-cases', 'featuredFaqIds')).toEqual([faq]);
    const editors = await site.asEditor('GET', '/api/landing-pages/open-landing-pages');
    expect(editors.body.associatedVendorIds).toContain(secrets.get('vendors')?.id);
  });
});
