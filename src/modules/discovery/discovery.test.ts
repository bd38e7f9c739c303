import { sql } from 'drizzle-orm';
import { parseRssFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteList } from '#app/sites.ts';
import { FEED_LENGTH } from '#content/news/feed.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { LLMS_PER_LIST } from './llms.server.ts';
import { createSitemap } from './sitemap.server.ts';
import { escapeXml } from './xml.ts';

const SITE_URL = 'https://guide.example';
const FILES = ['/sitemap.xml', '/feed.xml', '/llms.txt', '/robots.txt'];

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ data: 'starter', settings: { SITE_URL } });
});
afterAll(() => app.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.api.request(path, { headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
};

const locsOf = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc ?? '');

/** Every address of every sitemap that the index names. */
const crawl = async () => {
  const children = locsOf((await get('/sitemap.xml')).text);
  const files = await Promise.all(children.map((loc) => get(loc.slice(SITE_URL.length))));
  return files.flatMap(({ text }) => locsOf(text));
};

const partsOf = (site: TestApp): AppParts => ({
  settings: site.settings,
  connection: site.connection,
  makeLimiter: site.makeLimiter,
  content: site.content,
  log: pino({ level: 'silent' }),
  authenticate: async () => null,
});

describe('sitemap', () => {
  it('lists every area and every public item once, with the time of its last change', async () => {
    const index = await get('/sitemap.xml');
    expect(index.status).toBe(200);
    expect(index.type).toContain('application/xml');
    expect(index.text.match(/<sitemap>/g)?.length).toBe(index.text.match(/<lastmod>/g)?.length);
    const all = await crawl();
    expect(new Set(all).size).toBe(all.length);
    const { body: vendors } = await app.call('GET', '/api/vendors');
    for (const { slug } of vendors) expect(all).toContain(`${SITE_URL}/vendors/${slug}`);
    for (const path of ['/', '/vendors', '/compare', '/glossary', '/about']) {
      expect(all).toContain(SITE_URL + path);
    }
    const file = await get('/sitemaps/vendors-1.xml');
    expect(file.text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  });

  it('answers 404 for a sitemap that does not exist', async () => {
    for (const name of ['vendors-2.xml', 'vendors-0.xml', 'nothing-1.xml', 'users-1.xml', 'x']) {
      expect((await get(`/sitemaps/${name}`)).status).toBe(404);
    }
  });

  it('PROMISE 24 is split into parts of a fixed size, however much there is', async () => {
    const small = await buildApp({ data: 'empty', settings: { SITE_URL } });
    await small.db.execute(
      sql`insert into glossary_entries (term, slug, definition, is_published)
          select 'Term ' || n, 'term-' || n, 'x', n % 7 > 0 from generate_series(1, 70) n`,
    );
    const sitemap = createSitemap(partsOf(small), { sites: siteList, size: 25, more: [] });
    const children = locsOf(await sitemap.index()).filter((loc) => loc.includes('/glossary-'));
    const parts = await Promise.all(
      children.map((loc) => sitemap.file(loc.split('/').at(-1) ?? '')),
    );
    expect(parts.map((xml) => locsOf(xml ?? '').length)).toEqual([25, 25, 10]);
    expect(new Set(parts.flatMap((xml) => locsOf(xml ?? ''))).size).toBe(60);
    await small.close();
  });
});

describe('robots.txt', () => {
  it('names the sitemap and keeps crawlers out of what is not for them', async () => {
    const { text, type } = await get('/robots.txt');
    expect(type).toContain('text/plain');
    expect(text).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`);
    for (const path of ['/admin', '/auth', '/api/']) expect(text).toContain(`Disallow: ${path}`);
  });
});

describe('feed', () => {
  it('carries the newest articles with their full text', async () => {
    const { text, type } = await get('/feed.xml');
    expect(type).toContain('application/rss+xml');
    const feed = parseRssFeed(text);
    const { body: articles } = await app.call('GET', '/api/news?limit=50');
    expect(feed.items?.map(({ link }) => link)).toEqual(
      articles.map(({ slug }: { slug: string }) => `${SITE_URL}/news/${slug}`),
    );
    for (const item of feed.items ?? []) {
      expect(item.content?.encoded).toContain('<p>');
      expect(item.content?.encoded).not.toMatch(/(href|src)="\//);
      expect(item.pubDate).toBeDefined();
    }
    expect(FEED_LENGTH).toBe(50);
  });

  it('carries each block as a reader without our styles and scripts shows it', async () => {
    const { id } = await createFactories(app).create('news', {
      title: 'Blocks',
      originalContent: [
        '> [!TIP]\n> Ask *early*',
        '![A desk](/uploads/a.webp#width=50 "Our desk")',
        '![All of it](/uploads/b.webp)',
        ':::vendor addepar',
        '[A tour](https://vimeo.com/76979871)',
      ].join('\n\n'),
      status: 'published',
    });
    const items = parseRssFeed((await get('/feed.xml')).text).items ?? [];
    const mine = items.find(({ title }) => title === 'Blocks')?.content?.encoded;
    const { document } = parseHTML(`<body>${mine}</body>`);
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    expect(all('.callout').map(({ textContent }) => textContent?.trim())).toEqual([
      'Tip\nAsk early',
    ]);
    expect(
      all('img').map((image) => [image.getAttribute('src'), image.getAttribute('width')]),
    ).toEqual([
      [`${SITE_URL}/uploads/a.webp#width=50`, '50%'],
      [`${SITE_URL}/uploads/b.webp`, null],
    ]);
    expect(all('figcaption')[0]?.textContent).toBe('Our desk');
    expect(
      all('.item-card a').map((card) => [card.textContent, card.getAttribute('href')]),
    ).toEqual([['Addepar', `${SITE_URL}/vendors/addepar`]]);
    expect(all('.video a').map((video) => video.getAttribute('href'))).toEqual([
      'https://vimeo.com/76979871',
    ]);
    expect(all('iframe, script')).toEqual([]);
    await app.asEditor('DELETE', `/api/news/${id}`);
  });

  it('PROMISE 7 no stored text breaks out of the XML or runs as script', async () => {
    const make = createFactories(app);
    const hostile = ']]></content:encoded><script>alert(1)</script> & < > "';
    const { id } = await make.create('news', {
      title: hostile,
      excerpt: hostile,
      category: hostile,
      originalContent: `${hostile}\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>`,
      status: 'published',
    });
    const { text } = await get('/feed.xml');
    const items = parseRssFeed(text).items ?? [];
    const mine = items.find((item) => item.title?.includes('alert(1)'));
    const { document } = parseHTML(`<body>${mine?.content?.encoded}</body>`);
    expect(mine?.content?.encoded).toContain('alert(1)');
    expect(document.querySelectorAll('script, [onerror], a[href^=javascript]')).toHaveLength(0);
    expect((await get('/llms.txt')).text).not.toContain('](javascript:');
    await app.asEditor('DELETE', `/api/news/${id}`);
  });
});

