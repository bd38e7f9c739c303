import { afterAll, beforeAll, expect, it } from 'vitest';
import { readArticleInThread, readFeedInThread } from '#content/news/text/read-in-thread.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { hostilePages, measureProcess } from '#testing/hostile-pages.ts';
import { type PageServer, startPageServer } from '#testing/servers/page-server.ts';
import { createPageReader, type PageReader } from './page-text.server.ts';

const SIZES = [500_000, 2_000_000];
const AT_ONCE = 10;
const url = 'https://page.example/';
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const download = (text: string, contentType: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType,
  url,
});
const feedOf = (html: string) =>
  `<rss version="2.0"><channel><title>News</title><item><title>One</title><link>${url}</link><description>${escaped(html)}</description></item></channel></rss>`;

let outside: PageServer;
let reader: PageReader;
beforeAll(async () => {
  outside = await startPageServer();
  reader = createPageReader({ fetch: guardedFetch, allowHosts: [outside.hostPort] });
  outside.pages.set('/ordinary', { body: '<p>Positions are reconciled every night.</p>' });
  await reader.read(`${outside.url}/ordinary`);
});
afterAll(() => outside.close());

/** A failure is as good as a result: only its cost counts. */
const READERS: Record<string, (html: string) => Promise<unknown>> = {
  page: (html) => {
    outside.pages.set('/hostile', { body: html });
    return reader.read(`${outside.url}/hostile`);
  },
  article: (html) => readArticleInThread(download(html, 'text/html')).catch(() => null),
  feed: (html) => readFeedInThread(download(feedOf(html), 'application/xml')).catch(() => null),
};

const CASES = Object.entries(READERS).flatMap(([kind, read]) =>
  SIZES.flatMap((size) =>
    hostilePages(size).map(([name, html]) => [kind, size, name, () => read(html)] as const),
  ),
);

it.each(CASES)('PROMISE 20 %s of %i bytes: %s', async (_kind, _size, _name, read) => {
  const { processorMs, memoryMb } = await measureProcess(read);
  expect(processorMs).toBeLessThan(10_000);
  expect(memoryMb).toBeLessThan(300);
});

const ALL = hostilePages(2_000_000);
const FLOODS = [ALL.slice(0, AT_ONCE), ALL.slice(-AT_ONCE)];

it.each(FLOODS)(
  'PROMISE 20 ten at once take no more memory than one, and the next page is read after them',
  async (...flood) => {
    for (const [name, body] of flood) outside.pages.set(`/${encodeURI(name)}`, { body });
    const { memoryMb, ms } = await measureProcess(async () => {
      const hostile = flood.map(([name]) => reader.read(`${outside.url}/${encodeURI(name)}`));
      const page = await reader.read(`${outside.url}/ordinary`);
      expect(page).toMatchObject({ kind: 'readable' });
      await Promise.all(hostile);
    });
    expect(memoryMb).toBeLessThan(300);
    expect(ms).toBeLessThan(15_000);
  },
  150_000,
);
