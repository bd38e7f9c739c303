import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { examplesFor } from '../example-vendors.ts';

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

  it('P8.01 P8.04 P8.05 P8.06 P8.08 P8.10 P8.11 shows the card and the guide', async () => {
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
    for (const slug of [
      'portfolio-management',
      'consolidated-reporting',
      'crm-relationship-management',
    ]) {
      await site.asEditor('POST', '/api/use-cases', { title: slug, slug, displayOrder: 9 });
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
    ])
      expect(card).toContain(part);
    const page = await site.get('/use-cases/closing');
    expect(page.html).toContain('<strong>overview</strong>');
    const order = [...page.body.matchAll(/Section (\d)/g)].map((match) => match[1]);
    expect(order).toEqual(['1', '2', '3']);
    expect(page.hrefs('nav[aria-labelledby="contents"] a')).toEqual([
      '#overview',
      '#part-1',
      '#part-2',
      '#part-3',
      '#questions',
    ]);
    expect(page.text('#part-3')).toBe('Part 3');
    expect(page.text('#questions')).toBe('Frequently Asked Questions');
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

  it('P8.06 names vendors that document what a section is about, and none where nobody does', async () => {
    const feature = async (slug: string) =>
      (await site.asEditor('POST', '/api/features', { name: `The ${slug}`, slug })).body.id;
    const [ledger, close] = [await feature('ledger'), await feature('close')];
    await feature('waterfall');
    const { body: vendors } = await site.call('GET', '/api/vendors');
    const idOf = (slug: string) => vendors.find((v: { slug: string }) => v.slug === slug).id;
    const say = (slug: string, featureId: number, level = 'documented') =>
      site.asEditor('POST', '/api/coverage', {
        vendorId: idOf(slug),
        featureId,
        level,
        finding: 'Its page says so.',
        url: 'https://example.com/page',
        publisher: 'vendor',
        checkedOn: '2026-11-15',
        checkedBy: 'desk',
      });
    await say('v5', ledger);
    await say('v4', ledger);
    await say('v4', close);
    await say('v1', ledger, 'partial');
    const part = (order: number, features?: string[]) => ({
      id: `s${order}`,
      title: `Part ${order}`,
      content: 'Text.',
      order,
      ...(features ? { features } : {}),
    });
    await site.asEditor('POST', '/api/use-cases', {
      title: 'Ledger',
      slug: 'ledger-guide',
      features: ['ledger'],
      contentSections: [
        part(1, ['ledger']),
        part(2, ['ledger', 'close']),
        part(3, ['waterfall']),
        part(4),
      ],
    });
    const { body } = await site.call('GET', '/api/use-cases/ledger-guide');
    expect(
      body.contentSections.map((section: { exampleVendors: { slug: string }[] }) =>
        section.exampleVendors.map(({ slug }) => slug),
      ),
    ).toEqual([['v4', 'v5'], ['v4'], [], []]);
    const page = await site.get('/use-cases/ledger-guide');
    expect(page.hrefs('main a').filter((href) => href.startsWith('/vendors?'))).toEqual([
      '/vendors?feature=ledger',
      '/vendors?feature=ledger&feature=close',
    ]);
    expect(page.hrefs('aside a')).toContain('/features/ledger');
  });

  it('P8.11 puts use cases that share features or the category first, and never lists the page itself', async () => {
    const add = (slug: string, features: string[], category: string) =>
      site.asEditor('POST', '/api/use-cases', { title: slug, slug, features, category });
    await add('one', ['ledger', 'close'], 'Books');
    await add('two', ['ledger', 'close'], 'Other');
    await add('three', ['close'], 'Books');
    await add('four', [], 'Books');
    const related = async (slug: string) =>
      (await site.call('GET', `/api/use-cases/${slug}`)).body.relatedUseCases.map(
        (item: { slug: string }) => item.slug,
      );
    expect(await related('one')).toEqual(['two', 'three', 'ledger-guide']);
    expect(await related('four')).toEqual(['one', 'three', 'portfolio-management']);
    expect(await related('portfolio-management')).toEqual([
      'consolidated-reporting',
      'crm-relationship-management',
    ]);
  });

  it('PROMISE 5 tells nobody of a feature that is a draft', async () => {
    await site.asEditor('POST', '/api/features', {
      name: 'Hidden',
      slug: 'hidden-feature',
      isPublished: false,
    });
    await site.asEditor('POST', '/api/use-cases', {
      title: 'Quiet',
      slug: 'quiet',
      features: ['hidden-feature'],
      contentSections: [
        { id: 'a', title: 'A', content: 'Text.', order: 1, features: ['hidden-feature'] },
      ],
    });
    for (const path of ['/api/use-cases', '/api/use-cases/quiet']) {
      expect(JSON.stringify((await site.call('GET', path)).body)).not.toContain('hidden-feature');
    }
    expect((await site.get('/use-cases/quiet')).html).not.toContain('hidden-feature');
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

  it('P8.02 a card shows two highlight categories and how many more there are', async () => {
    await site.asEditor('POST', '/api/use-cases', {
      title: 'Two alone',
      slug: 'two-alone',
      highlightCategories: ['x', 'y'],
    });
    const list = await site.get('/use-cases');
    const badges = (title: string) => {
      const cards = [...list.document.querySelectorAll('[aria-label="Use cases"] > li')];
      const card = cards.find((li) => li.querySelector('h2')?.textContent === title);
      return [...(card?.querySelectorAll('ul li') ?? [])].map((li) => li.textContent);
    };
    expect(badges('Closing the books')).toEqual(['a', 'b', '+3 more']);
    expect(badges('Two alone')).toEqual(['x', 'y']);
  });
});
