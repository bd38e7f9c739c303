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
    for (const part of [
      'What It Is',
      "Who It's For",
      'Problems It Solves',
      '$50,000',
      '$500,000+',
      'annually',
    ]) {
      expect(page.body).toContain(part);
    }
  });

  it('P2.08 P2.11 P2.13 links the six categories, three pairs and four areas', async () => {
    const { hrefs } = await site.get('/');
    const links = hrefs('main a');
    for (const href of [
      '/reporting',
      '/accounting-software',
      '/portfolio-management',
      '/data-aggregation',
      '/features/crm-client-portal',
      '/features/security-compliance',
      '/faq',
      '/glossary',
      '/services',
      '/types',
    ]) {
      expect(links).toContain(href);
    }
    expect(links.filter((href) => /^\/compare\/.+-vs-.+$/.test(href))).toEqual([
      '/compare/addepar-vs-masttro',
      '/compare/eton-solutions-vs-fundcount',
      '/compare/asora-vs-altoo',
    ]);
  });

  it('P1.06 P1.08 carries the 21 footer links and the year', async () => {
    const page = await site.get('/');
    expect(new Set(page.hrefs('footer nav a')).size).toBeGreaterThanOrEqual(21);
    expect(page.text('footer')).toContain('2024');
  });

  it('P1.13 P1.15 answers an unknown path with 404 and noindex', async () => {
    const page = await site.get('/no/such/path');
    expect(page.status).toBe(404);
    expect(page.body).toContain('404 Page Not Found');
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });
});
