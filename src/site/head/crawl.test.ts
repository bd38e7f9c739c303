import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { findBlockProblems } from '#testing/schema-rules.ts';

const SITE_URL = 'https://guide.example';

type Page = Awaited<ReturnType<TestSite['get']>>;

let site: TestSite;
const pages = new Map<string, Page>();

const locsOf = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, loc = '']) => loc.slice(SITE_URL.length) || '/',
  );
const readText = async (path: string) => (await site.api.request(path)).text();

/** Every page that the sitemap names, and one comparison of two vendors. */
beforeAll(async () => {
  site = await startSite({ data: 'starter', settings: { SITE_URL } });
  const files = locsOf(await readText('/sitemap.xml'));
  for (const file of files) {
    for (const path of locsOf(await readText(file))) pages.set(path, await site.get(path));
  }
  const pair = '/compare/addepar-vs-masttro';
  pages.set(pair, await site.get(pair));
}, 180_000);
afterAll(() => site.close());

const meta = (page: Page, name: string) =>
  page.document
    .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
    ?.getAttribute('content') ?? '';
const countOf = (page: Page, selector: string) => page.document.querySelectorAll(selector).length;
const titleOf = (page: Page) => page.text('head > title') ?? '';
const robotsOf = (page: Page) => meta(page, 'robots');

/** Every path at which `check` finds something to say. */
const collect = (check: (page: Page, path: string) => unknown[]) =>
  [...pages].flatMap(([path, page]) => check(page, path).map((problem) => `${path}: ${problem}`));

const duplicates = (of: (page: Page) => string) => {
  const seen = new Map<string, string>();
  return collect((page, path) => {
    const first = seen.get(of(page));
    seen.set(of(page), path);
    return first ? [`same as ${first}: ${of(page)}`] : [];
  });
};

