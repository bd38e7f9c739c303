import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

/** The keys that section 7 of the public spec gives each entity. */
const KEYS: Record<string, [string, string]> = {
  vendors: [
    'P21.02 P24.11',
    `id slug name description content about website founded headquarters employeeCount customerCount
     minimumAssets typicalClientSize pricing features featuresOverview useCases useCasesOverview
     integrations integrationsOverview gallery videos logoUpload clearbitLogoUrl logo g2Url capterraUrl
     metaTitle metaDescription isFeatured isPublished enableRelatedInfo relatedInfoCache supportOptions`,
  ],
  news: [
    'P21.03 P24.16',
    `id slug title rewrittenTitle originalContent rewrittenContent excerpt metaTitle metaDescription
     status category imageUrl imageAlt readingTime originalAuthor originalPublisher originalUrl
     originalPublishedAt createdAt tags imageCaption`,
  ],
  faq: [
    'P21.04 P21.05 P24.17',
    `id slug question answer name category metaTitle metaDescription createdAt updatedAt
     enableRelatedInfo relatedInfoCache`,
  ],
  glossary: [
    'P21.06 P24.18',
    `id slug term definition category autoLink metaTitle metaDescription enableRelatedInfo
     relatedInfoCache`,
  ],
  services: [
    'P21.07 P24.19',
    `id slug title description content category typicalCosts metaTitle metaDescription
     enableRelatedInfo relatedInfoCache`,
  ],
  types: [
    'P21.09 P24.21',
    'id slug title description content metaTitle metaDescription enableRelatedInfo relatedInfoCache',
  ],
  'landing-pages': [
    'P21.12 P24.24',
    `slug title category primaryKeyword secondaryKeywords introduction content metaTitle
     metaDescription associatedVendorIds associatedFaqIds`,
  ],
  features: [
    'P21.13 P24.25',
    `id slug name description content category importance complexity isPublished metaTitle
     metaDescription createdAt`,
  ],
  'use-cases': [
    'P21.14 P21.27 P24.26',
    `id slug title description overview complexity highlightCategories contentSections featuredFaqIds
     metaTitle metaDescription category targetAssets teamSize`,
  ],
  'buyers-guides': [
    'P21.20 P21.21 P24.27',
    `id slug title description buyerType targetRole targetAssets recommendedUseCases priorityFeatures
     sections metaTitle metaDescription content category checklist recommendations`,
  ],
};

const PUBLIC_LISTS = [
  ['P24.10', 'vendors', 'id name slug logoUpload clearbitLogoUrl logo'],
  ['P24.13', 'news', 'id slug title status'],
  ['P24.17', 'faq', 'id slug question answer'],
  ['P24.18', 'glossary', 'id slug term definition autoLink'],
  ['P24.19', 'services', 'id slug title'],
  ['P21.08 P24.20', 'service-providers', 'id name description website'],
  ['P24.21', 'types', 'id slug title'],
  ['P24.25', 'features', 'id slug name'],
  ['P24.26', 'use-cases', 'id slug title'],
  ['P24.27', 'buyers-guides', 'id slug title'],
  ['P21.23 P24.32 A14.20', 'cta-banners', 'id title description buttonText buttonUrl'],
] as const;

const words = (text: string) => text.trim().split(/\s+/);

/** Keys whose value is a list, in whichever entity they are. */
const LISTS =
  words(`features useCases integrations gallery videos supportOptions tags secondaryKeywords
  associatedVendorIds associatedFaqIds highlightCategories contentSections featuredFaqIds
  recommendedUseCases priorityFeatures sections checklist recommendations`);

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  factory = createFactories(app);
});
afterAll(() => app.close());

const get = async (path: string) => (await app.call('GET', path)).body;

