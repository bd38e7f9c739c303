import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const SLUGS: Record<string, string> = {
  'Bill Payment': 'bill-payment',
  'Authentication and Single Sign-On': 'authentication-and-sso',
  'K-1 Tracking': 'k1-tracking',
};

type Page = Awaited<ReturnType<TestSite['get']>>;

const main = (page: Page) => (page.text('main') ?? '').replace(/\s+/g, ' ');
const robots = (page: Page) =>
  page.document.querySelector('meta[name=robots]')?.getAttribute('content');

describe('the search page', () => {
  it('groups what it found, with counts, marked words, kinds and days, and is in no index', async () => {
    const page = await site.get('/search?q=addepar');
    expect([page.status, robots(page)]).toEqual([200, 'noindex']);
    expect(page.text('title')).toContain('addepar - Search');
    const [first] = page.hrefs('main li.card a');
    expect(first).toBe('/vendors/addepar');
    const headings = [...page.document.querySelectorAll('main section h2')];
    const kinds = headings.map((one) => one.textContent?.replace(/\s+\d.*$/, ''));
    expect(kinds[0]).toBe('Vendors');
    expect(kinds).toContain('Comparisons');
    expect(page.text('main section h2')).toMatch(/^Vendors \d+$/);
    expect(page.text('main li.card mark')).toBe('Addepar');
    expect(page.text('main li.card')).toMatch(/Vendor · [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    expect(page.hrefs('main section > p a')).toContain('/search?q=addepar&kind=vendors');
  });

  it('shows more of one kind, and the way back to all', async () => {
    const page = await site.get('/search?q=reporting&kind=features');
    expect(page.document.querySelectorAll('main section').length).toBe(1);
    expect(page.document.querySelectorAll('main section li').length).toBeGreaterThan(5);
    expect(page.hrefs('main a')).toContain('/search?q=reporting');
  });

  it('says so where there are more of one kind than it shows', async () => {
    for (let n = 0; n < 52; n += 1) {
      await site.asEditor('POST', '/api/glossary', {
        term: `Brachiopod ${n}`,
        slug: `brachiopod-${n}`,
        definition: 'A shell.',
      });
    }
    const page = await site.get('/search?q=brachiopod&kind=glossary');
    expect(page.document.querySelectorAll('main section li').length).toBe(50);
    expect(page.text('main section > p')).toBe('The first 50 of 52. More words find fewer.');
    const all = await site.get('/search?q=brachiopod');
    expect(all.hrefs('main section > p a')).toContain('/search?q=brachiopod&kind=glossary');
    const whole = await site.get('/search?q=brachiopod+7&kind=glossary');
    // Pages with both words come first, then those with one.
    expect(whole.hrefs('main li.card a')[0]).toBe('/glossary/brachiopod-7');
    const few = await site.get('/search?q=addepar&kind=comparisons');
    expect(main(few)).not.toContain('The first');
  });

  it('says what it corrected, and searches for what was typed when asked to', async () => {
    const page = await site.get('/search?q=adepar');
    expect(main(page)).toContain('Showing results for addepar. Search for adepar instead');
    expect(page.hrefs('main li.card a')[0]).toBe('/vendors/addepar');
    expect(page.hrefs('main p a')).toContain('/search?q=adepar&exact=true');
    const exact = await site.get('/search?q=adepar&exact=true');
    expect(main(exact)).toContain('Nothing found for “adepar”');
  });

  it('is a form on every page, and an empty one without words', async () => {
    const page = await site.get('/search');
    expect([page.status, robots(page)]).toEqual([200, 'noindex']);
    expect(main(page)).not.toContain('Nothing found');
    const other = await site.get('/faq');
    const form = other.document.querySelector('header form');
    expect([form?.getAttribute('action'), form?.getAttribute('method')]).toEqual([
      '/search',
      'get',
    ]);
    expect(form?.querySelector('input')?.getAttribute('name')).toBe('q');
    expect(other.html).toMatch(/<button[^>]* popovertarget="site-search"/i);
  });

  it('stands in no sitemap, and no page can be saved at its address', async () => {
    const sitemap = await (await site.api.request('/sitemaps/site-1.xml')).text();
    expect(sitemap).toContain('/vendors</loc>');
    expect(sitemap).not.toContain('/search');
    const saved = await site.asEditor('POST', '/api/pages', {
      title: 'Search',
      slug: 'search',
      content: 'Mine.',
    });
    expect(saved.status).toBe(400);
  });

  it('writes hostile words as text', async () => {
    const page = await site.get(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    expect(page.document.querySelectorAll('main img').length).toBe(0);
    expect(main(page)).toContain('<img src=x onerror=alert(1)>');
  });

  it('a list of vendors without a hit offers the whole site', async () => {
    const page = await site.get('/vendors?q=zzzz');
    expect(page.hrefs('main a')).toContain('/search?q=zzzz');
    expect(main(page)).toContain('Search the whole site for “zzzz”');
  });

  it('answers stand above the pages: a comparison, a fact with its source, a feature with its vendors', async () => {
    const versus = await site.get('/search?q=addepar+vs+eton');
    expect(versus.hrefs('main [aria-label=Answers] h2 a')).toEqual([
      '/compare/addepar-vs-eton-solutions',
    ]);
    const hosting = await site.get('/search?q=addepar+hosting');
    expect(main(hosting)).toContain('Addepar: Hosting');
    expect(main(hosting)).toContain('Source: build.addepar.com');
    const feature = await site.get('/search?q=who+does+bill+payment');
    expect(feature.hrefs('main [aria-label=Answers] a')).toEqual(
      expect.arrayContaining(['/features/bill-payment', '/needs?f=bill-payment']),
    );
    expect(main(feature)).toMatch(/\d+ documented, \d+ partly, \d+ not confirmed/);
    const priced = await site.get('/search?q=kubera+price');
    const sources = [...priced.document.querySelectorAll('main [aria-label=Answers] div')];
    expect(sources.map((one) => one.textContent?.replace(/^.*Source: /s, ''))).toEqual([
      'kubera.com (opens in a new tab), Aug 2, 2023',
      'github.com (opens in a new tab), Nov 15, 2026',
    ]);
    const tool = await site.get('/search?q=scorecard');
    expect(tool.hrefs('main [aria-label=Answers] h2 a')).toEqual(['/shortlist']);
  });

  it('the box of the directory finds by features and misspelt names, and says why', async () => {
    const page = await site.get('/vendors?q=bill+payment');
    const [first] = page.document.querySelectorAll('main [aria-label=Vendors] li');
    expect(first?.textContent).toContain('documents Bill Payment');
    const misspelt = await site.get('/vendors?q=adepar');
    expect(misspelt.hrefs('main [aria-label=Vendors] h2 a')[0]).toBe('/vendors/addepar');
  });

  it.each([
    ['bill pay', 'Bill Payment'],
    ['SSO', 'Authentication and Single Sign-On'],
    ['k1', 'K-1 Tracking'],
  ])(
    'the box of the directory reads %s as %s: who documents it first, then who partly',
    async (q, name) => {
      const page = await site.get(`/vendors?q=${encodeURIComponent(q)}`);
      const cards = [...page.document.querySelectorAll('main [aria-label=Vendors] > li')];
      const levels = cards.flatMap((card) => {
        const text = card.textContent ?? '';
        if (text.includes(`partly documents ${name}`)) return 'partly';
        return text.includes(`documents ${name}`) ? 'documented' : [];
      });
      expect([...new Set(levels)]).toEqual(['documented', 'partly']);
      expect(levels).toEqual(levels.toSorted());
      expect(page.hrefs('main a')).toContain(`/needs?f=${SLUGS[name]}`);
    },
  );

  it('the order by needs takes what the directory was asked for, and what it cannot take is said', async () => {
    const filters =
      'market=Single+Family+Offices&market=RIAs+%26+Wealth+Managers&category=Accounting&aum=under-100m';
    const page = await site.get(`/vendors?q=bill+pay&feature=general-ledger&${filters}`);
    const link = [...page.document.querySelectorAll('main a')].find(
      (one) => one.textContent === 'Order all by your needs',
    );
    expect(link?.getAttribute('href')).toBe(
      '/needs?f=general-ledger&f=bill-payment&market=Single+Family+Offices&category=Accounting',
    );
    expect(link?.parentElement?.textContent).toBe(
      'Order all by your needs without RIAs & Wealth Managers and Under $100M',
    );
    const words = await site.get('/vendors?q=zurich');
    expect(main(words)).toContain('Order all by your needs without “zurich”');
  });

  it('what lacks a word says which, and what has all says nothing', async () => {
    const page = await site.get('/search?q=unobtainium+ledger');
    expect(main(page)).toContain('Nothing has all of these words. The nearest stand first.');
    const [first] = page.document.querySelectorAll('main li.card');
    expect(first?.textContent).toContain('Without: unobtainium · ');
    const whole = await site.get('/search?q=general+ledger&kind=features');
    const [best] = whole.document.querySelectorAll('main li.card');
    expect(best?.textContent).not.toContain('Without:');
  });

  it('a misspelt address of a vendor offers the nearest', async () => {
    const page = await site.get('/vendors/adepar');
    expect(page.status).toBe(404);
    expect(page.hrefs('main a')).toContain('/vendors/addepar');
  });
});
