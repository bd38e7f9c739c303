import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the home page', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P2.01 P2.06 P2.07 heads the page with the product and says what it is and costs', async () => {
    const page = await site.get('/');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Family Office Software');
    const parts = page.document.querySelectorAll('[aria-label="About family office software"] li');
    expect([...parts].map((part) => part.querySelector('h2')?.textContent)).toEqual([
      'What It Is',
      "Who It's For",
      'Problems It Solves',
    ]);
    for (const part of parts) expect(part.textContent?.length).toBeGreaterThan(80);
    expect(parts[0]?.textContent).toMatch(/\$50,000\s+to\s+\$500,000\+\s+annually/);
  });

  it('PROMISE 24 asks for the number of vendors alone, not for what every filter would leave', async () => {
    expect((await site.get('/')).html).not.toContain('/api/vendor-facets');
  });

  it('P2.05 P2.08 P2.11 P2.13 links the six categories, three pairs and four areas', async () => {
    const { document, hrefs } = await site.get('/');
    const cardsOf = (section: string) =>
      [...document.querySelectorAll(`${section} li h3 a, ${section} li h2 a`)].map((a) => [
        a.textContent,
        a.getAttribute('href'),
      ]);
    expect(cardsOf('#software')).toEqual([
      ['Reporting', '/reporting'],
      ['Accounting', '/accounting-software'],
      ['Portfolio Management', '/portfolio-management'],
      ['Data Aggregation', '/data-aggregation'],
      ['CRM & Client Portal', '/features/crm-client-portal'],
      ['Security & Compliance', '/features/security-compliance'],
    ]);
    expect(cardsOf('[aria-label=Learn]')).toEqual([
      ['FAQ', '/faq'],
      ['Glossary', '/glossary'],
      ['Services', '/services'],
      ['Types', '/types'],
    ]);
    expect(hrefs('main a').filter((href) => /^\/compare\/.+-vs-.+$/.test(href))).toEqual([
      '/compare/addepar-vs-masttro',
      '/compare/eton-solutions-vs-fundcount',
      '/compare/asora-vs-altoo',
    ]);
  });

  it('P1.06 carries the 21 footer links, and each resolves', async () => {
    const links = (await site.get('/')).hrefs('footer a');
    const wanted = [
      '/about',
      '/contact',
      '/methodology',
      '/editorial-guidelines',
      '/vendors',
      '/features',
      '/use-cases',
      '/compare',
      '/buyers-guides',
      '/faq',
      '/glossary',
      '/news',
      '/accounting-software',
      '/portfolio-management-software',
      '/reporting-tools-software',
      '/data-aggregation-software',
      '/family-office-crm-software',
      '/best-family-office-software',
      '/privacy-policy',
      '/terms-of-service',
      '/disclaimer',
    ];
    expect(wanted).toHaveLength(21);
    expect(links).toEqual(expect.arrayContaining(wanted));
    for (const href of wanted) expect((await site.get(href)).status, href).toBe(200);
  });

  it('P1.08 carries the year', async () => {
    expect((await site.get('/')).text('footer')).toContain('2024');
  });

  it('P1.13 P1.15 answers an unknown path with 404 and noindex', async () => {
    const page = await site.get('/no/such/path');
    expect(page.status).toBe(404);
    expect(page.body).toContain('404 Page Not Found');
    expect(page.body).toContain("The page you're looking for doesn't exist or has been moved.");
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });
});
