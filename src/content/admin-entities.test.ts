import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';

const publishing = { isPublished: true, displayOrder: 0 };
const seo = { metaTitle: null, metaDescription: null };
const relatedInfo = { enableRelatedInfo: false, relatedInfoCache: null, relatedInfoCachedAt: null };

/** Minimal items and the values they must come back with. */
const ROWS: {
  row: string;
  name: string;
  body: Record<string, unknown>;
  defaults: Record<string, unknown>;
}[] = [
  {
    row: 'A11.04',
    name: 'pages',
    body: { title: 'T', slug: 'a-page', content: 'C' },
    defaults: { excerpt: null, showInFooter: false, footerSection: null, ...publishing, ...seo },
  },
  {
    row: 'A11.05',
    name: 'cta-banners',
    body: { title: 'T', buttonText: 'Go', buttonUrl: '/vendors' },
    defaults: { description: null, isActive: true, displayOrder: 0 },
  },
  {
    row: 'A11.06',
    name: 'faq',
    body: { question: 'Q?', slug: 'q', answer: 'A' },
    defaults: { category: null, ...publishing, ...seo, ...relatedInfo },
  },
  {
    row: 'A11.07',
    name: 'glossary',
    body: { term: 'T', slug: 'a-term', definition: 'D' },
    defaults: { category: null, autoLink: false, ...publishing, ...seo, ...relatedInfo },
  },
  {
    row: 'A11.08 A11.09',
    name: 'features',
    body: { name: 'F', slug: 'a-feature' },
    defaults: {
      description: null,
      content: null,
      category: null,
      importance: null,
      complexity: null,
      ...publishing,
      ...seo,
      ...relatedInfo,
    },
  },
  {
    row: 'A11.10',
    name: 'services',
    body: { title: 'S', slug: 'a-service' },
    defaults: {
      description: null,
      content: null,
      category: null,
      typicalCosts: null,
      ...publishing,
      ...seo,
      ...relatedInfo,
    },
  },
  {
    row: 'A11.11',
    name: 'types',
    body: { title: 'T', slug: 'a-type' },
    defaults: { description: null, content: null, ...publishing, ...seo, ...relatedInfo },
  },
  {
    row: 'A11.12',
    name: 'service-providers',
    body: { name: 'P' },
    defaults: {
      description: null,
      website: null,
      minimumAssets: null,
      serviceIds: [],
      isActive: true,
      displayOrder: 0,
    },
  },
  {
    row: 'A11.13',
    name: 'search-terms',
    body: { term: 'T' },
    defaults: {
      targetPage: null,
      pageTitle: null,
      currentRanking: null,
      targetRanking: null,
      searchVolume: null,
      difficulty: null,
      notes: null,
      isActive: true,
    },
  },
  {
    row: 'A11.14 A14.36 A14.37',
    name: 'content-hub-configs',
    body: {
      pageType: 'type',
      pageSlug: 'a-type',
      title: 'T',
      description: 'D',
      topic: 'X',
      relatedContent: [],
    },
    defaults: { isEnabled: true },
  },
  {
    row: 'A11.15 A12.04',
    name: 'news',
    body: { title: 'N', slug: 'an-article', originalContent: 'C' },
    defaults: {
      status: 'draft',
      isRewritten: false,
      tags: [],
      rewrittenTitle: null,
      rewrittenContent: null,
      originalUrl: null,
      originalGuid: null,
      originalAuthor: null,
      originalPublisher: null,
      originalPublishedAt: null,
      excerpt: null,
      ...seo,
      category: null,
      imageUrl: null,
      imageAlt: null,
      imageCaption: null,
      wordCount: 1,
      readingTime: 1,
    },
  },
  {
    row: 'A11.17 A14.33',
    name: 'style-guides',
    body: { name: 'G', prompt: 'P' },
    defaults: { description: null, isActive: true },
  },
  {
    row: 'A11.21',
    name: 'vendors',
    body: { name: 'V', slug: 'a-vendor' },
    defaults: {
      description: null,
      content: null,
      about: null,
      logo: null,
      logoUpload: null,
      clearbitLogoUrl: null,
      g2Url: null,
      capterraUrl: null,
      website: null,
      founded: null,
      headquarters: null,
      employeeCount: null,
      customerCount: null,
      minimumAssets: null,
      typicalClientSize: null,
      pricing: null,
      featuresOverview: null,
      useCasesOverview: null,
      integrationsOverview: null,
      gallery: [],
      videos: [],
      features: [],
      useCases: [],
      integrations: [],
      supportOptions: [],
      isFeatured: false,
      ...publishing,
      ...seo,
      ...relatedInfo,
    },
  },
  {
    row: 'A11.22',
    name: 'use-cases',
    body: { title: 'U', slug: 'a-use-case' },
    defaults: {
      description: null,
      overview: null,
      category: null,
      highlightCategories: [],
      contentSections: [],
      featuredFaqIds: [],
      targetAssets: null,
      teamSize: null,
      complexity: null,
      ...publishing,
      ...seo,
      ...relatedInfo,
    },
  },
  {
    row: 'A11.25',
    name: 'buyers-guides',
    body: { title: 'B', slug: 'a-guide' },
    defaults: {
      description: null,
      content: null,
      targetRole: null,
      targetAssets: null,
      category: null,
      checklist: [],
      recommendations: [],
      buyerType: null,
      recommendedUseCases: [],
      priorityFeatures: [],
      sections: [],
      ...publishing,
      ...seo,
      ...relatedInfo,
    },
  },
  {
    row: 'A11.26 A8.11',
    name: 'landing-pages',
    body: {
      title: 'L',
      slug: 'a-landing',
      category: 'risk-management',
      primaryKeyword: 'k',
      introduction: 'i',
    },
    defaults: {
      content: null,
      secondaryKeywords: [],
      associatedVendorIds: [],
      associatedFaqIds: [],
      includeBuyerPersonas: true,
      includeComparisonTable: true,
      ctaText: 'View Full Comparison',
      ctaUrl: '/compare',
      isPublished: false,
      displayOrder: 0,
      ...seo,
      ...relatedInfo,
    },
  },
];

