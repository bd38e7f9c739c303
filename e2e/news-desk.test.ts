import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type AiServer, startAiServer } from '#testing/servers/ai-server.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { type FeedServer, startFeedServer } from '#testing/servers/feed-server.ts';
import { startUnsplashServer } from '#testing/servers/unsplash-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TOLD = 'From January on, families may read their positions straight from the bank. ';
const ANSWER = {
  title: 'Bank opens its data to families',
  content: `${TOLD.repeat(4)}\n\n## What changes\n\nOffices no longer type statements by hand.`,
  excerpt: 'A bank opens its data.',
  category: 'Data',
  tags: ['data', 'banks'],
  metaTitle: 'Bank opens its data to families',
  metaDescription: 'Families may read their positions straight from the bank.',
};

let site: BrowserSite;
let ai: AiServer;
let feeds: FeedServer;
let unsplash: Awaited<ReturnType<typeof startUnsplashServer>>;

/** A signed-in page that asks nobody outside for pictures. */
const openDesk = async (path: string) => {
  const page = await site.newPage();
  await page.route('https://images.unsplash.com/**', (route) =>
    route.fulfill({ body: PIXEL, contentType: 'image/png' }),
  );
  await site.signIn(page);
  await page.goto(path);
  return page;
};
const card = (page: Page, title: string) =>
  page.locator('[data-article]', { has: page.getByRole('heading', { name: title }) });
const seeToast = (page: Page, title: string, text: string | RegExp) =>
  page
    .getByRole('status')
    .or(page.getByRole('listitem'))
    .filter({ hasText: title })
    .filter({ hasText: text })
    .first()
    .waitFor();
const dialog = (page: Page) => page.getByRole('dialog').last();
const counters = async (page: Page) => page.locator('dl dd').allTextContents();

beforeAll(async () => {
  ai = await startAiServer();
  feeds = await startFeedServer();
  unsplash = await startUnsplashServer('key');
  const page = `${feeds.url}/custodian`;
  const text = 'The custodian opens its reporting interface to every family office this year. ';
  feeds.put(
    '/custodian',
    `<html><body><article><h1>T</h1><p>${text.repeat(12)}</p></article></body></html>`,
    'text/html',
  );
  const entries = [
    { id: 'a', title: 'Custodian opens interface', link: page, html: `<p>${text.repeat(3)}</p>` },
    { id: 'b', title: 'Survey of small offices', link: `${feeds.url}/b`, html: '<p>Short.</p>' },
  ];
  const feed = feeds.put('/rss', rssOf('Desk Wire', entries));
  site = await startBrowserSite({
    data: 'empty',
    settings: {
      NEWS_FEED_URLS: `${feed},${feeds.url}/broken`,
      FETCH_ALLOW_HOSTS: feeds.hostPort,
      AI_BASE_URL: ai.baseUrl,
      AI_MODEL: 'test-model',
      UNSPLASH_ACCESS_KEY: 'key',
      UNSPLASH_API_URL: unsplash.url,
    },
  });
});
afterAll(async () => {
  await site?.close();
  await Promise.all([ai?.close(), feeds?.close(), unsplash?.close()]);
});

