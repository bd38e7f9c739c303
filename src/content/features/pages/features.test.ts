import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the feature pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P7.01 P7.09 P7.10 lists 79 features in 11 categories with counts', async () => {
    const page = await site.get('/features');
    expect(
      page.document.querySelector('main input[type=search]')?.getAttribute('placeholder'),
    ).toBe('Search features...');
    expect(page.body.replace(/\s+/g, ' ')).toContain('79 features across 11 categories');
    const chips = [...page.document.querySelectorAll('nav[aria-label=Categories] a')].map(
      (a) => a.textContent ?? '',
    );
    expect(chips).toHaveLength(12);
    expect(chips[0]).toContain('All Categories');
    expect(chips[0]).toContain('79');
    expect(page.document.querySelectorAll('main h3 a')).toHaveLength(79);
  });

  it('EVIDENCE answers first: how many document it, who, and how strong that is', async () => {
    const { body } = await site.call('GET', '/api/features/partnership-accounting/coverage');
    const { totals, vendors, notConfirmed } = body;
    const page = await site.get('/features/partnership-accounting');
    const answer = page.document.querySelector('main header .feature-answer');
    expect(answer?.querySelector('p')?.textContent).toBe(
      `${totals.documented} documented, ${totals.partial} partly, ${notConfirmed} not confirmed`,
    );
    type Entry = { vendor: { slug: string; name: string }; cell: { level: string } };
    const named = ['documented', 'partial'].flatMap((level) =>
      (vendors as Entry[]).filter(({ cell }) => cell.level === level).slice(0, 6),
    );
    const links = page.hrefs('.feature-answer a').filter((href) => href !== '#evidence');
    expect(links).toEqual(named.map(({ vendor }) => `#evidence-${vendor.slug}`));
    expect(links.length).toBeGreaterThan(1);
    for (const href of links) {
      const cell = page.document.querySelector(href);
      expect(cell?.querySelector('.level')?.textContent).toMatch(
        /^(?:Documented|Partly)(?:, second hand)?, (?:undated|\d{4})$/,
      );
    }
  });

  it('P7.07 P7.12 preselects a category from the address', async () => {
    const category = 'CRM & Client Portal';
    const page = await site.get(`/features?category=${encodeURIComponent(category)}`);
    expect(page.document.querySelectorAll('main section h2')).toHaveLength(1);
    expect(
      page.document.querySelector('nav[aria-label=Categories] [aria-current]')?.textContent,
    ).toContain(category);
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

  it('P7.03 counts features without a category as Other, and finds as many', async () => {
    for (const slug of ['loose-end', 'loose-other']) {
      await site.asEditor('POST', '/api/features', { name: `Wombat ${slug}`, slug });
    }
    const all = await site.get('/features?q=wombat');
    const chip = [...all.document.querySelectorAll('nav[aria-label=Categories] a')].find((a) =>
      a.textContent?.startsWith('Other'),
    );
    expect(chip?.textContent).toBe('Other2');
    const page = await site.get(chip?.getAttribute('href') ?? '');
    expect([...page.document.querySelectorAll('main h3 a')].map((a) => a.textContent)).toEqual([
      'Wombat loose-end',
      'Wombat loose-other',
    ]);
    const { body: named } = await site.call('GET', '/api/features?q=wombat&category=Reporting');
    expect(named).toEqual([]);
  });

  it('P7.03 the chips count what GET /api/features holds', async () => {
    const { body } = await site.call('GET', '/api/features');
    const counts = new Map<string, number>();
    for (const { category } of body as { category: string | null }[]) {
      const name = category ?? 'Other';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const page = await site.get('/features');
    const chips = [...page.document.querySelectorAll('nav[aria-label=Categories] a')];
    const [first, ...rest] = chips.map((chip) => chip.textContent);
    expect(first).toBe(`All Categories${body.length}`);
    expect(rest.sort()).toEqual([...counts].map(([name, count]) => `${name}${count}`).sort());
  });

  it('P7.05 a card links the name, tells both levels, and has the description', async () => {
    await site.asEditor('POST', '/api/features', {
      name: 'Plumbago',
      slug: 'plumbago',
      description: 'Long words. '.repeat(100).trim(),
      importance: 'High',
      complexity: 'Medium',
    });
    const page = await site.get('/features?q=plumbago');
    const card = page.document.querySelector('main section li');
    const link = card?.querySelector('h3 a');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([
      'Plumbago',
      '/features/plumbago',
    ]);
    expect(card?.textContent).toContain('High Priority');
    expect(card?.textContent).toContain('Medium Complexity');
    const description = [...(card?.querySelectorAll('p') ?? [])].find((p) =>
      p.textContent?.startsWith('Long words.'),
    );
    expect(description?.textContent).toBe('Long words. '.repeat(100).trim());
  });

  it('P7.11 P19.09 shows breadcrumb, name, badge, levels, the day it was added, description and content', async () => {
    const { body } = await site.asEditor('POST', '/api/features', {
      name: 'Ledger',
      slug: 'ledger-of-entities',
      category: 'Accounting',
      importance: 'High',
      complexity: 'Low',
      description: 'Keeps the books of many entities.',
      content: 'Every **entity** has a ledger.',
    });
    await site.db.execute(
      sql`update features set created_at = '2025-01-05T12:00:00Z' where id = ${body.id}`,
    );
    const page = await site.get('/features/ledger-of-entities');
    expect(page.text('title')).toBe('Ledger - Family Office Software');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('FeaturesLedger');
    expect(page.text('h1')).toBe('Ledger');
    expect(page.text('main header')).toContain('Accounting');
    expect(page.text('main header')).toContain('Keeps the books of many entities.');
    expect(page.text('.prose')).toBe('Every entity has a ledger.');
    const facts = [...page.document.querySelectorAll('aside dt')].map((dt) => [
      dt.textContent,
      dt.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Importance', 'High'],
      ['Complexity', 'Low'],
      ['Added', 'Jan 5, 2025'],
    ]);
  });

  it('P7.12 P7.13 leads on from a feature', async () => {
    const page = await site.get('/features/crm-client-portal');
    expect(page.status).toBe(200);
    const about = [...page.document.querySelectorAll('aside section, aside > div')].find(
      (part) => part.querySelector('h2')?.textContent === 'About CRM & Client Portal',
    );
    const hrefs = [...(about?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'));
    expect(hrefs[0]).toBe('/features?category=CRM+%26+Client+Portal');
    const buttons = [...page.document.querySelectorAll('main a')].map((a) => [
      a.textContent,
      a.getAttribute('href'),
    ]);
    expect(buttons).toContainEqual(['All features', '/features']);
    expect(buttons).toContainEqual(['Browse vendors', '/vendors']);
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
    expect(page.text('main a')).toBe('Back to Features');
    expect(page.hrefs('main a')).toEqual(['/features']);
  });
});
