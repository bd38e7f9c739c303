import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const article = (over: object = {}) => ({
  title: 'A plain title',
  slug: 'a-plain-title',
  originalContent: 'Words of the original.',
  status: 'published',
  ...over,
});

describe('the news pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P14.05 says so when there is no article', async () => {
    const page = await site.get('/news');
    expect(page.body).toContain('No News Articles Yet');
    expect(page.body).toContain(
      "We're working on bringing you the latest family office news and insights. Check back soon for updates.",
    );
  });

  it('P14.01 P14.02 P14.03 P14.10 lists published articles newest first, the first one featured', async () => {
    const rows = [
      article({ slug: 'old', title: 'Old', originalPublishedAt: '2024-01-05T12:00:00Z' }),
      article({
        slug: 'new',
        title: 'New',
        rewrittenTitle: 'New, rewritten',
        originalPublishedAt: '2025-01-05T12:00:00Z',
        originalPublisher: 'The Gazette',
        category: 'Security',
        imageUrl: '/images/new.png',
        imageAlt: 'A vault',
        readingTime: 4,
      }),
      article({
        slug: 'mid',
        title: 'Mid',
        originalAuthor: 'A. Writer',
        originalPublishedAt: '2024-06-05T12:00:00Z',
      }),
      article({ slug: 'hidden', title: 'Hidden', status: 'draft' }),
    ];
    for (const row of rows)
      expect((await site.asEditor('POST', '/api/news', row)).status).toBe(201);
    const page = await site.get('/news');
    const titles = [...page.document.querySelectorAll('main h2 a, main h3 a')].map(
      (a) => a.textContent,
    );
    expect(titles).toEqual(['New, rewritten', 'Mid', 'Old']);
    const featured = page.document.querySelector('[aria-label="Featured article"]');
    const picture = featured?.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('/images/new.png');
    expect(picture?.getAttribute('alt')).toBe('A vault');
    for (const part of [
      'Featured',
      'Security',
      'Jan 5, 2025',
      '4 min read',
      'Family Office Editorial Team',
      'The Gazette',
    ]) {
      expect(featured?.textContent).toContain(part);
    }
    expect(page.body.match(/Featured/g)).toHaveLength(1);
    const links = [...(featured?.querySelectorAll('a') ?? [])];
    const read = links.find((a) => a.textContent?.startsWith('Read Article'));
    expect(read?.getAttribute('href')).toBe('/news/new');
    expect([...page.document.querySelectorAll('main h2')].map((h2) => h2.textContent)).toContain(
      'Recent Articles',
    );
    const recent = [...page.document.querySelectorAll('[aria-label="Recent articles"] > li')];
    expect(recent[0]?.textContent).toContain('A. Writer');
    expect(recent[0]?.textContent).not.toContain('Editorial Team');
    expect(recent[1]?.textContent).toContain('Editorial Team');
    expect(recent[1]?.textContent).not.toContain('Family Office Editorial Team');
    expect(page.body).not.toContain('Hidden');
  });

  it('P14.02 P14.03 names the team when an author is empty', async () => {
    await site.db.execute(sql`update news_articles set original_author = ''`);
    const page = await site.get('/news');
    const [featured] = [...page.document.querySelectorAll('[aria-label="Featured article"]')];
    expect(featured?.textContent).toContain('Family Office Editorial Team');
    expect(page.body.match(/Editorial Team/g)).toHaveLength(3);
    expect(page.body.match(/Family Office Editorial Team/g)).toHaveLength(1);
  });

  it('P14.08 P14.11 P14.12 P14.13 P19.09 shows the rewritten text, the facts and the source', async () => {
    await site.asEditor(
      'POST',
      '/api/news',
      article({
        slug: 'told',
        title: 'Original title',
        rewrittenTitle: 'Told anew',
        rewrittenContent: 'Words **anew**.',
        originalUrl: 'https://example.com/source',
        originalPublisher: 'The Publisher',
        category: 'Security',
        originalPublishedAt: '2023-02-01T00:00:00Z',
      }),
    );
    const page = await site.get('/news/told');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Told anew');
    expect(page.html).toContain('<strong>anew</strong>');
    // The source's own text is not ours to publish, not even in the data for the browser.
    expect(page.html).not.toContain('Words of the original.');
    const header = page.document.querySelector('main header');
    const badge = header?.querySelector('span span');
    expect([badge?.textContent, badge?.nextSibling?.textContent]).toEqual(['News', 'Security']);
    for (const part of ['Feb 1, 2023', '1 min read', 'The Publisher'])
      expect(header?.textContent).toContain(part);
    const source = [...page.document.querySelectorAll('main a')].find(
      (a) => a.getAttribute('href') === 'https://example.com/source',
    );
    expect(source?.getAttribute('target')).toBe('_blank');
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('NewsTold anew');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/news']);
    expect(page.body).toContain('By Family Office Editorial Team');
    expect(page.hrefs('main a')).toContain('/feed.xml');
    const next = page.hrefs('ul[aria-label="Read next"] h3 a');
    expect(next).toHaveLength(3);
    expect(next).not.toContain('/news/told');
    const plain = await site.get('/news/old');
    expect(plain.text('h1')).toBe('Old');
    expect(plain.text('title')).toBe('Old - Family Office Software');
    expect(plain.text('.prose')).toBe('Words of the original.');
    expect(plain.html).not.toContain('Read the original source');
  });

  it('P14.10 leaves the hero of an article without a picture to its gradient', async () => {
    const heroOf = async (slug: string) =>
      (await site.get(`/news/${slug}`)).document.querySelector('.article-hero');
    expect((await heroOf('new'))?.querySelector('img')?.getAttribute('src')).toBe(
      '/images/new.png',
    );
    const plain = await heroOf('old');
    expect([plain !== null, plain?.querySelector('img') ?? null]).toEqual([true, null]);
  });

  it('P14.14 P22.05 answers missing and unpublished articles with the not-found page', async () => {
    for (const path of ['/news/zzz', '/news/hidden']) {
      const page = await site.get(path);
      expect(page.status).toBe(404);
      expect(page.text('h1')).toBe('404 Page Not Found');
    }
  });

  it('P23.04 opens a draft for an editor, marked, and keeps it out of the list', async () => {
    const page = await site.get('/news/hidden', { cookie: site.cookie });
    expect(page.status).toBe(200);
    expect(page.body).toContain('Draft preview');
    expect((await site.get('/news', { cookie: site.cookie })).hrefs('main a')).not.toContain(
      '/news/hidden',
    );
  });

  it('P14.01 places an article without an original date by the day it was created', async () => {
    const { body: undated } = await site.asEditor(
      'POST',
      '/api/news',
      article({ slug: 'undated', title: 'Undated' }),
    );
    expect(undated.originalPublishedAt).toBeNull();
    await site.db.execute(
      sql`update news_articles set created_at = '2026-03-07T12:00:00Z' where slug = 'undated'`,
    );
    expect((await site.get('/news/undated')).text('main header')).toContain('Mar 7, 2026');
    const order = async () => (await site.get('/news')).hrefs('main h2 a, main h3 a');
    const rest = ['/news/mid', '/news/old', '/news/told'];
    expect(await order()).toEqual(['/news/undated', '/news/new', ...rest]);
    const { body } = await site.call('GET', '/api/news/new');
    const originalPublishedAt = new Date().toISOString();
    await site.asEditor('PUT', `/api/news/${body.id}`, { originalPublishedAt });
    expect(await order()).toEqual(['/news/new', '/news/undated', ...rest]);
  });

  it('P14.01 P22.05 shows what is published by its status alone, though a feed dated it ahead', async () => {
    const { body: draft } = await site.asEditor(
      'POST',
      '/api/news',
      article({
        slug: 'dated-ahead',
        title: 'Sent by a wrong clock',
        status: 'draft',
        originalPublishedAt: '2100-03-04T12:00:00.000Z',
      }),
    );
    const doors = [
      '/api/news',
      '/api/search?q=clock',
      '/feed.xml',
      '/sitemaps/news-1.xml',
      '/llms.txt',
    ];
    const pages = ['/', '/news', '/news?q=clock', '/search?q=clock'];
    const namedBy = async () => {
      const sent = doors.map(async (path) => (await site.api.request(path)).text());
      const shown = pages.map(async (path) => (await site.get(path)).html);
      const texts = await Promise.all([...sent, ...shown]);
      return [...doors, ...pages].filter((_, at) => texts[at]?.includes('dated-ahead'));
    };
    expect([await namedBy(), (await site.get('/news/dated-ahead')).status]).toEqual([[], 404]);
    expect((await site.asEditor('POST', `/api/news/${draft.id}/publish`)).status).toBe(200);
    expect(await namedBy()).toEqual([...doors, ...pages]);
    const page = await site.get('/news/dated-ahead', { cookie: site.cookie });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('Mar 4, 2100')]);
    expect(page.body).not.toContain('Draft preview');
    expect(page.html).not.toContain('noindex');
    expect((await site.get('/news')).hrefs('main h2 a')[0]).toBe('/news/dated-ahead');
    expect((await site.asEditor('GET', '/api/schedule')).body).toEqual([]);
  });
});
