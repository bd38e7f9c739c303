import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const usesOf = async (collection: string, id: number) => {
  const { body } = await app.asEditor('GET', `/api/${collection}/${id}/used-by`);
  return body.map((use: { collection: string; title: string; fields: string[] }) => [
    use.collection,
    use.title,
    use.fields,
  ]);
};

describe('GET /api/{collection}/{id}/used-by', () => {
  it('names comparisons, landing pages, evidence and texts that need a vendor', async () => {
    const vendor = await factory.create('vendors', { slug: 'acme', name: 'Acme' });
    const other = await factory.create('vendors', { slug: 'beta', name: 'Beta' });
    await factory.create('comparisons', {
      title: 'Acme or Beta',
      slug: 'acme-vs-beta',
      vendorAId: vendor.id,
      vendorBId: other.id,
    });
    await factory.create('landing-pages', {
      title: 'Accounting',
      category: 'accounting-software',
      associatedVendorIds: [vendor.id],
    });
    await factory.create('faq', { question: 'Who?', answer: 'See [Acme](/vendors/acme).' });
    await factory.create('coverage', { vendorId: vendor.id, finding: 'It has a ledger.' });
    await factory.create('faq', { question: 'Not it', answer: 'See [it](/vendors/acme-two).' });
    await factory.create('glossary', {
      term: 'Related',
      relatedInfoCache: [
        { title: 'Acme', source: 'Here', description: '', url: 'https://example.com/vendors/acme' },
      ],
    });
    expect(await usesOf('vendors', vendor.id)).toEqual([
      ['landing-pages', 'Accounting', ['Vendors']],
      ['faq', 'Who?', ['Answer']],
      ['glossary', 'Related', ['Related information']],
      ['comparisons', 'Acme or Beta', ['First vendor']],
      ['coverage', 'It has a ledger.', ['Vendor']],
    ]);
    expect(await usesOf('vendors', other.id)).toEqual([
      ['comparisons', 'Acme or Beta', ['Second vendor']],
    ]);
  });

  it('names the hubs that list an item or belong to its page, and what leads to a root page', async () => {
    const type = await factory.create('types', { slug: 'single', title: 'Single' });
    const question = await factory.create('faq', { slug: 'single' });
    await factory.create('content-hub-configs', {
      title: 'Hub of the single',
      pageType: 'type',
      pageSlug: 'single',
      relatedContent: [{ type: 'faq', title: 'x', slug: question.slug }],
    });
    await factory.create('content-hub-configs', {
      title: 'Hub that lists it',
      pageType: 'type',
      pageSlug: 'multi',
      relatedContent: [{ type: 'type', title: 'Single', slug: 'single' }],
    });
    expect(await usesOf('types', type.id)).toEqual([
      ['content-hub-configs', 'Hub of the single', ['Page slug']],
      ['content-hub-configs', 'Hub that lists it', ['Related content']],
    ]);
    const page = await factory.create('pages', { slug: 'about', title: 'About' });
    await factory.create('cta-banners', { title: 'Banner', buttonUrl: '/about' });
    await factory.create('cta-banners', { title: 'Elsewhere', buttonUrl: '/vendors/about' });
    expect(await usesOf('pages', page.id)).toEqual([['cta-banners', 'Banner', ['Button target']]]);
  });

  it('answers editors alone, and 404 for what is not there', async () => {
    const { id } = await factory.create('faq');
    expect((await app.call('GET', `/api/faq/${id}/used-by`)).status).toBe(401);
    expect((await app.asEditor('GET', '/api/faq/99999/used-by')).status).toBe(404);
    expect(await usesOf('faq', id)).toEqual([]);
  });
});
