import type { Page } from 'playwright-core';
import { startBrowserSite } from '#testing/browser.ts';
import { setFeeds } from '#testing/feeds.ts';
import { startAiServer } from '#testing/servers/ai-server.ts';
import { rssOf } from '#testing/servers/feed-documents.ts';
import { startFeedServer } from '#testing/servers/feed-server.ts';
import { startUnsplashServer } from '#testing/servers/unsplash-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEXT = 'The custodian opens its reporting interface to every family office this year. ';

/** The product with feeds, an AI service and a photo service, all on this machine. */
export const startDesk = async () => {
  const [ai, feeds, unsplash] = await Promise.all([
    startAiServer(),
    startFeedServer(),
    startUnsplashServer('key'),
  ]);
  feeds.put(
    '/custodian',
    `<html><body><article><h1>T</h1><p>${TEXT.repeat(12)}</p></article></body></html>`,
    'text/html',
  );
  const wire = rssOf('Desk Wire', [
    {
      id: 'a',
      title: 'Custodian opens interface',
      link: `${feeds.url}/custodian`,
      html: `<p>${TEXT.repeat(3)}</p>`,
    },
    { id: 'b', title: 'Survey of small offices', link: `${feeds.url}/b`, html: '<p>Short.</p>' },
  ]);
  const site = await startBrowserSite({
    data: 'empty',
    settings: {
      FETCH_ALLOW_HOSTS: feeds.hostPort,
      AI_BASE_URL: ai.baseUrl,
      AI_MODEL: 'test-model',
      UNSPLASH_ACCESS_KEY: 'key',
      UNSPLASH_API_URL: unsplash.url,
    },
  });

  await setFeeds(site.db, [feeds.put('/rss', wire), `${feeds.url}/broken`]);

  /** A page that fetches no pictures from outside. */
  const openPage = async () => {
    const page = await site.newPage();
    await page.route('https://images.unsplash.com/**', (route) =>
      route.fulfill({ body: PIXEL, contentType: 'image/png' }),
    );
    return page;
  };
  const openDesk = async (path: string) => {
    const page = await openPage();
    await site.signIn(page);
    await page.goto(path);
    return page;
  };
  const send = (page: Page, method: 'post' | 'put', path: string, data: object) =>
    page.request[method](`${site.url}${path}`, { data, headers: { origin: site.url } });
  const close = async () => {
    await site.close();
    await Promise.all([ai.close(), feeds.close(), unsplash.close()]);
  };
  return { site, ai, feeds, unsplash, openPage, openDesk, send, close };
};

export type Desk = Awaited<ReturnType<typeof startDesk>>;

export const card = (page: Page, title: string) =>
  page.locator('[data-article]', { has: page.getByRole('heading', { name: title }) });

export const dialog = (page: Page) => page.getByRole('dialog').last();

export const seeToast = (page: Page, title: string, text: string) =>
  page
    .getByRole('status')
    .or(page.getByRole('listitem'))
    .filter({ hasText: title })
    .filter({ hasText: text })
    .first()
    .waitFor();