describe('the admin entities', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildApp({ data: 'empty' });
  });
  afterAll(() => app.close());

  it.each(ROWS)(
    '$row A11.01 A11.02 A11.03 A14.14 gives $name its id, times and defaults',
    async ({ name, body, defaults }) => {
      const created = await app.asEditor('POST', `/api/${name}`, body);
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ ...body, ...defaults });
      expect(created.body.id).toBeGreaterThan(0);
      for (const key of ['createdAt', 'updatedAt'])
        expect(Date.parse(created.body[key])).not.toBeNaN();
      const list = await app.asEditor('GET', `/api/${name}`);
      expect(list.body.filter((item: { id: number }) => item.id === created.body.id)).toHaveLength(
        1,
      );
      for (const key of ['id', 'createdAt', 'updatedAt']) {
        const refused = await app.asEditor('PUT', `/api/${name}/${created.body.id}`, {
          [key]: created.body[key],
        });
        expect(refused.status).toBe(400);
        expect(refused.body.fields[key]).toBe('Unknown field');
      }
    },
  );

  it.each(ROWS.filter(({ body }) => 'slug' in body || 'pageSlug' in body))(
    'A11.29 A11.06 A4.13 A9.10 $name takes no address twice',
    async ({ name, body }) => {
      const key = 'slug' in body ? 'slug' : 'pageSlug';
      const { status, body: refused } = await app.asEditor('POST', `/api/${name}`, body);
      expect([status, Object.keys(refused.fields)]).toEqual([409, [key]]);
      expect(refused.message).toMatch(/already used/);
      const list = await app.asEditor('GET', `/api/${name}`);
      expect(
        list.body.filter((item: Record<string, unknown>) => item[key] === body[key]),
      ).toHaveLength(1);
    },
  );

  it('A11.14 takes no hub without its related content', async () => {
    const hub = { pageType: 'faq', pageSlug: 'x', title: 'T', description: 'D', topic: 'X' };
    const { status, body } = await app.asEditor('POST', '/api/content-hub-configs', hub);
    expect([status, Object.keys(body.fields)]).toEqual([400, ['relatedContent']]);
  });

  it('A14.18 keeps five lists to people who are signed in, and no other', async () => {
    const closed = 'search-terms landing-pages pages style-guides content-hub-configs'.split(' ');
    const names = [...ROWS.map(({ name }) => name), 'comparisons'];
    const statuses = names.map(async (name) => [
      name,
      (await app.call('GET', `/api/${name}`)).status,
    ]);
    expect(await Promise.all(statuses)).toEqual(
      names.map((name) => [name, closed.includes(name) ? 401 : 200]),
    );
  });

  it('A11.23 A14.05 gives a comparison its names from the two vendors', async () => {
    const a = (await app.asEditor('POST', '/api/vendors', { name: 'Alpha', slug: 'alpha' })).body
      .id;
    const b = (await app.asEditor('POST', '/api/vendors', { name: 'Beta', slug: 'beta' })).body.id;
    const { status, body } = await app.asEditor('POST', '/api/comparisons', {
      title: 'A or B',
      slug: 'alpha-vs-beta',
      vendorAId: a,
      vendorBId: b,
    });
    expect(status).toBe(201);
    const { body: stored } = await app.asEditor('GET', '/api/comparisons');
    expect(stored).toMatchObject([
      {
        slug: 'alpha-vs-beta',
        vendorAId: a,
        vendorBId: b,
        vendorAName: 'Alpha',
        vendorBName: 'Beta',
        description: null,
        content: null,
        comparisonMatrix: null,
        conclusion: null,
        ...publishing,
        ...seo,
        ...relatedInfo,
      },
    ]);
    expect((await app.asEditor('DELETE', `/api/comparisons/${body.id}`)).body).toEqual({
      success: true,
    });
  });

  it('A14.10 A14.11 A14.12 A14.38 walks a page and a hub through their whole life', async () => {
    const { body: page } = await app.asEditor('POST', '/api/pages', {
      title: 'Life',
      slug: 'life',
      content: 'One',
    });
    const changed = await app.asEditor('PUT', `/api/pages/${page.id}`, { content: 'Two' });
    expect(changed.body.content).toBe('Two');
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(Date.parse(page.updatedAt));
    expect((await app.call('GET', '/api/pages/slug/life')).body.content).toBe('Two');
    await app.asEditor('DELETE', `/api/pages/${page.id}`);
    expect((await app.call('GET', '/api/pages/slug/life')).status).toBe(404);
    const { body: hubs } = await app.asEditor('GET', '/api/content-hub-configs');
    await app.asEditor('PUT', `/api/content-hub-configs/${hubs[0].id}`, { title: 'Renamed' });
    expect((await app.call('GET', '/api/content-hub-config/type/a-type')).body.title).toBe(
      'Renamed',
    );
    await app.asEditor('DELETE', `/api/content-hub-configs/${hubs[0].id}`);
    expect((await app.call('GET', '/api/content-hub-config/type/a-type')).body).toBeNull();
  });

  it('A10.09 A14.24 A14.29 takes an article as the form sends it, up to the column limits', async () => {
    const article = {
      title: 'Form',
      slug: 'form',
      originalContent: 'C',
      tags: ['a', 'b'],
      imageUrl: '/uploads/x.webp',
      metaTitle: 'm'.repeat(150),
      metaDescription: 'd'.repeat(250),
    };
    const { status, body } = await app.asEditor('POST', '/api/news', article);
    expect([status, body.tags]).toEqual([201, ['a', 'b']]);
    expect(
      (await app.asEditor('PUT', `/api/news/${body.id}`, { metaTitle: 'm'.repeat(151) })).status,
    ).toBe(400);
    expect((await app.asEditor('DELETE', `/api/news/${body.id}`)).body).toEqual({ success: true });
    expect((await app.asEditor('GET', '/api/news/form')).status).toBe(404);
  });

  it('A4.07 clears the footer section of a page that leaves the footer', async () => {
    const { body } = await app.asEditor('POST', '/api/pages', {
      title: 'Foot',
      slug: 'foot',
      content: 'C',
      showInFooter: true,
      footerSection: 'legal',
    });
    expect(body.footerSection).toBe('legal');
    const { body: out } = await app.asEditor('PUT', `/api/pages/${body.id}`, {
      showInFooter: false,
    });
    expect(out.footerSection).toBeNull();
  });

  it('A2.12 A2.13 A17.01 A17.02 lets any signed-in user create, edit and delete in every content type', async () => {
    const cookie = await app.signIn('second@example.com');
    const send = (method: string, path: string, body?: unknown) =>
      app.call(method, `/api/${path}`, body, { cookie });
    const factory = createFactories(app);
    for (const { name, title } of app.content.registry) {
      const refused = await send('POST', name, {});
      expect([name, refused.status, Object.keys(refused.body.fields).length > 0]).toEqual([
        name,
        400,
        true,
      ]);
      const draft = await factory.minimal(name);
      const made = await send('POST', name, draft);
      const path = `${name}/${made.body.id}`;
      const edited = await send('PUT', path, { [title]: draft[title] });
      const listed = await send('GET', name);
      const isListed = listed.body.some(({ id }: { id: number }) => id === made.body.id);
      const gone = await send('DELETE', path);
      const statuses = [made, edited, listed, gone].map(({ status }) => status);
      expect([name, statuses, isListed]).toEqual([name, [201, 200, 200, 200], true]);
      expect([name, (await send('GET', path)).status]).toEqual([name, 404]);
    }
  });

  it('A13.05 words wrong values as the spec does', async () => {
    const { body } = await app.asEditor('POST', '/api/content-hub-configs', {
      pageType: 'vendor',
      pageSlug: 5,
      title: '',
      description: 'd',
      topic: 't',
      relatedContent: 'x',
    });
    expect(body.fields.pageType).toMatch(/^Invalid enum value/);
    expect(body.fields.pageSlug).toBe('Expected string, received number');
    expect(body.fields.relatedContent).toBe('Expected array, received string');
  });

  it('A13.05 says which field is required, and Invalid input where no shape fits', async () => {
    const { body } = await app.asEditor('POST', '/api/buyers-guides', {
      slug: '',
      sections: [{ heading: 'One', content: 5 }],
    });
    expect(body.fields.title).toBe('Title is required');
    expect(body.fields.slug).toBe('Slug is required');
    expect(body.fields.sections).toBe('Invalid input in row 1');
  });

  it('A11.20 P21.01 tells who is signed in, and no secret', async () => {
    const { body } = await app.asEditor('GET', '/api/auth/user');
    expect(Object.keys(body).sort()).toEqual([
      'email',
      'firstName',
      'id',
      'lastName',
      'profileImageUrl',
      'role',
    ]);
  });

  it('A11.18 keeps a session in the database, so that it survives a restart', async () => {
    const restarted = connect(app.databaseUrl, { max: 1 });
    const authenticate = createAuthenticator(restarted.db, app.settings.SITE_URL);
    const request = new Request('http://localhost/', { headers: { cookie: app.cookie } });
    expect((await authenticate(request))?.email).toBe('editor@example.com');
    await restarted.close();
  });
});
