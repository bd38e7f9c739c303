import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { examplesFor } from '../use-cases.service.server.ts';

type Page = Awaited<ReturnType<TestSite['get']>>;

const sectionOf = (page: Page, heading: string) =>
  [...page.document.querySelectorAll('main section')].find(
    (section) => section.querySelector('h2')?.textContent === heading,
  );
const linkOf = (page: Page, label: string) =>
  [...page.document.querySelectorAll('main a')]
    .find((a) => a.textContent === label)
    ?.getAttribute('href');
const textsOf = (section: Element) => [...section.children].map((part) => part.textContent?.trim());

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

  it('P8.01 a card shows complexity, title, description, the count of sections and its link', async () => {
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
      contentSections: [3, 1, 4, 2].map((order) => ({
        id: `s${order}`,
        title: `Part ${order}`,
        content: `Text ${order}.`,
        order,
      })),
      featuredFaqIds: [faqs[0], faqs[2]],
    });
    expect(created.status).toBe(201);
    const list = await site.get('/use-cases');
    const card = list.document.querySelector('[aria-label="Use cases"] > li');
    for (const part of [
      'High complexity',
      'Closing the books',
      'How to close.',
      '4 implementation sections',
    ])
      expect(card?.textContent).toContain(part);
    const links = [...(card?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'));
    expect(new Set(links)).toEqual(new Set(['/use-cases/closing']));
  });

  it('P8.04 P19.09 heads the guide with breadcrumb, title, description, complexity and highlights, then Overview', async () => {
    const page = await site.get('/use-cases/closing');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('Use CasesClosing the books');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/use-cases']);
    expect(page.text('h1')).toBe('Closing the books');
    expect(page.text('title')).toBe('Closing the books - Family Office Software');
    expect(page.text('main header')).toContain('How to close.');
    expect(page.text('main header')).toContain('High complexity');
    const highlights = page.document.querySelectorAll('main header [aria-label=Highlights] li');
    expect([...highlights].map((li) => li.textContent)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(page.text('#overview')).toBe('Overview');
    expect(page.text('.prose')).toBe('The overview.');
    expect(page.html).toContain('<strong>overview</strong>');
  });

  it('P8.05 P8.06 shows the sections of the Implementation Guide in their order, with example vendors', async () => {
    const page = await site.get('/use-cases/closing');
    const guide = sectionOf(page, 'Implementation Guide');
    expect([...(guide?.querySelectorAll('section') ?? [])].map(textsOf)).toEqual([
      ['Section 1', 'Part 1', 'Text 1.', 'Vendors to look at: V1, V2'],
      ['Section 2', 'Part 2', 'Text 2.', 'Vendors to look at: V2, V3'],
      ['Section 3', 'Part 3', 'Text 3.', 'Vendors to look at: V3, V1'],
      ['Section 4', 'Part 4', 'Text 4.', 'Vendors to look at: V1, V2'],
    ]);
    const examples = page.hrefs('main a').filter((href) => href.startsWith('/vendors/'));
    expect(examples).toEqual([1, 2, 2, 3, 3, 1, 1, 2].map((n) => `/vendors/v${n}`));
    expect(page.hrefs('nav[aria-labelledby="contents"] a')).toEqual([
      '#overview',
      '#part-1',
      '#part-2',
      '#part-3',
      '#part-4',
      '#questions',
    ]);
    expect(page.text('#part-3')).toBe('Part 3');
  });

  it('P8.08 shows exactly the chosen questions, each with the way to its page', async () => {
    const page = await site.get('/use-cases/closing');
    expect(page.text('#questions')).toBe('Frequently Asked Questions');
    const items = [...page.document.querySelectorAll('details')].map((item) => [
      item.querySelector('summary')?.textContent,
      item.querySelector('a')?.firstChild?.textContent,
      item.querySelector('a')?.getAttribute('href'),
    ]);
    expect(items).toEqual([
      ['Q1?', 'Read full FAQ', '/faq/q-1'],
      ['Q3?', 'Read full FAQ', '/faq/q-3'],
    ]);
  });

  it('P8.10 P8.11 leads on by Quick Actions and the three fixed use cases', async () => {
    const page = await site.get('/use-cases/closing');
    const linksBelow = (heading: string) =>
      [...(sectionOf(page, heading)?.querySelectorAll('a') ?? [])].map((a) =>
        a.getAttribute('href'),
      );
    expect(linksBelow('Quick Actions')).toEqual(['/vendors', '/features', '/compare']);
    const related = linksBelow('Related use cases');
    expect(related).toEqual([
      '/use-cases/portfolio-management',
      '/use-cases/consolidated-reporting',
      '/use-cases/crm-relationship-management',
    ]);
    for (const href of related) {
      const other = await site.get(href ?? '');
      expect(other.status).toBe(200);
      expect(other.body).not.toContain('Use Case Not Found');
    }
  });

  it('P8.07 takes vendors in turn from the first three', () => {
    expect(examplesFor(['a', 'b', 'c', 'd'], 0)).toEqual(['a', 'b']);
    expect(examplesFor(['a', 'b', 'c', 'd'], 2)).toEqual(['c', 'a']);
    expect(examplesFor(['a'], 1)).toEqual(['a']);
  });

  it('P8.06 names vendors that document what a section is about, and none where nobody does', async () => {
    const feature = async (slug: string) =>
      (await site.asEditor('POST', '/api/features', { name: `The ${slug}`, slug })).body.id;
    const ledger = await feature('ledger');
    const close = await feature('close');
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
    expect(linkOf(page, 'Back to Use Cases')).toBe('/use-cases');
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
