import { sql } from 'drizzle-orm';
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

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** 'Jan 5, 2025' of '2025-01-05T12:00:00.000Z'. */
const asDay = (value: string) => {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number);
  return `${MONTHS[(month ?? 0) - 1]} ${day}, ${year}`;
};

type Page = Awaited<ReturnType<TestSite['get']>>;

const sectionOf = (page: Page, heading: string) =>
  [...page.document.querySelectorAll('section')].find(
    (section) => section.querySelector('h2')?.textContent === heading,
  );
const textsOf = (root: ParentNode | undefined, selector: string) =>
  [...(root?.querySelectorAll(selector) ?? [])].map((element) => element.textContent?.trim());
const hrefsOf = (root: ParentNode | undefined) =>
  [...(root?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'));
const describedAs = (page: Page) =>
  page.document.querySelector('meta[name=description]')?.getAttribute('content');

describe('landing pages and generic pages', () => {
  let site: TestSite;
  let vendorIds: number[];
  let faqIds: number[];
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
    vendorIds = (await site.call('GET', '/api/vendors?limit=6')).body.map(
      ({ id }: { id: number }) => id,
    );
    const answers = [`**Bold** ${words(40)}.`, 'x'.repeat(250), 'A3.', 'A4.', 'A5.', 'A6.', 'A7.'];
    faqIds = [];
    for (const [index, answer] of answers.entries()) {
      const faq = { question: `Q${index + 1}?`, slug: `asked-${index + 1}`, answer };
      faqIds.push((await site.asEditor('POST', '/api/faq', faq)).body.id);
    }
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
      const { title } = (await site.call('GET', `/api/landing-pages/${slug}`)).body;
      expect(page.text('h1')).toBe(title.replaceAll("'", '’'));
      for (const heading of [
        `What is ${page.text('h1')}?`,
        'Key Features to Look For',
        'Selected Vendors',
        'Frequently Asked Questions',
      ])
        expect(sectionOf(page, heading)?.querySelector('p, li'), heading).toBeTruthy();
      expect(hrefsOf(sectionOf(page, 'Related Resources'))).toEqual([
        '/features',
        '/use-cases',
        '/buyers-guides',
        '/news',
        '/faq',
        '/faq/what-is-family-office-software',
        '/faq/how-much-does-family-office-software-cost',
        '/faq/how-long-does-implementation-take',
      ]);
    }
  });

  it('P15.02 P15.04 P15.07 P15.08 P15.09 P15.10 P15.11 P15.16 P15.17 P15.18 shows a new one at its slug', async () => {
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
    // word17 ends at the 115th character, word18 would at the 122nd.
    expect(describedAs(page)).toBe(`${words(18)}...`);
    expect(textsOf(page.document, '[aria-label=Keywords] li')).toEqual(['alpha key', 'beta key']);
    expect(page.body).toContain('See the table');
    const features = sectionOf(page, 'Key Features to Look For');
    expect(textsOf(features, 'li')).toEqual(['First thing', 'Second thing']);
    const selected = sectionOf(page, 'Selected Vendors');
    expect(selected?.querySelectorAll('[aria-label="Selected vendors"] > li')).toHaveLength(4);
    const [all] = [...(selected?.querySelectorAll('a') ?? [])];
    expect([all?.textContent, all?.getAttribute('href')]).toEqual(['View All Vendors', '/vendors']);
    // The list above is not repeated in the running text.
    expect(textsOf(page.document, '.prose h2')).toEqual(['Before', 'After']);
    const running = textsOf(page.document, '.prose').join();
    expect(running).toContain('Not a feature');
    expect(running).not.toContain('First thing');
    const faqs = sectionOf(page, 'Frequently Asked Questions');
    expect(hrefsOf(faqs)).toEqual(['/faq', ...[1, 2, 3, 4, 5].map((n) => `/faq/asked-${n}`)]);
    // word28 ends at the 197th character, word29 would at the 204th.
    expect(textsOf(faqs, 'li p')).toEqual([
      `Bold ${words(29)}...`,
      `${'x'.repeat(200)}...`,
      'A3.',
      'A4.',
      'A5.',
    ]);
  });

  it('P15.05 P15.06 always asks "What is ...?", and answers by the introduction where nobody wrote an answer', async () => {
    const answerOf = async (slug: string) => {
      const { document } = await site.get(`/${slug}`);
      const sections = [...document.querySelectorAll('section')];
      const about = sections.find((s) => s.querySelector('h2')?.textContent?.startsWith('What is'));
      return about?.textContent?.replace(/\s+/g, ' ').trim();
    };
    const whatIs = 'A ledger keeps **every** entry.';
    const introduction =
      'Every entry counts, 2 * 3 < 7 of them.\n\nWho closes the books, reads on.';
    await site.asEditor('POST', '/api/landing-pages', landing({ slug: 'told-page', whatIs }));
    await site.asEditor(
      'POST',
      '/api/landing-pages',
      landing({ slug: 'untold-page', introduction }),
    );
    expect(await answerOf('told-page')).toBe('What is Ledger Software?A ledger keeps every entry.');
    expect(await answerOf('untold-page')).toBe(
      'What is Ledger Software?Every entry counts, 2 * 3 < 7 of them.',
    );
  });

  it('P15.03 heads the page with breadcrumb, category badge, title and introduction', async () => {
    const page = await site.get('/ledger-software');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('HomeLedger Software');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/']);
    expect(page.text('h1')).toBe('Ledger Software');
    expect(page.text('main header')).toContain('Accounting software');
    expect(page.text('main header')).toContain(`${words(50)}.`);
  });

  it('lists its parts beside the text, and what the evidence shows of each selected vendor', async () => {
    const page = await site.get('/accounting-software');
    const contents = page.hrefs('aside nav a').map((href) => href.slice(1));
    for (const id of ['what-is-it', 'key-features', 'selected-vendors', 'questions'])
      expect(contents).toContain(id);
    for (const id of contents)
      expect([id, page.document.getElementById(id)?.localName]).toEqual([id, 'h2']);
    const panel = sectionOf(page, 'What the evidence shows');
    const shown = page.hrefs('ul[aria-label="Selected vendors"] a');
    for (const href of hrefsOf(panel).slice(0, 4)) expect(shown).toContain(href);
    expect(textsOf(panel, 'li p')[0]).toMatch(/^\d+ documented, \d+ partly of \d+$/);
    expect(hrefsOf(panel)).toContain('/methodology');
    const bare = await site.asEditor(
      'POST',
      '/api/landing-pages',
      landing({ slug: 'lone-page', title: 'Lone' }),
    );
    expect(bare.status).toBe(201);
    expect((await site.get('/lone-page')).text('aside')).toBe(null);
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
      ])
        expect(page.body).toContain(part);
      expect([page.text('main a'), page.hrefs('main a')[0]]).toEqual(['Return Home', '/']);
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

  it('P16.01 P16.04 P16.05 shows the seven generic pages with title, date and content', async () => {
    await site.db.execute(
      sql`update pages set created_at = '2024-03-07T12:00:00Z', updated_at = '2025-01-05T12:00:00Z' where slug = 'about'`,
    );
    for (const slug of [
      'privacy-policy',
      'terms-of-service',
      'contact',
      'disclaimer',
      'editorial-guidelines',
      'about',
      'methodology',
    ]) {
      const { body } = await site.call('GET', `/api/pages/slug/${slug}`);
      const page = await site.get(`/${slug}`);
      expect([page.status, page.text('h1')]).toEqual([200, body.title]);
      expect(page.text('main header')).toBe(`${body.title}Last updated: ${asDay(body.updatedAt)}`);
      const headings = [...body.content.matchAll(/^## (.+)$/gm)].map((match) =>
        match[1].replaceAll("'", '’'),
      );
      expect(headings.length).toBeGreaterThan(3);
      expect(textsOf(page.document, '.prose h2')).toEqual(headings);
    }
    expect((await site.get('/about')).body).toContain('Last updated: Jan 5, 2025');
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
    expect(describedAs(page)).toBe('Name and address, in a sentence.');
  });

  it('P16.03 P16.05 P16.07 P16.08 P22.06 hides an unpublished page and serves any other slug', async () => {
    const { body } = await site.asEditor('GET', '/api/pages');
    const about = body.find((page: { slug: string }) => page.slug === 'about');
    await site.asEditor('PUT', `/api/pages/${about.id}`, { isPublished: false });
    const gone = await site.get('/about');
    expect(gone.status).toBe(404);
    expect(gone.text('h1')).toBe('Page Not Found');
    expect(gone.body).toContain("The page you're looking for doesn't exist or is not published.");
    expect([gone.text('main a'), gone.hrefs('main a')]).toEqual(['Return Home', ['/']]);
    const privacy = body.find((page: { slug: string }) => page.slug === 'privacy-policy');
    const inFooter = { showInFooter: true, footerSection: 'company' };
    await site.asEditor('PUT', `/api/pages/${privacy.id}`, inFooter);
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
    expect(describedAs(page)).toBe('Cookie policy information for Family Office Software.');
    expect(textsOf(page.document, '.prose h2')).toEqual(['Cookies']);
    const sections = [...(await site.get('/')).document.querySelectorAll('footer nav > div')];
    const holding = (href: string) =>
      sections.flatMap((section) =>
        hrefsOf(section)
          .filter((one) => one === href)
          .map(() => section.querySelector('h2')?.textContent),
      );
    expect(holding('/cookie-policy')).toEqual(['Legal']);
    expect(holding('/privacy-policy')).toEqual(['Legal']);
    expect(textsOf(sections.at(-1), 'a').at(-1)).toBe('Cookie policy');
  });
});
