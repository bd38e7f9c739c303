import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const vendor = (over: object = {}) => ({ name: 'Acme Ledger', slug: 'acme-ledger', ...over });

const FULL = vendor({
  description: 'Keeps books for families.',
  about: 'About **Acme**.',
  logo: '/images/acme.svg',
  website: 'https://acme.example',
  g2Url: 'https://g2.example/acme',
  capterraUrl: 'https://capterra.example/acme',
  founded: '1999',
  headquarters: '[Extract from site]',
  minimumAssets: '$100M+',
  features: ['Ledger', 'Bills', 'Portal', 'Reports', '[Extract me]', 'Audit'],
  featuresOverview: 'Overview of features.',
  useCases: ['Closing the books', 'Paying bills'],
  useCasesOverview: 'Overview of use cases.',
  integrations: ['Bank A'],
  integrationsOverview: 'Overview of integrations.',
  gallery: ['/images/one.png', '/images/two.png'],
  videos: [{ platform: 'youtube', embedId: 'dQw4w9WgXcQ', title: 'Tour' }],
  sources: [
    { field: 'founded', url: 'https://www.acme.example/about' },
    { field: 'pricing', url: '/methodology' },
  ],
  categories: ['Accounting'],
  markets: ['Single Family Offices'],
  enableRelatedInfo: true,
  relatedInfoCache: [{ title: 'Card', source: 'Us', description: 'Text', url: '/faq' }],
});

type Page = Awaited<ReturnType<TestSite['get']>>;

const cardsOf = (page: Page) => [...page.document.querySelectorAll('[aria-label="Vendors"] > li')];
const badgesOf = (card: Element | undefined) =>
  [...(card?.querySelectorAll('[aria-label=Features] li') ?? [])].map((li) => li.textContent);
const metaOf = (page: Page, key: string) =>
  page.document
    .querySelector(`meta[name="${key}"], meta[property="${key}"]`)
    ?.getAttribute('content');

