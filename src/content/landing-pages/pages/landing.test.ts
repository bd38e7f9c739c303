import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

const landing = (over: object = {}) => ({
  title: 'Ledger Software',
  slug: 'ledger-software',
  category: 'accounting-software',
  primaryKeyword: 'ledger software',
  introduction: `${words(50)}.`,
  isPublished: true,
  ...over,
});

describe('landing pages and generic pages', () => {
  let site: TestSite;
  let vendorIds: number[];
  let faqIds: number[];
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
    vendorIds = (await site.call('GET', '/api/vendors?limit=6')).body.map(
      ({ id }: { id: number }) => id,
    );
    faqIds = (await site.call('GET', '/api/faq?limit=7')).body.map(({ id }: { id: number }) => id);
  });
  afterAll(() => site.close());

  it('P15.01 P15.05 P15.13 shows the six fixed landing pages', async () => {
    for (const slug of [
      'accounting-software',
      'portfolio-management-software',
      'reporting-tools-software',
      'data-aggregation-software',
      'family-office-crm-software',
      'best-family-office-software',
    ]) {
      const page = await site.get(`/${slug}`);
      expect(page.status).toBe(200);
      const title = page.text('h1');
      expect(page.body).toContain(`What is ${title}?`);
      for (const part of [
        'Key Features to Look For',
        'Selected Vendors',
        'Frequently Asked Questions',
        'Related Resources',
      ])
        expect(page.body).toContain(part);
      for (const href of [
        '/features',
        '/use-cases',
        '/buyers-guides',
        '/news',
        '/faq',
        '/vendors',
        '/faq/what-is-family-office-software',
        '/faq/how-much-does-family-office-software-cost',
        '/faq/how-long-does-implementation-take',
      ]) {
        expect(page.hrefs('main a')).toContain(href);
      }
    }
  });

  it('P15.02 P15.04 P15.08 P15.09 P15.10 P15.11 P15.16 P15.17 P15.18 shows a new one at its slug', async () => {
    const content =
      '## Before\n\ntext\n\n## Key Features to Look For\n\n- First thing\n- Second thing\n\n## After\n\n- Not a feature';
    const { status } = await site.asEditor(
      'POST',
      '/api/landing-pages',
      landing({
        content,
        secondaryKeywords: ['alpha key', 'beta key'],
        associatedVendorIds: vendorIds,
        associatedFaqIds: faqIds,
        ctaText: 'See the table',
        ctaUrl: '/compare',
      }),
    );
    expect(status).toBe(201);
    const page = await site.get('/ledger-software');
    expect(page.status).toBe(200);
    expect(page.document.title).toBe('Ledger Software - Complete Guide to ledger software');
    const description =
      page.document.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
    expect(description).toMatch(/^word0 word1 .* word\d+\.\.\.$/);
    expect(description.length).toBeLessThanOrEqual(123);
    expect(`${words(50)} `).toContain(`${description.slice(0, -3)} `);
    for (const part of ['alpha key', 'beta key', 'See the table'])
      expect(page.body).toContain(part);
    const section = [...page.document.querySelectorAll('section')].find(
      (s) => s.querySelector('h2')?.textContent === 'Key Features to Look For',
    );
    expect(
      [...(section?.querySelectorAll('li') ?? [])].map((li) => li.textContent?.trim()),
    ).toEqual(['First thing', 'Second thing']);
    expect(page.document.querySelectorAll('[aria-label="Selected vendors"] > li')).toHaveLength(4);
    const faqs = [...page.document.querySelectorAll('section')].find(
      (s) => s.querySelector('h2')?.textContent === 'Frequently Asked Questions',
    );
    const answers = [...(faqs?.querySelectorAll('li p') ?? [])].map((p) => p.textContent ?? '');
    expect(answers).toHaveLength(5);
    expect(answers.every((answer) => answer.length <= 203)).toBe(true);
  });

  it('P15.05 P15.06 answers "What is ...?" where an answer is written, and does not ask it elsewhere', async () => {
    const answerOf = async (slug: string) => {
      const { document } = await site.get(`/${slug}`);
      const sections = [...document.querySelectorAll('section')];
      const about = sections.find((s) => s.querySelector('h2')?.textContent?.startsWith('What is'));
      return about?.textContent?.replace(/\s+/g, ' ').trim();
    };
    const whatIs = 'A ledger keeps **every** entry.';
    await site.asEditor('POST', '/api/landing-pages', landing({ slug: 'told-page', whatIs }));
    await site.asEditor('POST', '/api/landing-pages', landing({ slug: 'untold-page' }));
    expect(await answerOf('told-page')).toBe('What is Ledger Software?A ledger keeps every entry.');
    expect(await answerOf('untold-page')).toBeUndefined();
  });

  it('P15.03 heads the page with breadcrumb, category badge, title and introduction', async () => {
    const page = await site.get('/ledger-software');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('HomeLedger Software');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/']);
    expect(page.text('h1')).toBe('Ledger Software');
    expect(page.text('main header')).toContain('Accounting software');
    expect(page.text('main header')).toContain(`${words(50)}.`);
  });

  it('P15.15 calls to action with the ways to vendors and features', async () => {
    const page = await site.get('/ledger-software');
    const block = [...page.document.querySelectorAll('main section')].at(-1);
    const links = [...(block?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'));
    expect(links).toEqual(['/compare', '/vendors', '/features']);
  });

  it('P15.12 P15.19 P15.20 P1.14 hides empty blocks and drafts, and says what is missing', async () => {
    await site.asEditor(
      'POST',
      '/api/landing-pages',
      landing({ slug: 'bare-page', title: 'Bare' }),
    );
    const bare = await site.get('/bare-page');
    for (const part of [
      'Selected Vendors',
      'Frequently Asked Questions',
      'Key Features to Look For',
    ])
      expect(bare.body).not.toContain(part);
    await site.asEditor(
      'POST',
      '/api/landing-pages',
      landing({ slug: 'draft-page', isPublished: false }),
    );
    for (const path of ['/draft-page', '/zzz-not-there']) {
      const page = await site.get(path);
      expect(page.status).toBe(404);
      for (const part of [
        '404 Page Not Found',
        'Landing Page Not Found',
        "The landing page you're looking for doesn't exist.",
        'Return Home',
      ])
        expect(page.body).toContain(part);
    }
  });

  it('P2.09 redirects the three short category paths', async () => {
    for (const [from, to] of [
      ['/reporting', '/reporting-tools-software'],
      ['/portfolio-management', '/portfolio-management-software'],
      ['/data-aggregation', '/data-aggregation-software'],
    ]) {
      const page = await site.get(from ?? '');
      expect([page.status, page.location]).toEqual([301, to]);
    }
  });

  it('P16.01 P16.04 P16.05 shows the seven generic pages with their date', async () => {
    for (const slug of [
      'privacy-policy',
      'terms-of-service',
      'contact',
      'disclaimer',
      'editorial-guidelines',
      'about',
      'methodology',
    ]) {
      const page = await site.get(`/${slug}`);
      expect(page.status).toBe(200);
      expect(page.body).toMatch(/Last updated: [A-Z][a-z]{2} \d{1,2}, \d{4}/);
    }
  });

  it('P16.06 takes title and description from metaTitle and metaDescription', async () => {
    await site.asEditor('POST', '/api/pages', {
      title: 'Imprint',
      slug: 'imprint',
      content: 'Who we are.',
      metaTitle: 'Who stands behind this',
      metaDescription: 'Name and address, in a sentence.',
    });
    const page = await site.get('/imprint');
    expect(page.document.title).toBe('Who stands behind this');
    expect(page.document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
      'Name and address, in a sentence.',
    );
  });

  it('P16.03 P16.07 P16.08 P22.06 hides an unpublished page and serves any other slug', async () => {
    const { body } = await site.asEditor('GET', '/api/pages');
    const about = body.find((page: { slug: string }) => page.slug === 'about');
    await site.asEditor('PUT', `/api/pages/${about.id}`, { isPublished: false });
    const gone = await site.get('/about');
    expect(gone.status).toBe(404);
    for (const part of [
      'Page Not Found',
      "The page you're looking for doesn't exist or is not published.",
      'Return Home',
    ])
      expect(gone.body).toContain(part);
    await site.asEditor('POST', '/api/pages', {
      title: 'Cookie policy',
      slug: 'cookie-policy',
      content: '# Cookies',
      showInFooter: true,
      footerSection: 'legal',
    });
    const page = await site.get('/cookie-policy');
    expect(page.status).toBe(200);
    expect(page.document.title).toBe('Cookie policy - Family Office Software');
    expect((await site.get('/')).hrefs('footer a')).toContain('/cookie-policy');
  });
});