describe('the head of every page of the starter content', () => {
  it('finds more than two hundred pages, and each of them opens', () => {
    expect(pages.size).toBeGreaterThan(200);
    expect(collect(({ status }) => (status === 200 ? [] : [status]))).toEqual([]);
  });

  it('P19.01 P19.10 each has one title and one description of its own in the served HTML', () => {
    expect(
      collect((page) => [
        ...(countOf(page, 'title') === 1 && titleOf(page) !== '' ? [] : ['title']),
        ...(countOf(page, 'meta[name=description]') === 1 && meta(page, 'description').length >= 40
          ? []
          : [`description '${meta(page, 'description')}'`]),
      ]),
    ).toEqual([]);
    expect(duplicates(titleOf)).toEqual([]);
    expect(duplicates((page) => meta(page, 'description'))).toEqual([]);
  });

  it('P19.08 no description is longer than 160 characters and the mark that says so', () => {
    const isLong = (page: Page) => meta(page, 'description').replace(/\.\.\.$/, '').length > 160;
    expect(collect((page) => (isLong(page) ? [meta(page, 'description')] : []))).toEqual([]);
  });

  it('P19.08 A10.09 a description that an editor wrote is shown whole, up to the 250 of an article', async () => {
    const metaDescription = 'Words of an editor. '.repeat(13).slice(0, 250);
    const { body: article } = await site.asEditor('POST', '/api/news', {
      title: 'Told at length',
      slug: 'told-at-length',
      originalContent: 'Text.',
      metaDescription,
      status: 'published',
    });
    const page = await site.get('/news/told-at-length');
    for (const name of ['description', 'og:description', 'twitter:description'])
      expect(meta(page, name)).toBe(metaDescription.trim());
    await site.asEditor('DELETE', `/api/news/${article.id}`);
  });

  it('P19.08 the description of /methodology stays within 160 characters as it is sent', () => {
    const [, sent = ''] =
      /<meta name="description" content="([^"]*)"/.exec(pages.get('/methodology')?.html ?? '') ??
      [];
    expect(sent.length).toBeGreaterThan(40);
    expect(sent.length).toBeLessThanOrEqual(160);
  });

  it('P19.02 P19.03 PROMISE 8 each names itself as canonical, below SITE_URL', () => {
    expect(
      collect((page, path) => {
        const links = page.hrefs('link[rel=canonical]');
        const own = path === '/' ? SITE_URL : SITE_URL + path;
        return links.length === 1 && links[0] === own ? [] : [links.join(' ')];
      }),
    ).toEqual([]);
  });

  it('P19.04 P19.05 each has the tags of Open Graph and Twitter, with a card of its own', () => {
    expect(
      collect((page, path) => {
        // A list of alternatives shows the card of its vendor.
        const shown = path.replace(/\/alternatives$/, '');
        const card = `${SITE_URL}/cards${path === '/' ? '/home' : shown}.png?v=`;
        const wanted: [string, boolean][] = [
          ['og:title', meta(page, 'og:title') === titleOf(page)],
          ['og:description', meta(page, 'og:description') === meta(page, 'description')],
          ['og:url', meta(page, 'og:url') === page.hrefs('link[rel=canonical]')[0]],
          ['og:image', meta(page, 'og:image').startsWith(card)],
          ['og:image:width', meta(page, 'og:image:width') === '1200'],
          ['og:image:height', meta(page, 'og:image:height') === '630'],
          ['og:site_name', meta(page, 'og:site_name') !== ''],
          ['og:type', ['website', 'article'].includes(meta(page, 'og:type'))],
          ['twitter:card', meta(page, 'twitter:card') === 'summary_large_image'],
          ['twitter:title', meta(page, 'twitter:title') === titleOf(page)],
          ['twitter:description', meta(page, 'twitter:description') !== ''],
          ['twitter:image', meta(page, 'twitter:image') === meta(page, 'og:image')],
        ];
        return wanted.filter(([, isThere]) => !isThere).map(([name]) => name);
      }),
    ).toEqual([]);
  });

  it('each names its Markdown twin, and llms.txt', () => {
    expect(
      collect((page) => {
        const [canonical = ''] = page.hrefs('link[rel=canonical]');
        const twin = `${canonical === SITE_URL ? `${SITE_URL}/index` : canonical}.md`;
        const [alternate, ...more] = page.hrefs('link[rel=alternate][type="text/markdown"]');
        const isNamed = alternate === twin && more.length === 0;
        const isDescribed = page.hrefs('link[rel=describedby]').join() === '/llms.txt';
        return isNamed && isDescribed ? [] : [`${alternate} is not ${twin}`];
      }),
    ).toEqual([]);
  });

  it('P19.06 its structured data keeps the rules of schema.org', () => {
    expect(collect((page) => page.jsonLd().flatMap((block) => findBlockProblems(block)))).toEqual(
      [],
    );
  });

  it.each([
    ['/', ['WebSite', 'Organization']],
    ['/faq', ['FAQPage', 'BreadcrumbList']],
    ['/faq/', ['WebPage', 'BreadcrumbList']],
    ['/glossary', ['DefinedTermSet', 'BreadcrumbList']],
    ['/glossary/', ['DefinedTerm', 'BreadcrumbList']],
    ['/vendors', ['CollectionPage', 'BreadcrumbList']],
    ['/vendors/', ['SoftwareApplication', 'BreadcrumbList']],
    ['/types', ['CollectionPage', 'BreadcrumbList']],
    ['/types/', ['BreadcrumbList']],
    ['/services', ['CollectionPage', 'BreadcrumbList']],
    ['/services/', ['BreadcrumbList']],
    ['/features', ['CollectionPage', 'BreadcrumbList']],
    ['/features/', ['BreadcrumbList']],
    ['/use-cases', ['CollectionPage', 'BreadcrumbList']],
    ['/use-cases/', ['BreadcrumbList']],
    ['/buyers-guides', ['CollectionPage', 'BreadcrumbList']],
    ['/buyers-guides/', ['BreadcrumbList']],
    ['/news', ['CollectionPage', 'BreadcrumbList']],
    ['/news/', ['Article', 'BreadcrumbList']],
    ['/compare', ['CollectionPage', 'BreadcrumbList']],
    ['/compare/', ['BreadcrumbList']],
    ['/vendors/addepar/alternatives', ['CollectionPage', 'BreadcrumbList']],
    ['/data', ['Dataset', 'BreadcrumbList']],
    ['/for-machines', ['CollectionPage', 'BreadcrumbList']],
    ['/accounting-software', ['BreadcrumbList']],
    ['/about', ['BreadcrumbList']],
  ])('P19.07 %s carries %s', (place, types) => {
    const found = [...pages].filter(([path]) => {
      const isItem = path.startsWith(place) && !path.slice(place.length).includes('/');
      return place.endsWith('/') && place !== '/' ? isItem : path === place;
    });
    expect(found.length).toBeGreaterThan(0);
    for (const [, page] of found) {
      const kinds = page.jsonLd().map((block) => block['@type'].replace('NewsArticle', 'Article'));
      expect(kinds).toEqual(expect.arrayContaining(types));
    }
  });

  it('P19.01 the titles that editors chose are short enough to be shown whole', async () => {
    const long: string[] = [];
    for (const { name, fields } of site.content.registry) {
      if (!('metaTitle' in fields)) continue;
      const { body } = await site.asEditor('GET', `/api/${name}`);
      for (const { slug, metaTitle, metaDescription } of body) {
        if ((metaTitle ?? '').length > 60) long.push(`${name}/${slug}: ${metaTitle}`);
        if ((metaDescription ?? '').length > 160) long.push(`${name}/${slug}: ${metaDescription}`);
      }
    }
    expect(long).toEqual([]);
  });
});

