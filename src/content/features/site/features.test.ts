import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the feature pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P7.01 P7.03 P7.05 P7.09 P7.10 lists 79 features in 11 categories with counts', async () => {
    const page = await site.get('/features');
    expect(page.document.querySelector('input[type=search]')?.getAttribute('placeholder')).toBe(
      'Search features...',
    );
    expect(page.body.replace(/\s+/g, ' ')).toContain('79 features across 11 categories');
    const chips = [...page.document.querySelectorAll('nav[aria-label=Categories] a')].map(
      (a) => a.textContent ?? '',
    );
    expect(chips).toHaveLength(12);
    expect(chips[0]).toContain('All Categories');
    expect(chips[0]).toContain('79');
    expect(page.document.querySelectorAll('main h3 a')).toHaveLength(79);
    expect(page.body).toContain('High Priority');
    expect(page.body).toContain('Medium Complexity');
  });

  it('P7.07 P7.12 preselects a category from the address', async () => {
    const category = 'CRM & Client Portal';
    const page = await site.get(`/features?category=${encodeURIComponent(category)}`);
    expect(page.document.querySelectorAll('main section h2')).toHaveLength(1);
    expect(page.document.querySelector('[aria-current]')?.textContent).toContain(category);
  });

  it('P7.02 P7.04 P7.08 searches name and description of published features', async () => {
    await site.asEditor('POST', '/api/features', {
      name: 'Quorvex',
      slug: 'quorvex',
      description: 'Finds a zanzibar.',
      category: 'X',
    });
    await site.asEditor('POST', '/api/features', {
      name: 'Zanzibar hidden',
      slug: 'zanzibar-hidden',
      isPublished: false,
    });
    const page = await site.get('/features?q=ZANZIBAR');
    expect([...page.document.querySelectorAll('main h3 a')].map((a) => a.textContent)).toEqual([
      'Quorvex',
    ]);
    const none = await site.get('/features?q=zzzz');
    expect(none.body).toContain('No features found');
    expect(none.body).toContain('Try adjusting your search criteria.');
  });

  it('P7.11 P7.12 P7.13 shows a feature with its facts', async () => {
    const page = await site.get('/features/crm-client-portal');
    expect(page.status).toBe(200);
    for (const part of ['Importance', 'Complexity', 'Added', 'About CRM & Client Portal'])
      expect(page.body).toContain(part);
    for (const href of ['/features', '/vendors', '/features?category=CRM+%26+Client+Portal'])
      expect(page.hrefs('main a')).toContain(href);
  });

  it('P7.14 answers an unknown one with 404', async () => {
    const page = await site.get('/features/zzz');
    expect(page.status).toBe(404);
    for (const part of [
      'Feature Not Found',
      'The requested feature could not be found.',
      'Back to Features',
    ])
      expect(page.body).toContain(part);
  });
});