describe('XML', () => {
  it('holds no character that would make the whole document unreadable', () => {
    expect(escapeXml('a\u0000\u0008\u001f\ufffe\ud800b <&> \u{1f600}')).toBe(
      'ab &lt;&amp;&gt; \u{1f600}',
    );
  });
});

describe('llms.txt', () => {
  it('says what the site is and where its lists lie', async () => {
    const { text } = await get('/llms.txt');
    expect(text.startsWith('# Family Office Software\n')).toBe(true);
    for (const path of [
      '/vendors.md',
      '/compare.md',
      '/glossary.md',
      '/feed.xml',
      '/sitemap.xml',
    ]) {
      expect(text).toContain(`${SITE_URL}${path})`);
    }
    expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n[^#\n]/);
    expect(text).toMatch(/^- \[Addepar\]\(https:\/\/guide\.example\/vendors\/addepar\.md\): /m);
    const optional = text.slice(text.indexOf('\n## Optional\n'));
    expect(optional).toContain(`${SITE_URL}/sitemap.xml)`);
  });

  it('PROMISE 24 names only the beginning of a long list, and where the rest is', async () => {
    const { text } = await get('/llms.txt');
    const section = text.split('## ').find((part) => part.startsWith('Features')) ?? '';
    expect(section.match(/^- \[/gm)).toHaveLength(LLMS_PER_LIST + 1);
    expect(section).toMatch(new RegExp(`^- \\[\\d+ more\\]\\(${SITE_URL}/features\\.md\\)$`, 'm'));
  });
});

describe('all of them', () => {
  it('PROMISE 8 use SITE_URL, whatever the request says', async () => {
    for (const path of [...FILES, '/sitemaps/vendors-1.xml']) {
      const { text } = await get(path, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      });
      expect(text).not.toContain('evil.example');
      expect(text).toContain(SITE_URL);
    }
  });

  it('without SITE_URL name the address that the server prints, whatever its port', async () => {
    const other = await buildApp({ settings: { PORT: '4711' } });
    for (const path of [...FILES, '/feed.xml']) {
      const text = await (await other.api.request(path)).text();
      expect(text).toContain('http://localhost:4711/');
      expect(text).not.toContain('localhost:3000');
    }
    await other.close();
    expect(readSettings({ PORT: '80' }).SITE_URL).toBe('http://localhost');
    expect(readSettings({ PORT: '4711', SITE_URL: '' }).SITE_URL).toBe('http://localhost:4711');
    expect(readSettings({ PORT: '4711', SITE_URL: 'https://guide.example/' }).SITE_URL).toBe(
      'https://guide.example',
    );
  });

  it('PROMISE 5 a draft appears in none of them, not even for its editor', async () => {
    const make = createFactories(app);
    const slugs: string[] = [];
    for (const collection of app.content.registry) {
      if (collection.publicPath === undefined || !collection.visible) continue;
      const { field, is } = collection.visible;
      const hidden = is === true ? false : 'draft';
      const draft = await make.create(collection.name, { [field]: hidden });
      slugs.push(String(draft.slug));
    }
    const paths = [
      ...FILES,
      ...locsOf((await get('/sitemap.xml')).text).map((loc) => loc.slice(SITE_URL.length)),
    ];
    for (const path of paths) {
      const { text } = await get(path, { cookie: app.cookie });
      for (const slug of slugs)
        expect(text.includes(`/${slug}<`) || text.includes(`/${slug}.md)`)).toBe(false);
    }
    expect(slugs.length).toBeGreaterThan(9);
  });

  it('have a new item at once, and no deleted one', async () => {
    const made = await createFactories(app).create('faq', { slug: 'just-now', isPublished: true });
    expect(await crawl()).toContain(`${SITE_URL}/faq/just-now`);
    await app.asEditor('DELETE', `/api/faq/${made.id}`);
    expect(await crawl()).not.toContain(`${SITE_URL}/faq/just-now`);
  });
});
