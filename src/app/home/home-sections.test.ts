import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const article = (over: object) => ({
  title: 'T',
  originalContent: 'Words.',
  status: 'published',
  ...over,
});

type Page = Awaited<ReturnType<TestSite['get']>>;

const sectionOf = (page: Page, heading: string) =>
  [...page.document.querySelectorAll('main section')].find(
    (section) => section.querySelector('h2')?.textContent === heading,
  );
const linksOf = (section: Element | undefined) =>
  [...(section?.querySelectorAll('a') ?? [])].map((a) => [a.textContent, a.getAttribute('href')]);

describe('the sections of the home page', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P2.02 P2.03 P2.04 names the product in one form and offers four ways on', async () => {
    const page = await site.get('/');
    expect(page.text('h1')).toBe('Family Office Software');
    expect(page.hrefs('footer a')).toContain('/best-family-office-software');
    const actions = [...page.document.querySelectorAll('main header a')].map((a) => [
      a.textContent,
      a.getAttribute('href'),
    ]);
    expect(actions).toEqual([
      ['Compare Tools', '/compare'],
      ['Explore Vendors', '/vendors'],
      ["Read Buyer's Guide", '/buyers-guides'],
      ['Explore Software', '#software'],
    ]);
    expect(page.document.querySelector('#software')).not.toBeNull();
  });

  it('P2.05 P2.10 P2.12 P2.14 P26.06 has every section with links that resolve', async () => {
    const page = await site.get('/');
    for (const slug of ['crm-client-portal', 'security-compliance']) {
      expect((await site.call('GET', `/api/features/${slug}`)).status).toBe(200);
    }
    const pairs = (hrefs: string[]) => hrefs.filter((href) => /^\/compare\/.+-vs-/.test(href));
    expect(pairs(page.hrefs('main a'))).toEqual(
      pairs((await site.get('/compare')).hrefs('main a')),
    );
    const action = sectionOf(page, 'Make a shortlist you can defend');
    expect(linksOf(action).map(([, href]) => href?.split('#')[0])).toEqual(
      expect.arrayContaining(['/vendors', '/compare']),
    );
    expect(page.body).toMatch(/independent/i);
    for (const who of [
      'Single family offices with $100M+ in assets',
      'multi-family offices',
      'outsourced chief investment officers',
      'RIAs',
      'CIOs',
      'CFOs',
      'wealthy families',
      'advisers',
    ]) {
      expect(page.body.replace(/\s+/g, ' ')).toContain(who);
    }
    for (const href of new Set(page.hrefs('main a').filter((link) => link.startsWith('/')))) {
      expect([200, 301], href).toContain((await site.get(href)).status);
    }
  }, 180_000);

  it('P2.16 P2.17 P2.18 shows the banners, the first one styled as primary, or the default', async () => {
    const banners: Record<string, string>[] = (await site.call('GET', '/api/cta-banners')).body;
    const page = await site.get('/');
    expect(banners.length).toBeGreaterThan(1);
    const shown = sectionOf(page, banners[0]?.title ?? '');
    expect(shown?.querySelector('p')?.textContent).toBe(
      banners[0]?.description?.replaceAll("'", '’'),
    );
    expect(page.body).not.toContain(banners[1]?.title);
    expect(linksOf(shown)).toEqual(
      banners.map(({ buttonText, buttonUrl }) => [buttonText, buttonUrl]),
    );
    const [first, ...others] = [...(shown?.querySelectorAll('a') ?? [])].map((a) => a.className);
    for (const other of others) expect(other).not.toBe(first);
    for (const { id } of banners)
      await site.asEditor('PUT', `/api/cta-banners/${id}`, { isActive: false });
    const bare = await site.get('/');
    const links = linksOf(sectionOf(bare, 'Ready to Explore Family Office Services?'));
    expect(links.map(([, href]) => href)).toEqual(['/services', '/types']);
    for (const [label] of links) expect(label).toMatch(/\w/);
  });

  it('P2.26 P2.28 shows the three newest articles with their facts', async () => {
    await site.asEditor(
      'POST',
      '/api/news',
      article({
        slug: 'newest',
        rewrittenTitle: 'The newest',
        category: 'Security',
        excerpt: 'In short.',
        readingTime: 4,
        originalPublishedAt: '2026-11-20T00:04:00Z',
      }),
    );
    await site.asEditor(
      'POST',
      '/api/news',
      article({
        slug: 'second',
        originalPublishedAt: '2026-11-20T00:03:00Z',
        imageUrl: '/images/news/x.svg',
        imageAlt: 'A picture',
      }),
    );
    const page = await site.get('/');
    const cards = [...page.document.querySelectorAll('[aria-label="Latest news"] > li')];
    expect(cards).toHaveLength(3);
    for (const part of [
      'Nov 20, 2026',
      'Security',
      'The newest',
      'In short.',
      '4 min read',
      'Read More',
    ]) {
      expect(cards[0]?.textContent).toContain(part);
    }
    expect(cards[0]?.querySelector('svg')).not.toBeNull();
    expect(cards[0]?.querySelector('img')).toBeNull();
    const picture = cards[1]?.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('/images/news/x.svg');
    expect(picture?.getAttribute('alt')).toBe('A picture');
    expect(cards[0]?.querySelector('a')?.getAttribute('href')).toBe('/news/newest');
  });

  it('P2.30 says that news is on its way when there is none', async () => {
    const { body } = await site.asEditor('GET', '/api/news?include_all_statuses=true');
    for (const { id } of body) await site.asEditor('DELETE', `/api/news/${id}`);
    expect((await site.get('/')).body).toContain('News articles are currently being loaded...');
  });

  it('P2.32 asks four questions, one of them on cost', async () => {
    const questions = [
      ...(await site.get('/')).document.querySelectorAll('main details summary'),
    ].map((s) => s.textContent);
    expect(questions).toHaveLength(4);
    expect(questions[0]).toContain('cost');
  });

  it('P1.02 P1.03 P1.04 P1.07 P23.02 greets an editor by name in header and footer', async () => {
    const anonymous = await site.get('/');
    expect(anonymous.hrefs('header a')).not.toContain('/admin');
    expect(anonymous.body).not.toContain('Logout');
    expect(anonymous.body).not.toContain('Welcome');
    const page = await site.get('/', { cookie: site.cookie });
    const header = page.document.querySelector('header');
    expect(page.hrefs('header a')).toEqual(
      expect.arrayContaining([
        '/admin',
        '/api/logout',
        '/vendors',
        '/use-cases',
        '/compare',
        '/news',
      ]),
    );
    for (const label of ['Vendors', 'Use Cases', 'Compare', 'News', 'Edith', 'Admin', 'Logout']) {
      expect(header?.textContent).toContain(label);
    }
    expect(page.text('footer')).toContain('Welcome, Edith');
  });

  it('P1.01 P1.18 carries the same header on every page and no form that posts', async () => {
    for (const path of ['/', '/faq', '/vendors', '/compare', '/features']) {
      const page = await site.get(path);
      for (const href of ['/vendors', '/use-cases', '/compare', '/news'])
        expect(page.hrefs('header a')).toContain(href);
      const methods = [...page.document.querySelectorAll('form')].map(
        (form) => form.getAttribute('method') ?? 'get',
      );
      expect(methods.every((method) => method === 'get')).toBe(true);
    }
  });

  it('P20.01 P20.02 P20.03 opens every list and a detail of each directly', async () => {
    for (const path of [
      '/',
      '/faq',
      '/glossary',
      '/services',
      '/types',
      '/features',
      '/use-cases',
      '/vendors',
      '/buyers-guides',
      '/compare',
      '/news',
    ]) {
      expect((await site.get(path)).status, path).toBe(200);
    }
    for (const [name, prefix] of [
      ['faq', '/faq'],
      ['glossary', '/glossary'],
      ['services', '/services'],
      ['types', '/types'],
      ['features', '/features'],
      ['use-cases', '/use-cases'],
      ['vendors', '/vendors'],
      ['buyers-guides', '/buyers-guides'],
      ['comparisons', '/comparisons'],
    ]) {
      const { body } = await site.call('GET', `/api/${name}?limit=1`);
      expect((await site.get(`${prefix}/${body[0].slug}`)).status, prefix).toBe(200);
    }
    const clash = await site.asEditor('POST', '/api/landing-pages', {
      title: 'About',
      slug: 'about',
      category: 'risk-management',
      primaryKeyword: 'x',
      introduction: 'x',
      isPublished: true,
    });
    expect(clash.status).toBe(409);
    expect((await site.get('/about')).body).toContain('Last updated');
  });
});
