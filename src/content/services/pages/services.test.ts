import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { groupServices, type ServiceCardData } from './service-groups.ts';

const EMPTY = 'No services are currently available. Please check back later.';
const ERROR = 'Error loading services. Please try again later.';

describe('the service pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    const add = (title: string, category: string, more: object = {}) =>
      site.asEditor('POST', '/api/services', {
        title,
        slug: title.toLowerCase().replaceAll(' ', '-'),
        description: `About ${title}.`,
        category,
        ...more,
      });
    await site.asEditor('POST', '/api/glossary', {
      term: 'Accrual',
      slug: 'accrual',
      definition: 'When it is earned.',
      autoLink: true,
    });
    await add('Tax', 'Main Services', { displayOrder: 1 });
    await add('Reporting', 'Main Services', { displayOrder: 2 });
    await add('Tax Returns', 'Tax', {
      content: 'We use **accrual** books.',
      typicalCosts: 'From a *fixed fee* per return.',
    });
    await add('Lonely Service', 'Nowhere');
    await add('Draft Service', 'Tax', { isPublished: false });
  });
  afterAll(() => site.close());

  it('P5.01 shows each main service with its specialised services', async () => {
    const page = await site.get('/services');
    expect(page.status).toBe(200);
    const sections = [...page.document.querySelectorAll('main section')];
    expect(sections.map((section) => section.querySelector('h2')?.textContent)).toEqual([
      'Tax',
      'Reporting',
    ]);
    const links = sections.map((section) =>
      [...section.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    );
    expect(links).toEqual([['/services/tax', '/services/tax-returns'], ['/services/reporting']]);
  });

  it('P5.02 leaves a service without a place out of the list, still at its address', async () => {
    expect((await site.get('/services')).hrefs('main a')).not.toContain('/services/lonely-service');
    expect((await site.get('/services/lonely-service')).status).toBe(200);
  });

  it('P19.06 P19.07 /services carries CollectionPage data and its canonical link', async () => {
    const page = await site.get('/services');
    const [data] = page.jsonLd();
    expect(data['@type']).toBe('CollectionPage');
    expect(data.mainEntity.itemListElement).toHaveLength(3);
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/services']);
  });

  it('P5.05 P5.06 P18.09 shows title, description, category badge, linked content and costs', async () => {
    const page = await site.get('/services/tax-returns');
    expect(page.text('h1')).toBe('Tax Returns');
    expect(page.text('main header')).toContain('About Tax Returns.');
    expect(page.text('main header span')).toBe('Tax');
    expect(page.text('.prose strong')).toBe('accrual');
    expect(page.hrefs('.prose a')).toEqual(['/glossary/accrual']);
    expect(page.text('[data-costs] h2')).toBe('Typical Costs');
    expect(page.text('[data-costs] .prose')).toBe('From a fixed fee per return.');
    expect((await site.get('/services/tax')).body).not.toContain('Typical Costs');
  });

  it('asks for the price first, and leads on to the other services of its kind', async () => {
    const page = await site.get('/services/tax-returns');
    const order = [...page.document.querySelectorAll('main h2')].map((one) => one.textContent);
    expect(order.indexOf('Typical Costs')).toBe(0);
    expect(order).toContain('More of Tax');
    expect(page.hrefs('main ul h3 a')).toEqual(['/services/tax']);
    expect((await site.get('/services/tax')).hrefs('main ul h3 a')).toEqual([
      '/services/tax-returns',
    ]);
    expect((await site.get('/services/lonely-service')).body).not.toContain('More of');
  });

  it('P19.01 P19.09 falls back to title and description, with breadcrumb data', async () => {
    const page = await site.get('/services/tax-returns');
    expect(page.text('title')).toBe('Tax Returns - Family Office Software');
    const description = page.document.querySelector('meta[name=description]');
    expect(description?.getAttribute('content')).toBe('About Tax Returns.');
    expect(page.jsonLd().map((data) => data['@type'])).toEqual(['BreadcrumbList']);
    expect(page.hrefs('link[rel=canonical]')).toEqual([
      'http://localhost:3000/services/tax-returns',
    ]);
  });

  it('P5.10 P5.08 P5.09 lists the first five active providers, or says that there are none', async () => {
    expect((await site.get('/services/tax')).text('aside')).toContain(
      'No service providers available',
    );
    for (let index = 1; index <= 7; index += 1) {
      await site.asEditor('POST', '/api/service-providers', {
        name: `Provider ${index}`,
        description: `Does thing ${index}.`,
        website: index === 3 ? null : `https://provider-${index}.example.com/`,
        isActive: index !== 2,
        serviceIds: ['some-other-service'],
        displayOrder: index,
      });
    }
    const page = await site.get('/services/tax');
    expect(page.text('aside h2')).toBe('Service Providers');
    const names = [...page.document.querySelectorAll('aside h3')].map((name) => name.textContent);
    expect(names).toEqual([1, 3, 4, 5, 6].map((index) => `Provider ${index}`));
    expect(page.hrefs('aside a')).toEqual(
      [1, 4, 5, 6].map((index) => `https://provider-${index}.example.com/`),
    );
    expect(page.text('aside li')).toContain('Does thing 1.');
    expect(page.text('aside a')).toContain('Learn More');
    expect(page.body).not.toContain('No service providers available');
  });

  it('P5.08 puts those that offer the service first, then those of its category', async () => {
    const add = (name: string, serviceIds: string[]) =>
      site.asEditor('POST', '/api/service-providers', { name, serviceIds, displayOrder: 50 });
    await add('Of the group', ['tax']);
    await add('Of returns', ['tax-returns']);
    const names = async (slug: string) =>
      [...(await site.get(`/services/${slug}`)).document.querySelectorAll('aside h3')].map(
        (name) => name.textContent,
      );
    const rest = ['Provider 1', 'Provider 3', 'Provider 4'];
    expect(await names('tax-returns')).toEqual(['Of returns', 'Of the group', ...rest]);
    expect(await names('tax')).toEqual(['Of the group', 'Of returns', ...rest]);
    expect((await names('reporting')).slice(0, 3)).toEqual(rest);
  });

  it('P5.07 shows related information only when it is switched on and there', async () => {
    const { body: service } = await site.call('GET', '/api/services/reporting');
    const relatedInfoCache = [
      { title: 'A guide', source: 'A house', description: 'On it.', url: 'https://example.com/g' },
    ];
    const set = (change: object) => site.asEditor('PUT', `/api/services/${service.id}`, change);
    await set({ enableRelatedInfo: false, relatedInfoCache });
    expect((await site.get('/services/reporting')).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true });
    expect(
      (await site.get('/services/reporting')).hrefs('ul[aria-label="Related Information"] a'),
    ).toContain('https://example.com/g');
  });

  it('P5.11 P1.15 answers an unknown service with 404 and the way back', async () => {
    const page = await site.get('/services/zzz');
    expect(page.status).toBe(404);
    expect(page.text('h1')).toBe('Service Not Found');
    expect(page.body).toContain(
      "The service you're looking for doesn't exist or has been removed.",
    );
    expect(page.hrefs('main a')).toEqual(['/services']);
  });
});

describe('services without entries, and without their table', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P5.03 says that there are no services', async () => {
    const page = await site.get('/services');
    expect(page.status).toBe(200);
    expect(page.body).toContain(EMPTY);
  });

  it('P5.04 P22.01 P22.02 says that services could not be loaded', async () => {
    await site.db.execute(sql`alter table service_entries rename to service_entries_gone`);
    const list = await site.get('/services');
    expect(list.status).toBe(500);
    expect(list.body).toContain(ERROR);
    expect((await site.get('/services/tax')).text('h1')).toBe('This page could not be loaded');
  });
});

describe('services on several pages', () => {
  const service = (id: number, title: string, category: string): ServiceCardData => ({
    id,
    slug: `s${id}`,
    title,
    category,
    description: null,
    displayOrder: 0,
    isPublished: true,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  const tax = service(1, 'Tax', 'Main Services');
  const legal = service(2, 'Legal', 'Main Services');

  it('P5.01 names the main service again where its specialised ones continue', () => {
    const second = [service(101, 'Returns', 'Tax'), service(102, 'Orphan', 'None')];
    expect(groupServices(second, [tax, legal])).toEqual([{ main: tax, specialised: [second[0]] }]);
    expect(groupServices(second)).toEqual([]);
  });
});
