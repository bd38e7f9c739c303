import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { examplesFor } from './use-case-sections.tsx';

describe('the use-case pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P8.03 says so when there is none', async () => {
    expect((await site.get('/use-cases')).body).toContain(
      'No use cases are currently available. Please check back later.',
    );
  });

  it('P8.01 P8.02 P8.04 P8.05 P8.06 P8.08 P8.10 P8.11 shows the card and the guide', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await site.asEditor('POST', '/api/vendors', {
        name: `V${n}`,
        slug: `v${n}`,
        displayOrder: n,
      });
    }
    const faqs = [];
    for (const n of [1, 2, 3]) {
      faqs.push(
        (
          await site.asEditor('POST', '/api/faq', {
            question: `Q${n}?`,
            slug: `q-${n}`,
            answer: `Answer ${n}.`,
          })
        ).body.id,
      );
    }
    const created = await site.asEditor('POST', '/api/use-cases', {
      title: 'Closing the books',
      slug: 'closing',
      description: 'How to close.',
      overview: 'The **overview**.',
      complexity: 'High',
      highlightCategories: ['a', 'b', 'c', 'd', 'e'],
      contentSections: [3, 1, 2].map((order) => ({
        id: `s${order}`,
        title: `Part ${order}`,
        content: `Text ${order}.`,
        order,
      })),
      featuredFaqIds: [faqs[0], faqs[2]],
    });
    expect(created.status).toBe(201);
    const list = await site.get('/use-cases');
    const card = list.text('[aria-label="Use cases"] > li') ?? '';
    for (const part of [
      'High complexity',
      'Closing the books',
      'How to close.',
      '3 implementation',
      '+3 more',
    ])
      expect(card).toContain(part);
    const page = await site.get('/use-cases/closing');
    expect(page.html).toContain('<strong>overview</strong>');
    const order = [...page.body.matchAll(/Section (\d)/g)].map((match) => match[1]);
    expect(order).toEqual(['1', '2', '3']);
    const examples = page.hrefs('main a').filter((href) => href.startsWith('/vendors/'));
    expect(examples).toEqual([
      '/vendors/v1',
      '/vendors/v2',
      '/vendors/v2',
      '/vendors/v3',
      '/vendors/v3',
      '/vendors/v1',
    ]);
    const questions = [...page.document.querySelectorAll('details summary')].map(
      (s) => s.textContent,
    );
    expect(questions).toEqual(['Q1?', 'Q3?']);
    for (const href of [
      '/faq/q-1',
      '/vendors',
      '/features',
      '/compare',
      '/use-cases/portfolio-management',
      '/use-cases/consolidated-reporting',
      '/use-cases/crm-relationship-management',
    ]) {
      expect(page.hrefs('main a')).toContain(href);
    }
    expect(page.body).toContain('Read full FAQ');
  });

  it('P8.07 takes vendors in turn from the first three', () => {
    expect(examplesFor(['a', 'b', 'c', 'd'], 0)).toEqual(['a', 'b']);
    expect(examplesFor(['a', 'b', 'c', 'd'], 2)).toEqual(['c', 'a']);
    expect(examplesFor(['a'], 1)).toEqual(['a']);
  });

  it('P8.09 keeps every question independent of the others', async () => {
    const page = await site.get('/use-cases/closing');
    expect(
      [...page.document.querySelectorAll('details')].every((d) => !d.hasAttribute('name')),
    ).toBe(true);
  });

  it('P8.13 answers an unknown one with 404', async () => {
    const page = await site.get('/use-cases/zzz');
    expect(page.status).toBe(404);
    for (const part of [
      'Use Case Not Found',
      "The use case you're looking for doesn't exist.",
      'Back to Use Cases',
    ])
      expect(page.body).toContain(part);
  });
});
