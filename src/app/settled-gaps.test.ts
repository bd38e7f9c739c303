import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('what the specs left open, as it was settled', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P1.09 names the years from 2024 to this one', async () => {
    const year = new Date().getUTCFullYear();
    expect((await site.get('/')).text('footer')).toContain(`© 2024–${year} Family Office Software`);
  });

  it('P10.04 P10.12 P10.20 titles a profile, falls back to the content, and tells how to evaluate', async () => {
    await site.asEditor('POST', '/api/vendors', {
      name: 'Gap',
      slug: 'gap',
      content: 'From the content.',
    });
    const page = await site.get('/vendors/gap');
    expect(page.document.title).toBe('Gap - Family Office Software features, pricing and reviews');
    expect(page.body).toContain('From the content.');
    const { body } = await site.asEditor('GET', '/api/vendors/gap');
    await site.asEditor('PUT', `/api/vendors/${body.id}`, {
      about: 'From about.',
      lastVerifiedAt: '2026-10-15',
      sources: [{ field: 'website', url: 'https://example.com/about' }],
    });
    const both = await site.get('/vendors/gap');
    expect(both.body).toContain('From about.');
    expect(both.body).not.toContain('From the content.');
    const panel = [...both.document.querySelectorAll('aside section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Evaluate Gap',
    );
    for (const part of [
      'Last verified',
      'Oct 15, 2026',
      'How we research',
      'Sources (1)',
      'Compare Gap',
    ]) {
      expect(panel?.textContent).toContain(part);
    }
  });

  it('P13.02 P13.08 fills the matrix with the settled groups and says what is not specified', async () => {
    const { body } = await site.call('GET', '/api/compare/addepar-vs-masttro');
    const labels = body.comparisonMatrix.map(
      (group: { name: string; items: { label: string }[] }) => [
        group.name,
        ...group.items.map(({ label }) => label),
      ],
    );
    expect(labels).toEqual([
      ['Company Overview', 'Founded', 'Headquarters', 'Employees', 'Customers'],
      ['Requirements & Pricing', 'Minimum Assets', 'Typical Client Size', 'Pricing'],
      ['Core Features', 'Features', 'Use Cases', 'Integrations', 'Support'],
      ['Contract, as published', 'Contract party', 'Scope', 'Change of terms or service'],
    ]);
    const page = await site.get('/compare/addepar-vs-masttro');
    const cards = [...page.document.querySelectorAll('[aria-label="The two vendors"] > li')];
    expect(cards).toHaveLength(2);
    for (const [index, vendor] of [body.vendorA, body.vendorB].entries()) {
      expect(cards[index]?.textContent).toContain(vendor.description.replaceAll("'", '’'));
      const facts = [...(cards[index]?.querySelectorAll('dt') ?? [])].map((dt) => [
        dt.textContent,
        dt.nextElementSibling?.textContent,
      ]);
      expect(facts).toEqual([
        ['Founded', vendor.founded ?? 'Not specified'],
        ['Min. assets', vendor.minimumAssets ?? 'Not specified'],
      ]);
    }
    expect(body.vendorA.founded).toContain('2009');
    expect([body.vendorA.minimumAssets, body.vendorB.minimumAssets]).toContain(null);
  });

  it('P15.06 P15.07 P15.14 never leaves "What is" empty, and its three questions exist', async () => {
    const page = await site.get('/accounting-software');
    const section = [...page.document.querySelectorAll('section')].find((s) =>
      s.querySelector('h2')?.textContent?.startsWith('What is '),
    );
    expect(section?.querySelector('p')?.textContent?.length).toBeGreaterThan(40);
    expect(page.document.querySelectorAll('.prose h2').length).toBeGreaterThan(0);
    const questions = page
      .hrefs('main a')
      .filter((href) =>
        /^\/faq\/(what-is-family-office-software|how-much-does|how-long-does-implementation)/.test(
          href,
        ),
      );
    expect(new Set(questions).size).toBe(3);
    for (const href of questions) expect((await site.call('GET', `/api${href}`)).status).toBe(200);
  });

  it('P7.06 P8.12 P11.15 has the levels, the three use cases and the four other guides', async () => {
    const { body: features } = await site.call('GET', '/api/features');
    const levels = new Set(
      features.flatMap((f: Record<string, string>) => [f.importance, f.complexity]),
    );
    expect([...levels].sort()).toEqual(['High', 'Low', 'Medium']);
    for (const slug of [
      'portfolio-management',
      'consolidated-reporting',
      'crm-relationship-management',
    ]) {
      const page = await site.get(`/use-cases/${slug}`);
      expect(page.status).toBe(200);
      const related = page.hrefs('aside a').filter((href) => href.startsWith('/use-cases/'));
      expect(related.length).toBeGreaterThanOrEqual(2);
      expect(related).not.toContain(`/use-cases/${slug}`);
    }
    const guide = await site.get('/buyers-guides/operations-cfo');
    expect(guide.hrefs('aside a')).not.toContain('/buyers-guides/operations-cfo');
    for (const href of guide
      .hrefs('aside a')
      .filter((link) => link.startsWith('/buyers-guides/'))) {
      expect((await site.get(href)).status, href).toBe(200);
    }
  });

  it('P6.18 serves a hub for every page type', async () => {
    const { body: faqs } = await site.call('GET', '/api/faq?limit=1');
    await site.asEditor('POST', '/api/content-hub-configs', {
      pageType: 'faq',
      pageSlug: faqs[0].slug,
      title: 'Hub',
      description: 'D',
      topic: 'T',
      relatedContent: [{ type: 'faq', title: 'X', slug: faqs[0].slug }],
    });
    const { body } = await site.call('GET', `/api/content-hub-config/faq/${faqs[0].slug}`);
    expect(body.title).toBe('Hub');
  });
});