describe('what a visitor can read', () => {
  it.each(PUBLIC_LISTS)('%s GET /api/%s is a list', async (_row, name, keys) => {
    const { status, headers, body } = await app.call('GET', `/api/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.length).toBeGreaterThan(0);
    for (const item of body) expect(Object.keys(item)).toEqual(expect.arrayContaining(words(keys)));
  });

  it.each(Object.entries(KEYS).map(([name, [row, keys]]) => [row, name, keys]))(
    '%s GET /api/%s/{slug} has every key',
    async (_row = '', name = '', keys = '') => {
      const [first] = (await app.asEditor('GET', `/api/${name}?limit=1`)).body;
      const { status, body } = await app.call('GET', `/api/${name}/${first.slug}`);
      expect([status, body.slug]).toEqual([200, first.slug]);
      expect(Object.keys(body)).toEqual(expect.arrayContaining(words(keys)));
      const lists = words(keys).filter((key) => LISTS.includes(key));
      expect(lists.filter((key) => !Array.isArray(body[key]))).toEqual([]);
    },
  );

  it('P17.12 P21.10 P21.11 P21.25 keeps the items of lists in their shape', async () => {
    const item = { title: 'T', source: 'S', description: 'D', url: 'https://example.com/' };
    const faq = await factory.create('faq', { relatedInfoCache: [item] });
    expect((await get(`/api/faq/${faq.slug}`)).relatedInfoCache).toEqual([item]);
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const video = { platform: 'youtube', embedId: 'abc', title: 'V', thumbnail: '/v.png', url };
    const vendor = await factory.create('vendors', { videos: [video] });
    expect((await get(`/api/vendors/${vendor.slug}`)).videos).toEqual([video]);
    const type = await factory.create('types');
    const related = [{ type: 'type', title: 'Here', slug: type.slug, isCurrentPage: true }];
    const hub = await factory.create('content-hub-configs', {
      pageType: 'type',
      pageSlug: type.slug,
      relatedContent: related,
    });
    expect(await get(`/api/content-hub-config/type/${type.slug}`)).toMatchObject({
      isEnabled: true,
      topic: hub.topic,
      title: hub.title,
      description: hub.description,
      relatedContent: related,
    });
  });

  it('P24.23 answers null where there is no hub configuration', async () => {
    const response = await app.call('GET', '/api/content-hub-config/type/nowhere');
    expect([response.status, response.body]).toEqual([200, null]);
  });

  it('P21.16 P24.28 lists curated comparisons, and those of a vendor by id and slug (P21.15 P24.12)', async () => {
    const list = await get('/api/comparisons');
    expect(list.length).toBeGreaterThan(0);
    for (const item of list)
      expect(Object.keys(item)).toEqual(expect.arrayContaining(words('id slug title description')));
    const [first] = list;
    const { slug } = await get(`/api/vendors/${first.vendorAId}`);
    const keys = 'id slug title vendorAId vendorBId vendorAName vendorBName description';
    for (const key of [first.vendorAId, slug]) {
      const found = await get(`/api/vendors/${key}/comparisons`);
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) {
        expect(Object.keys(item)).toEqual(expect.arrayContaining(words(keys)));
        expect([item.vendorAId, item.vendorBId]).toContain(first.vendorAId);
      }
    }
  });

  it('P21.17 P24.29 compares two vendors', async () => {
    const { status, body } = await app.call('GET', '/api/compare/addepar-vs-masttro');
    expect([status, body.vendorA.slug, body.vendorB.slug]).toEqual([200, 'addepar', 'masttro']);
    expect(body.comparisonMatrix.map(({ name }: { name: string }) => name)).toEqual([
      'Company Overview',
      'Requirements & Pricing',
      'Core Features',
      'Contract, as published',
    ]);
    for (const group of body.comparisonMatrix) {
      for (const item of group.items) {
        expect(Object.keys(item).sort()).toEqual(['label', 'vendorA', 'vendorB']);
      }
    }
  });

  it('P21.18 P21.19 P24.30 suggests vendors when a comparison is not there', async () => {
    const { status, body } = await app.call('GET', '/api/compare/adepar-vs-yyy');
    expect(status).toBe(404);
    expect(body.requestedVendors).toEqual({ vendorA: 'adepar', vendorB: 'yyy' });
    expect(body.suggestions).toHaveLength(5);
    expect(body.suggestions[0]).toEqual({ name: 'Addepar', slug: 'addepar' });
    expect(body.availableVendors[0]).toEqual({
      name: expect.any(String),
      slug: expect.any(String),
    });
    const named = (vendors: Record<'name' | 'slug', string>[]) =>
      vendors.map(({ name, slug }) => `${slug}: ${name}`).sort();
    expect(named(body.availableVendors)).toEqual(named(await get('/api/vendors')));
  });

  it('P13.16 answers 404 with the same body for one vendor twice, or no pair at all', async () => {
    for (const pair of ['addepar-vs-addepar', 'addepar', '-vs-', 'addepar-vs-']) {
      const { status, body } = await app.call('GET', `/api/compare/${pair}`);
      expect([pair, status]).toEqual([pair, 404]);
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(['suggestions', 'requestedVendors', 'availableVendors']),
      );
    }
  });

  it("P13.15 tries every '-vs-', and refuses it in a vendor's slug", async () => {
    const draft = await factory.minimal('vendors', { slug: 'one-vs-two' });
    const refused = await app.asEditor('POST', '/api/vendors', draft);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['slug']]);
    await factory.create('vendors', { slug: 'vs-masttro' });
    const odd = await app.call('GET', '/api/compare/addepar-vs-vs-masttro');
    expect(odd.body.vendorB.slug).toBe('vs-masttro');
  });

  it('P21.22 P24.31 A14.12 serves the seven pages by slug', async () => {
    const slugs = words(`about contact methodology editorial-guidelines privacy-policy
      terms-of-service disclaimer`);
    const keys = words('title slug content isPublished metaTitle metaDescription updatedAt');
    for (const slug of slugs) {
      const { status, body } = await app.call('GET', `/api/pages/slug/${slug}`);
      expect([slug, status]).toEqual([slug, 200]);
      expect(Object.keys(body)).toEqual(expect.arrayContaining(keys));
      expect(body.html.content).toContain('<p>');
    }
    expect((await app.call('GET', '/api/pages')).status).toBe(401);
  });

  it('P24.15 A14.21 shows published news only, whatever a visitor asks for', async () => {
    const draft = await factory.create('news', { status: 'draft' });
    const all = await get('/api/news');
    for (const query of ['', '?status=published', '?status=draft', '?status=all', '?status=x']) {
      const list = await get(`/api/news${query}`);
      expect(list.map(({ status }: { status: string }) => status)).toEqual(
        all.map(() => 'published'),
      );
    }
    expect((await app.call('GET', '/api/news?include_all_statuses=true')).status).toBe(401);
    const { body: document } = await app.call('GET', '/api/openapi.json');
    expect(document.paths['/api/news'].get.responses).toHaveProperty('401');
    const desk = await app.asEditor('GET', '/api/news?include_all_statuses=true');
    expect(desk.body.map(({ id }: { id: number }) => id)).toContain(draft.id);
  });

  it('A14.31 names the categories of published articles', async () => {
    await factory.create('news', { status: 'draft', category: 'Secret plans' });
    const names = await get('/api/categories');
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual([...new Set(names)]);
    expect(names).not.toContain('Secret plans');
    expect((await app.asEditor('GET', '/api/categories')).body).toContain('Secret plans');
  });

  it('P24.33 answers 404 with a message for what is not there', async () => {
    for (const name of Object.keys(KEYS)) {
      const { status, body } = await app.call('GET', `/api/${name}/zzz`);
      expect([name, status]).toEqual([name, 404]);
      expect(body.message).toMatch(/ not found$/);
    }
    const page = await app.call('GET', '/api/pages/slug/zzz');
    expect([page.status, page.body.message]).toEqual([404, 'Page not found']);
  });

  it('P24.34 P21.24 orders by displayOrder, then by title', async () => {
    for (const [name, title] of [
      ['faq', 'question'],
      ['cta-banners', 'title'],
      ['vendors', 'name'],
    ] as const) {
      await factory.create(name, { [title]: 'B of the first', displayOrder: -5 });
      await factory.create(name, { [title]: 'a of the first', displayOrder: -5 });
      const before = await factory.create(name, { [title]: 'Z before all', displayOrder: -6 });
      const titles = async () =>
        (await get(`/api/${name}`)).map((item: Record<string, unknown>) => item[title]).slice(0, 3);
      expect(await titles()).toEqual(['Z before all', 'a of the first', 'B of the first']);
      await app.asEditor('PUT', `/api/${name}/${before.id}`, { displayOrder: 99 });
      expect((await titles())[0]).toBe('a of the first');
    }
  });

  it('P24.34 orders news by date, newest first', async () => {
    const older = await factory.create('news', {
      status: 'published',
      originalPublishedAt: '2001-01-01',
    });
    const newest = await factory.create('news', {
      status: 'published',
      originalPublishedAt: new Date().toISOString(),
    });
    const ids = (await get('/api/news')).map(({ id }: { id: number }) => id);
    expect([ids[0], ids.at(-1)]).toEqual([newest.id, older.id]);
  });

  it('keeps the id that a feed gave an article to the editors', async () => {
    const draft = { originalGuid: 'wire-4711', status: 'published', slug: 'from-a-wire' };
    await factory.create('news', draft);
    for (const path of ['/api/news', '/api/news?view=card', '/api/news/from-a-wire', '/feed.xml']) {
      expect([path, (await (await app.api.request(path)).text()).includes('wire-4711')]).toEqual([
        path,
        false,
      ]);
    }
    const { body } = await app.asEditor('GET', '/api/news/from-a-wire');
    expect(body.originalGuid).toBe('wire-4711');
  });

  it('A11.16 counts words and minutes when nobody gives them', async () => {
    const text = 'word '.repeat(401).trim();
    const article = await factory.create('news', { originalContent: text });
    expect(article).toMatchObject({ wordCount: 401, readingTime: 3 });
    const short = await factory.create('news', { originalContent: 'one two' });
    expect(short).toMatchObject({ wordCount: 2, readingTime: 1 });
    const given = await factory.create('news', { wordCount: 7, readingTime: 9 });
    expect(given).toMatchObject({ wordCount: 7, readingTime: 9 });
    const path = `/api/news/${article.id}`;
    await app.asEditor('PUT', path, { rewrittenContent: 'just three words' });
    expect((await app.asEditor('GET', path)).body.wordCount).toBe(3);
    await app.asEditor('PUT', path, { rewrittenContent: null });
    expect((await app.asEditor('GET', path)).body.wordCount).toBe(401);
  });

  it('P24.05 answers 401 when nobody is signed in', async () => {
    expect((await app.call('GET', '/api/auth/user')).status).toBe(401);
    const { status, body } = await app.asEditor('GET', '/api/auth/user');
    expect([status, body.email, body.firstName]).toEqual([200, 'editor@example.com', 'Edith']);
    expect(JSON.stringify(body)).not.toMatch(/password|resetToken/i);
  });
});
