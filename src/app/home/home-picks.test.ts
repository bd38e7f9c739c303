import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('what the home page picks', () => {
  let site: TestSite;
  const ids = new Map<string, number>();
  const add = async (slug: string, more: object = {}) => {
    const vendor = { name: `Vendor ${slug}`, slug, ...more };
    ids.set(slug, (await site.asEditor('POST', '/api/vendors', vendor)).body.id);
  };
  const change = (slug: string, more: object) =>
    site.asEditor('PUT', `/api/vendors/${ids.get(slug)}`, more);
  const cards = async () => [
    ...(await site.get('/')).document.querySelectorAll('[aria-label="Featured vendors"] > li'),
  ];
  const slugs = async () =>
    (await cards()).map((li) => li.querySelector('h3 a')?.getAttribute('href')?.slice(9) ?? '');

  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await add(`v${number}`);
    await add('draft', { isPublished: false });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => site.close());

  it('P2.20 shows three published vendors of eight when none is featured, others on other days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sets = new Set<string>();
    for (let day = 1; day <= 8; day += 1) {
      vi.setSystemTime(new Date(Date.UTC(2030, 0, day)));
      const picked = await slugs();
      expect(new Set(picked).size).toBe(3);
      for (const slug of picked) expect(slug).toMatch(/^v[1-8]$/);
      sets.add(picked.sort().join());
    }
    expect(sets.size).toBeGreaterThan(1);
  });

  it('P2.19 shows three of five featured vendors, and never one that is not published', async () => {
    for (const slug of ['v2', 'v4', 'v5', 'v7', 'v8']) await change(slug, { isFeatured: true });
    await change('draft', { isFeatured: true });
    const picked = await slugs();
    expect(picked).toHaveLength(3);
    for (const slug of picked) expect(['v2', 'v4', 'v5', 'v7', 'v8']).toContain(slug);
  });

  it('EVIDENCE features only vendors that serve family offices once one of them does, and says so', async () => {
    const rule = async () => (await site.get('/')).text('main');
    expect(await rule()).toContain('Picked by the editors; no place is for sale.');
    await change('v5', { markets: ['RIAs & Wealth Managers'] });
    await change('v7', { markets: ['Private Banks', 'Single Family Offices'] });
    await change('v8', { markets: ['Multi-Family Offices'] });
    expect(await slugs()).toEqual(['v7', 'v8']);
    expect(await rule()).toContain(
      'Featured vendors serve family offices. Places cannot be bought.',
    );
    await change('v7', { markets: [] });
    await change('v8', { markets: [] });
  });

  it('P2.22 a card links to the profile with logo, name, description, two features and what is left', async () => {
    for (const slug of ['v5', 'v7', 'v8']) await change(slug, { isFeatured: false });
    await change('v2', {
      description: 'Keeps the books.',
      logo: '/images/v2.svg',
      features: ['Ledger', 'Bills', 'Portal', 'Reports', 'Audit'],
    });
    await change('v4', { features: ['Ledger', 'Bills'] });
    const [first, second] = await cards();
    const badgesOf = (card: Element | undefined) =>
      [...(card?.querySelectorAll('[aria-label=Features] li') ?? [])].map((li) => li.textContent);
    expect(first?.querySelector('h3 a')?.textContent).toBe('Vendor v2');
    expect(first?.querySelector('img')?.getAttribute('src')).toBe('/images/v2.svg');
    expect(first?.textContent).toContain('Keeps the books.');
    expect(badgesOf(first)).toEqual(['Ledger', 'Bills', '+3 more']);
    expect(badgesOf(second)).toEqual(['Ledger', 'Bills']);
    const profile = await site.get(first?.querySelector('h3 a')?.getAttribute('href') ?? '');
    expect([profile.status, profile.text('h1')]).toEqual([200, 'Vendor v2']);
  });

  it('P2.27 dates an article by its original publication, else by its creation', async () => {
    const article = { originalContent: 'Words.', status: 'published' };
    await site.asEditor('POST', '/api/news', {
      ...article,
      title: 'Dated',
      slug: 'dated',
      originalPublishedAt: '2025-01-05T12:00:00Z',
    });
    await site.asEditor('POST', '/api/news', { ...article, title: 'Undated', slug: 'undated' });
    await site.db.execute(
      sql`update news_articles set created_at = '2024-03-07T12:00:00Z' where slug = 'undated'`,
    );
    const page = await site.get('/');
    const dates = [...page.document.querySelectorAll('[aria-label="Latest news"] > li')].map(
      (li) => [
        li.querySelector('h3 a')?.getAttribute('href'),
        li.querySelector('time')?.textContent,
      ],
    );
    expect(Object.fromEntries(dates)).toEqual({
      '/news/dated': 'Jan 5, 2025',
      '/news/undated': 'Mar 7, 2024',
    });
  });
});