describe('what search engines must not keep', () => {
  it('pages in the sitemap are open to them', () => {
    expect(collect((page) => (robotsOf(page) === '' ? [] : [robotsOf(page)]))).toEqual([]);
  });

  it.each(['/vendors?q=ledger', '/features?q=ledger', '/faq?q=cost'])(
    '%s is noindex, and its canonical link leads to the list',
    async (path) => {
      const page = await site.get(path);
      expect(page.status).toBe(200);
      expect(robotsOf(page)).toContain('noindex');
      expect(page.hrefs('link[rel=canonical]')).toEqual([SITE_URL + path.split('?')[0]]);
    },
  );

  const NOT_THERE = [
    '/no-such-page',
    '/contact-us-at-once',
    '/vendors/none',
    '/features/none',
    '/use-cases/none',
    '/buyers-guides/none',
    '/services/none',
    '/types/none',
    '/faq/none',
    '/glossary/none',
    '/news/none',
    '/compare/a-vs-b',
    '/comparisons/none',
    '/a/b/c',
    '/admin/none/such',
  ];

  it.each(NOT_THERE)('%s answers 404 with a title and noindex', async (path) => {
    const page = await site.get(path);
    expect(page.status).toBe(404);
    expect(page.text('title')).toMatch(/Not Found/);
    expect(robotsOf(page)).toContain('noindex');
  });

  it.each([
    ...NOT_THERE,
    '/auth',
    '/auth/forgot',
    '/auth/reset?token=secret',
    '/auth/invitation?token=secret',
    '/admin',
    '/admin/vendors/3',
  ])('P19.01 P19.02 P19.04 %s has a whole head all the same', async (path) => {
    const page = await site.get(path);
    const [own = ''] = path.replace(/^\/admin\/vendors.*/, '/admin').split('?');
    for (const selector of ['title', 'meta[name=description]', 'link[rel=canonical]'])
      expect(countOf(page, selector), selector).toBe(1);
    expect(meta(page, 'description').length).toBeGreaterThan(30);
    expect(page.hrefs('link[rel=canonical]')).toEqual([SITE_URL + own]);
    expect(meta(page, 'og:url')).toBe(SITE_URL + own);
    for (const name of ['og:title', 'twitter:title']) {
      expect(countOf(page, `meta[name="${name}"], meta[property="${name}"]`)).toBe(1);
      expect(meta(page, name)).toBe(titleOf(page));
    }
    for (const name of ['og:description', 'twitter:description'])
      expect(meta(page, name)).toBe(meta(page, 'description'));
    for (const name of ['og:image', 'twitter:image'])
      expect(meta(page, name)).toMatch(/^https:\/\/guide\.example\/cards\/home\.png\?v=/);
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(robotsOf(page)).toBe('noindex');
  });

  it('PROMISE 5 a draft is noindex for its editor and not there for anybody else', async () => {
    const { body: vendor } = await site.asEditor('POST', '/api/vendors', {
      name: 'Unseen',
      slug: 'unseen',
      isPublished: false,
    });
    expect(robotsOf(await site.get('/vendors/unseen', { cookie: site.cookie }))).toContain(
      'noindex',
    );
    expect((await site.get('/vendors/unseen')).status).toBe(404);
    await site.asEditor('DELETE', `/api/vendors/${vendor.id}`);
  });
});

describe('hostile text', () => {
  it('PROMISE 7 cannot leave the head or the structured data', async () => {
    const hostile = '</script><script>alert(1)</script>"><img src=x>';
    const { body: vendor } = await site.asEditor('POST', '/api/vendors', {
      name: hostile,
      slug: 'hostile',
      description: hostile,
      metaDescription: hostile,
      isPublished: true,
    });
    const page = await site.get('/vendors/hostile');
    expect(page.jsonLd()[0].name).toBe(hostile);
    expect(page.document.querySelectorAll('head img')).toHaveLength(0);
    const scripts = [...page.document.querySelectorAll('script')].map((one) => one.textContent);
    expect(scripts).not.toContain('alert(1)');
    await site.asEditor('DELETE', `/api/vendors/${vendor.id}`);
  });
});