describe('the vendor pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P9.09 P2.24 P12.07 says so when there is none, and shows no featured section', async () => {
    const page = await site.get('/vendors');
    expect(page.body).toContain('No vendors found');
    expect(page.body).toContain('Try adjusting your search terms or filters to find more results.');
    expect(page.body).toContain('Clear all filters');
    expect((await site.get('/')).body).not.toContain('View All Software Vendors');
    const compare = await site.get('/compare');
    expect([compare.status, compare.body.includes('Curated Comparisons')]).toEqual([200, false]);
    const reasons = [...compare.document.querySelectorAll('main section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Why Compare',
    );
    expect(reasons?.querySelectorAll('li')).toHaveLength(3);
  });

  it('P9.05 P9.06 P9.08 P9.10 shows cards with badges, count and links', async () => {
    expect((await site.asEditor('POST', '/api/vendors', FULL)).status).toBe(201);
    await site.asEditor(
      'POST',
      '/api/vendors',
      vendor({ name: 'Bare', slug: 'bare', headquarters: 'Bern' }),
    );
    const page = await site.get('/vendors');
    expect(page.body.replace(/\s+/g, ' ')).toContain('Showing 2 of 2 vendors');
    const [full, bare] = cardsOf(page);
    const factsOf = (card: Element | undefined) =>
      [...(card?.querySelectorAll('h2 + div span') ?? [])].map((span) => span.textContent);
    expect([full?.querySelector('h2')?.textContent, factsOf(full)]).toEqual([
      'Acme Ledger',
      ['Ledger'],
    ]);
    expect(full?.querySelector('img')?.getAttribute('src')).toBe('/images/acme.svg');
    expect(full?.querySelector('p')?.textContent).toBe('Keeps books for families.');
    expect(badgesOf(full)).toEqual(['Ledger', 'Bills', 'Portal', '+2 more']);
    expect(factsOf(bare)).toEqual(['Software', 'Bern']);
    expect(bare?.innerHTML).not.toContain('G2 reviews');
    for (const href of [
      '/vendors/acme-ledger',
      'https://g2.example/acme',
      'https://capterra.example/acme',
      '/compare',
      '/buyers-guides',
    ]) {
      expect(page.hrefs('main a')).toContain(href);
    }
    expect(page.body).not.toContain('[Extract');
  });

  it('P9.01 P9.02 P9.04 P9.05 narrows by search, category and market, and counts what each would leave', async () => {
    const count = async (query: string) => cardsOf(await site.get(`/vendors?${query}`)).length;
    expect(await count('q=books')).toBe(1);
    // A word of the name, of a feature alone, and of a category alone.
    for (const word of ['ACME', 'portal', 'accounting']) expect(await count(`q=${word}`)).toBe(1);
    expect(await count('q=zzzz')).toBe(0);
    expect(await count('category=Accounting')).toBe(1);
    expect(await count('category=Reporting')).toBe(0);
    expect(await count('market=Single+Family+Offices')).toBe(1);
    expect(await count('market=Single+Family+Offices&category=Accounting')).toBe(1);
    const everything = 'q=e&category=Accounting&market=Single+Family+Offices&aum=100m-500m';
    const clear = [...(await site.get(`/vendors?${everything}`)).document.querySelectorAll('a')]
      .filter((a) => a.textContent === 'Clear Filters')
      .map((a) => a.getAttribute('href'));
    expect(clear).toEqual(['/vendors']);
    const filtered = await site.get('/vendors?category=Accounting');
    expect(metaOf(filtered, 'robots')).toBe('noindex');
    expect(
      filtered.document.querySelector('input[name=category][checked]')?.getAttribute('value'),
    ).toBe('Accounting');
  });

  it('P9.03 P9.04 offers four bands, each of which leaves those whose minimum reaches into it', async () => {
    const ids: number[] = [];
    for (const [index, minimumAssets] of ['$50M', '$250M', '$750M', '$2B'].entries()) {
      const row = vendor({ name: `From ${minimumAssets}`, slug: `from-${index}`, minimumAssets });
      ids.push((await site.asEditor('POST', '/api/vendors', row)).body.id);
    }
    const all = await site.get('/vendors');
    expect(cardsOf(all)).toHaveLength(6);
    const left: Record<string, unknown> = {};
    for (const input of all.document.querySelectorAll('input[name=aum]')) {
      const page = await site.get(`/vendors?aum=${input.getAttribute('value')}`);
      const names = cardsOf(page).map((card) => card.querySelector('h2, h3')?.textContent);
      left[input.nextSibling?.textContent ?? ''] = names.sort();
    }
    expect(left).toEqual({
      'Under $100M': ['From $50M'],
      '$100M - $500M': ['Acme Ledger', 'From $250M'],
      '$500M - $1B': ['Acme Ledger', 'From $750M'],
      'Over $1B': ['Acme Ledger', 'From $2B'],
    });
    for (const id of ids) await site.asEditor('DELETE', `/api/vendors/${id}`);
  });

  it('EVIDENCE an option that would leave nothing cannot be chosen, and a filter without any says why', async () => {
    const page = await site.get('/vendors?category=Accounting');
    const input = (value: string) =>
      page.document.querySelector(`input[name=aum][value="${value}"]`);
    expect(input('under-100m')?.hasAttribute('disabled')).toBe(true);
    expect(input('100m-500m')?.hasAttribute('disabled')).toBe(false);
    expect(page.body).not.toContain('No vendor here publishes a minimum.');
    const none = await site.get('/vendors?q=Bare');
    expect(none.body).toContain('No vendor here publishes a minimum.');
    const chosen = await site.get('/vendors?q=Bare&aum=100m-500m');
    expect(
      chosen.document.querySelector('input[name=aum][value="100m-500m"]')?.hasAttribute('disabled'),
    ).toBe(false);
  });

  it('EVIDENCE filters by features that hold together, and shows them first', async () => {
    const { body: found } = await site.asEditor('GET', '/api/vendors/acme-ledger');
    for (const slug of ['first-asked', 'never-documented']) {
      await site.asEditor('POST', '/api/features', { name: `Name of ${slug}`, slug });
    }
    const { body: feature } = await site.asEditor('GET', '/api/features/first-asked');
    await site.asEditor('POST', '/api/coverage', {
      vendorId: found.id,
      featureId: feature.id,
      level: 'documented',
      finding: 'The manual says so.',
      url: 'https://acme.example/manual',
      publisher: 'vendor',
      checkedOn: '2026-11-15',
      checkedBy: 'Research desk',
    });
    const page = await site.get('/vendors?feature=first-asked');
    const cards = cardsOf(page);
    expect(cards).toHaveLength(1);
    expect(badgesOf(cards[0])).toEqual(['Name of first-asked', 'Ledger', 'Bills', '+3 more']);
    expect(cards[0]?.textContent).toContain('The manual says so.');
    expect(page.text('[aria-label="Chosen features"]')).toContain('Name of first-asked');
    const links = page.hrefs('#by-feature a');
    expect(links).toEqual(['/vendors#by-feature']);
    expect(page.text('#by-feature')).toContain('Name of never-documented');
    const partly = await site.get('/vendors?feature=first-asked&partly=true');
    expect(partly.document.querySelector('#partly')?.hasAttribute('checked')).toBe(true);
    expect(metaOf(partly, 'robots')).toBe('noindex');
  });

  it('P10.06 P10.07 heads the profile', async () => {
    const page = await site.get('/vendors/acme-ledger');
    expect(page.document.title).toBe(
      'Acme Ledger - Family Office Software features, pricing and reviews',
    );
    expect(metaOf(page, 'description')).toBe('Keeps books for families.');
    expect(page.jsonLd().find((block) => block['@type'] === 'SoftwareApplication')?.name).toBe(
      'Acme Ledger',
    );
    expect(page.hrefs('nav[aria-label="Breadcrumb"] a')).toContain('/vendors');
  });

  it('P10.11 P10.14 P10.15 P10.16 P10.19 P10.22 P10.23 shows every section with data', async () => {
    const page = await site.get('/vendors/acme-ledger');
    const headings = [...page.document.querySelectorAll('main h2')].map((h) => h.textContent);
    for (const heading of [
      'About',
      'Key Features',
      'Screenshots',
      'Videos & Demos',
      'Use Cases',
      'Integrations',
      'Related Information',
      'Company Information',
      'Requirements',
      'Evaluate Acme Ledger',
    ]) {
      expect(headings).toContain(heading);
    }
    expect(page.body).not.toContain('[Extract');
    const g2 = [...page.document.querySelectorAll('a')].find(
      (a) => a.getAttribute('href') === 'https://g2.example/acme',
    );
    expect(g2?.getAttribute('target')).toBe('_blank');
    const related = page.document.querySelector('ul[aria-label="Related Information"] a');
    expect(related?.getAttribute('href')).toBe('/faq');
    const { body } = await site.asEditor('GET', '/api/vendors/acme-ledger');
    const set = (change: object) => site.asEditor('PUT', `/api/vendors/${body.id}`, change);
    await set({ enableRelatedInfo: false });
    expect((await site.get('/vendors/acme-ledger')).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true });
  });

  it('P10.22 names no placeholder in title, description and social tags', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/acme-ledger');
    const set = (change: object) => site.asEditor('PUT', `/api/vendors/${body.id}`, change);
    await set({ metaTitle: '[Extract title]', metaDescription: 'Books. [Extract the rest]' });
    const page = await site.get('/vendors/acme-ledger');
    const title = 'Acme Ledger - Family Office Software features, pricing and reviews';
    expect(page.document.title).toBe(title);
    for (const key of ['og:title', 'twitter:title', 'og:image:alt'])
      expect(metaOf(page, key), key).toBe(title);
    for (const key of ['description', 'og:description', 'twitter:description'])
      expect(metaOf(page, key), key).toBe('Keeps books for families.');
    expect(JSON.stringify(page.jsonLd())).not.toContain('[Extract');
    await set({ metaTitle: null, metaDescription: null });
  });

  it('P10.11 P10.26 shows no empty section, and the way to the compare tool', async () => {
    const page = await site.get('/vendors/bare');
    const headings = [...page.document.querySelectorAll('main h2')].map((h) => h.textContent);
    for (const heading of [
      'About',
      'Key Features',
      'Screenshots',
      'Videos & Demos',
      'Use Cases',
      'Integrations',
      'Related Information',
    ]) {
      expect(headings).not.toContain(heading);
    }
    expect(page.body.replace(/\s+/g, ' ')).toContain(
      'No direct comparisons available yet. Compare Bare with other vendors using our comparison tool.',
    );
    expect(page.hrefs('main a')).toContain('/compare?vendor=bare');
    expect(page.body).toContain('Compare with Other Vendors');
  });

  it('P10.25 lists related vendors and comparisons that open', async () => {
    const { body: list } = await site.asEditor('GET', '/api/vendors');
    const id = (slug: string) => list.find((row: { slug: string }) => row.slug === slug).id;
    const pair = {
      title: 'A or B',
      slug: 'acme-ledger-vs-bare',
      vendorAId: id('acme-ledger'),
      vendorBId: id('bare'),
      description: 'Which one.',
    };
    expect((await site.asEditor('POST', '/api/comparisons', pair)).status).toBe(201);
    const page = await site.get('/vendors/acme-ledger');
    expect(page.body).toContain('Acme Ledger vs Bare');
    expect(page.body).toContain('Related Vendors');
    expect((await site.get('/compare/acme-ledger-vs-bare')).status).toBe(200);
  });

  it('P10.02 answers an unknown vendor with 404', async () => {
    const page = await site.get('/vendors/zzz');
    expect(page.status).toBe(404);
    for (const part of [
      'Vendor Not Found',
      "The vendor you're looking for doesn't exist or has been removed.",
      'View All Vendors',
    ]) {
      expect(page.body).toContain(part);
    }
    expect(page.hrefs('main a')).toEqual(['/vendors']);
  });

  it('P2.21 P2.23 features the chosen vendors, else others', async () => {
    const cards = async () => [
      ...(await site.get('/')).document.querySelectorAll('[aria-label="Featured vendors"] > li'),
    ];
    expect(await cards()).toHaveLength(2);
    await site.asEditor(
      'POST',
      '/api/vendors',
      vendor({ name: 'Star', slug: 'star', isFeatured: true, features: ['a', 'b', 'c', 'd', 'e'] }),
    );
    await site.asEditor(
      'POST',
      '/api/vendors',
      vendor({ name: 'Hidden', slug: 'hidden', isFeatured: true, isPublished: false }),
    );
    const [only, ...rest] = await cards();
    expect(rest).toHaveLength(0);
    expect(only?.textContent).toContain('Star');
    expect(only?.textContent).toContain('+3 more');
    const all = [...(await site.get('/')).document.querySelectorAll('main a')].filter(
      (a) => a.textContent === 'View All Software Vendors',
    );
    expect(all.map((a) => a.getAttribute('href'))).toEqual(['/vendors']);
  });

  it('a changed slug leads on from the old address', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/bare');
    await site.asEditor('PUT', `/api/vendors/${body.id}`, { slug: 'bare-new' });
    const page = await site.get('/vendors/bare');
    expect([page.status, page.location]).toEqual([301, '/vendors/bare-new']);
  });
});