describe('from feed to published article', () => {
  it('A6.02 A6.05 A6.06 A6.09 A15.21 keeps style guides, one of them active', async () => {
    const page = await openDesk('/admin/news/style-guides');
    await page.getByText('No style guides found').waitFor();
    expect(await page.locator('[data-active-guide]').textContent()).toBe('none');

    await page.getByRole('link', { name: 'Add Style Guide' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name is required', { exact: true }).waitFor();
    await page.getByText('Prompt is required', { exact: true }).waitFor();
    await page.getByLabel('Name').fill('House style');
    await page.getByLabel('Prompt').fill('Write plainly.');
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Style Guide Created', 'House style');
    await page.locator('[data-active-guide]', { hasText: 'House style' }).waitFor();

    await page.getByRole('link', { name: 'Add Style Guide' }).click();
    await page.getByLabel('Name').fill('Second');
    await page.getByLabel('Prompt').fill('Write briefly.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-active-guide]', { hasText: 'Second' }).waitFor();
    expect(await page.getByRole('button', { name: /^Activate/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Activate: House style' }).click();
    await seeToast(page, 'Style Guide Activated', 'House style');
    await page.locator('[data-active-guide]', { hasText: 'House style' }).waitFor();

    await page.getByRole('button', { name: 'Delete: Second' }).click();
    await page.getByText('Are you sure you want to delete "Second"?').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await seeToast(page, 'Style Guide Deleted', 'Second');
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('A5.12 A15.18 fetches the feeds and tells what came and what failed', async () => {
    const page = await openDesk('/admin/news');
    await page.getByText('No articles found').waitFor();
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await seeToast(page, 'RSS Feed Fetched', '2 articles saved, 1 error');
    await page.getByRole('region', { name: 'Feed problems' }).getByText('/broken').waitFor();
    await card(page, 'Custodian opens interface').getByText('Desk Wire').waitFor();
    await expect.poll(() => counters(page)).toEqual(['2', '0', '0', '2']);
    await page.context().close();
  });

  it('A5.07 A5.22 A5.25 shows the steps as they happen, also after a reload', async () => {
    ai.next({ kind: 'object', value: ANSWER, delayMs: 4000 });
    const page = await openDesk('/admin/news');
    await card(page, 'Custodian opens interface')
      .getByRole('button', { name: /Rewrite/ })
      .click();
    const log = page.getByRole('log');
    await log.getByText('Fetching the original content').waitFor();
    await log.getByText('Calling the AI service (test-model)').waitFor();
    await page.reload();
    await log.getByText('Enhancing the content').waitFor();
    await log.getByText('Article rewritten successfully').waitFor();
    expect(await log.getByRole('listitem').count()).toBe(5);
    const rewritten = card(page, 'Bank opens its data to families');
    await rewritten.getByRole('button', { name: /^Publish/ }).waitFor();
    expect(await rewritten.locator('[data-rewritten-badge]').count()).toBe(1);
    expect(await rewritten.getByRole('button', { name: /Rewrite/ }).count()).toBe(0);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('A5.20 A5.21 A7.03 A15.17 compares, edits and illustrates without losing the status', async () => {
    const page = await openDesk('/admin/news');
    await card(page, 'Bank opens its data to families').getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL(/\/admin\/news\/\d+$/);
    await page.getByRole('tab', { name: 'Original and Rewritten' }).click();
    await dialog(page).getByText('test-model').waitFor();
    await dialog(page)
      .getByText(/House style.*version \d/)
      .waitFor();
    const content = page.getByRole('region', { name: 'Content', exact: true });
    await content.locator('del').first().waitFor();
    await content.locator('ins').first().waitFor();
    await content.getByRole('button', { name: 'Accept' }).click();
    await page.getByText(/1 of \d fields accepted/).waitFor();
    const title = page.getByRole('region', { name: 'Title', exact: true });
    await title.getByRole('button', { name: 'Go back' }).click();
    await title.getByText('The original is used.').waitFor();
    await title.getByRole('button', { name: 'Use rewritten' }).click();

    await page.getByRole('tab', { name: 'Content' }).click();
    const slug = await page.getByLabel('Slug').inputValue();
    await page.getByLabel('Tags').fill('a, b ,c');
    await page.getByLabel('Excerpt').fill('');
    await page.getByRole('button', { name: 'Search images' }).click();
    expect(await page.getByRole('searchbox', { name: 'Search images' }).inputValue()).toBe(
      'business office',
    );
    await page.getByRole('button', { name: /^Choose: desk with papers photo-2/ }).click();
    expect(await page.getByLabel('Image alt text').inputValue()).toBe('desk with papers photo-2');
    expect(await page.getByLabel('Image caption').inputValue()).toBe(
      'Photo by Jane Doe on Unsplash',
    );
    await page.getByText('24/125').waitFor();
    await page.getByLabel('Image alt text').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Article Updated', 'Bank opens its data');
    await expect.poll(() => unsplash.asked.some((path) => path.includes('/download'))).toBe(true);

    const saved = await page.request.get(`${site.url}/api/news/${slug}`);
    expect(await saved.json()).toMatchObject({
      status: 'rewritten',
      isRewritten: true,
      slug,
      tags: ['a', 'b', 'c'],
      imageUrl: 'https://images.unsplash.com/photo-2?w=1080',
      rewrittenTitle: ANSWER.title,
    });
    await page.context().close();
  });

  it('A5.27 A5.31 A15.19 asks for what is missing, publishes, and the reader sees it', async () => {
    const page = await openDesk('/admin/news');
    const reads: number[] = [];
    await card(page, ANSWER.title)
      .getByRole('button', { name: /^Publish/ })
      .click();
    await dialog(page).getByText('Excerpt is required').waitFor();
    await dialog(page).getByText('Image alt text is required').waitFor();
    await dialog(page).getByLabel('Excerpt').fill('Families read their positions at the bank.');
    await dialog(page).getByLabel('Image alt text').fill('Papers on a desk');
    page.on('request', (request) => {
      if (request.url().includes('/api/news?include_all_statuses=true&limit=50'))
        reads.push(Date.now());
    });
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await seeToast(page, 'Article Published', ANSWER.title);
    const link = card(page, ANSWER.title).getByRole('link', { name: /View Article/ });
    expect(await link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => reads.length).toBe(2);
    const [first = 0, second = 0] = reads;
    expect(Math.abs(second - first - 1000)).toBeLessThan(400);
    await expect.poll(() => counters(page)).toEqual(['2', '1', '0', '1']);

    const reader = await site.newPage();
    await reader.route('https://images.unsplash.com/**', (route) =>
      route.fulfill({ body: PIXEL, contentType: 'image/png' }),
    );
    await reader.goto((await link.getAttribute('href')) ?? '');
    await reader.getByRole('heading', { level: 1, name: ANSWER.title }).waitFor();
    await reader.getByText('Offices no longer type statements by hand.').waitFor();
    await reader.goto('/news');
    await reader.getByRole('link', { name: ANSWER.title }).first().waitFor();
    expect(reader.problems).toEqual([]);
    await reader.context().close();
    await page.context().close();
  });

  it('A5.05 A5.10 A15.20 filters, and deletes only what is not published', async () => {
    const page = await openDesk('/admin/news');
    await page.getByLabel('Status').selectOption('published');
    await expect.poll(() => page.locator('[data-article]').count()).toBe(1);
    await page.waitForURL(/status=published/);
    await page.getByLabel('Status').selectOption('');
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('zzzz');
    await page.getByText('No articles found').waitFor();
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('DESK WIRE');
    await expect.poll(() => page.locator('[data-article]').count()).toBe(2);
    await page.getByRole('button', { name: 'Delete Unpublished' }).click();
    await page.getByText(/delete 1 article that is not published/).waitFor();
    await page.getByRole('button', { name: 'Delete 1' }).click();
    await seeToast(page, 'Bulk Delete Completed', '1 article deleted');
    await expect.poll(() => page.locator('[data-article]').count()).toBe(1);
    await page.context().close();
  });
});

describe('writing by hand', () => {
  it('A5.15 A5.16 A5.17 checks the form before anything is sent', async () => {
    const page = await openDesk('/admin/news');
    await page.getByRole('link', { name: 'Add Article' }).click();
    await page.waitForURL('**/admin/news/new');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Save' }).click();
    for (const label of ['Title', 'Slug', 'Content', 'Original URL']) {
      await page.getByText(`${label} is required`, { exact: true }).waitFor();
    }
    await page.getByLabel('Title').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Title must be at most 500 characters').waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel('Title').fill(' Terms & Conditions -- 2024! ');
    expect(await page.getByLabel('Slug').inputValue()).toBe('terms-conditions-2024');
    await page.getByLabel('Content').last().fill('Text of our own about terms.');
    await page.getByLabel('Original URL').fill('https://example.com/terms');
    expect(await page.getByLabel('Status').last().locator('option').allTextContents()).toEqual([
      'Draft',
      'Published',
    ]);
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Article Created', 'Terms & Conditions');
    await page.context().close();
  });

  it('A10.04 A10.05 A10.07 A15.16 generates SEO data and judges it live', async () => {
    const page = await openDesk('/admin/news');
    for (let number = 1; number <= 12; number += 1) {
      await page.request.post(`${site.url}/api/search-terms`, {
        data: { term: `term ${number}`, displayOrder: number, isActive: number !== 2 },
        headers: { origin: site.url },
      });
    }
    await page.getByRole('link', { name: 'Edit: Terms' }).click();
    await page.getByRole('tab', { name: 'SEO' }).click();
    const terms = page.getByRole('group', { name: 'Search terms' }).getByRole('button');
    await expect.poll(() => terms.count()).toBe(8);
    expect(await terms.allTextContents()).not.toContain('term 2');
    await terms.first().click();
    expect(await page.getByLabel('Target keyphrase').inputValue()).toBe('term 1');
    await page.getByLabel('Meta title').fill('y'.repeat(70));
    await page.getByText('60/60').waitFor();
    ai.next({
      kind: 'object',
      value: {
        metaTitle: 'Terms in plain words',
        metaDescription: 'What term 1 means.',
        focusKeyphrase: 'terms',
      },
    });
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    await seeToast(page, 'Success', 'SEO data generated successfully');
    expect(await page.getByLabel('Meta title').inputValue()).toBe('Terms in plain words');
    await page.getByText(/\d+\/100/).waitFor();
    await page
      .getByRole('figure')
      .filter({ hasText: 'Social card' })
      .getByText('Terms in plain words')
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Find related information' }).click();
    await page.getByText(/proposed from|Nothing related was found/).waitFor();
    await page.context().close();
  });
});

describe('when something fails', () => {
  const failing = async (page: Page, method: string, path: string, body = 'x') => {
    const isMeant = (url: URL) => url.pathname === path;
    await page.route(isMeant, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, body, contentType: 'application/json' })
        : route.fallback(),
    );
    return () => page.unroute(isMeant);
  };
  const send = (page: Page, method: 'post' | 'put', path: string, data: object) =>
    page.request[method](`${site.url}${path}`, { data, headers: { origin: site.url } });

  it('A15.01 A15.05 to A15.09 says which action on an article failed', async () => {
    const page = await openDesk('/admin/news');
    const { id } = await (
      await send(page, 'post', '/api/news', {
        title: 'Failing one',
        slug: 'failing-one',
        originalContent: 'Text.',
        originalUrl: 'https://example.com/failing',
      })
    ).json();
    await page.reload();
    const failed = (text: string) => seeToast(page, 'Error', text);
    const one = card(page, 'Failing one');

    await failing(page, 'POST', '/api/news/fetch-rss');
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await failed('Failed to fetch RSS feed');
    await page.unrouteAll();
    await failing(page, 'POST', '/api/news/fetch-rss', '{"message":"The wire is down"}');
    await page.getByRole('button', { name: 'Fetch from Feed' }).click();
    await failed('The wire is down');

    await failing(page, 'POST', `/api/news/${id}/rewrite`);
    await one.getByRole('button', { name: /^Rewrite/ }).click();
    await failed('Failed to rewrite article');
    await page.getByRole('log').getByText('Failed to rewrite article').waitFor();
    await page.getByRole('button', { name: 'Clear finished logs' }).click();
    expect(await page.getByRole('log').count()).toBe(0);

    await failing(page, 'POST', `/api/news/${id}/generate-seo`);
    await one.getByRole('button', { name: /^SEO/ }).click();
    await failed('Failed to generate SEO metadata');

    await failing(page, 'DELETE', `/api/news/${id}`);
    await one.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await failed('Failed to delete article');

    await failing(page, 'DELETE', '/api/news/bulk/unpublished');
    await page.getByRole('button', { name: 'Delete Unpublished' }).click();
    await page.getByRole('button', { name: /^Delete \d/ }).click();
    await failed('Failed to bulk delete unpublished articles');

    await send(page, 'put', `/api/news/${id}`, { status: 'rewritten' });
    await page.reload();
    await failing(page, 'POST', `/api/news/${id}/publish`);
    await one.getByRole('button', { name: /^Publish/ }).click();
    await failed('Failed to publish article');

    await failing(page, 'PUT', `/api/news/${id}`);
    await one.getByRole('link', { name: /^Edit/ }).click();
    await page.getByLabel('Excerpt').fill('More');
    await page.getByRole('button', { name: 'Save' }).click();
    await failed('Failed to update article');
    await dialog(page).getByText('500: x').waitFor();
    await page.context().close();
  });

  it('A7.08 A10.03 A15.04 A15.05 tells it in the form as well', async () => {
    const page = await openDesk('/admin/news/new');
    await page.getByRole('tab', { name: 'SEO' }).click();
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    await seeToast(
      page,
      'Error',
      'Please fill in title and content fields before generating SEO data',
    );
    await page.getByRole('tab', { name: 'Content' }).click();
    await page.getByLabel('Title').fill('A title');
    await page.getByLabel('Content').last().fill('A text.');
    await page.getByLabel('Original URL').fill('https://example.com/x');
    await failing(page, 'GET', '/api/images/search');
    await page.getByRole('button', { name: 'Search images' }).click();
    await page
      .getByText('Failed to load images. Please check your Unsplash API key configuration.')
      .waitFor();
    await page.getByRole('tab', { name: 'SEO' }).click();
    await failing(page, 'POST', '/api/generate-seo');
    await page.getByRole('button', { name: 'Generate SEO' }).click();
    await seeToast(page, 'Error', 'Failed to generate SEO data');
    await failing(page, 'POST', '/api/news');
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Error', 'Failed to create article');
    await page.context().close();
  });

  it('A5.29 A6.09 A15.10 A15.11 waits, fails and recovers in the lists', async () => {
    const page = await openDesk('/admin/faq');
    await failing(page, 'GET', '/api/news');
    await page.getByRole('link', { name: /^News \d/ }).click();
    await page.getByRole('alert').getByText('Failed to fetch articles').waitFor();
    await page.unrouteAll();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/news?*limit=50*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Loading articles...').waitFor();
    release();
    await page.locator('[data-article]').first().waitFor();

    await page.getByRole('link', { name: 'Style Guides' }).click();
    const guide = page.locator('[data-guide]').first();
    const id = await guide.getAttribute('data-guide');
    await send(page, 'put', `/api/style-guides/${id}`, { isActive: false });
    await page.reload();
    expect(await page.locator('[data-active-guide]', { hasText: 'none' }).textContent()).toBe(
      'none',
    );
    await failing(page, 'POST', `/api/style-guides/${id}/activate`);
    await guide.getByRole('button', { name: /^Activate/ }).click();
    await seeToast(page, 'Error', 'Failed to activate style guide');
    await failing(page, 'DELETE', `/api/style-guides/${id}`);
    await guide.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await seeToast(page, 'Error', 'Failed to delete style guide');
    await failing(page, 'PUT', `/api/style-guides/${id}`);
    await guide.getByRole('link', { name: /^Edit/ }).click();
    await page.getByLabel('Description').fill('Changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Error', 'Failed to update style guide');
    await page.context().close();
  });
});
