import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { type PageServer, type ServedPage, startPageServer } from '#testing/servers/page-server.ts';
import { createPageReader, type PageReader, type PageText } from './page-text.server.ts';

let outside: PageServer;
let reader: PageReader;

beforeAll(async () => {
  outside = await startPageServer();
  reader = createPageReader({ fetch: guardedFetch, allowHosts: [outside.hostPort] });
});
afterAll(() => outside.close());
beforeEach(() => outside.pages.clear());

const read = (shown: ServedPage | string, path = '/page'): Promise<PageText> => {
  outside.pages.set(path, typeof shown === 'string' ? { body: shown } : shown);
  return reader.read(`${outside.url}${path}`);
};

const textOf = async (html: string) => {
  const page = await read(html);
  return page.kind === 'readable' ? page.text : page.reason;
};

const reasonOf = async (shown: ServedPage | string) => {
  const page = await read(shown);
  return page.kind === 'unreadable' ? [page.status, page.reason] : page;
};

const SENTENCE = 'The platform reconciles positions with custodians every night. ';

describe('the text of a page', () => {
  it('is its article, a line a paragraph, with title, hash and the links of its host', async () => {
    const page = await read(`<!doctype html><html><head><title> Product
      page </title></head><body><nav><a href="/features">Features</a><a href="https://other.example/x">Out</a></nav>
      <article><h1>Reporting</h1><p>${SENTENCE.repeat(6)}</p><p>It   is <b>au</b>dited.<br>Twice.</p>
      <p>${SENTENCE.repeat(6)}<a href="?a=1#top">more</a> <a href="/features#b">again</a> <a href="mailto:a@b.example">m</a></p></article>
      <script>track()</script></body></html>`);
    const long = SENTENCE.repeat(6).trim();
    const text = `Reporting\n${long}\nIt is audited.\nTwice.\n${long} more again m`;
    expect(page).toMatchObject({
      kind: 'readable',
      url: `${outside.url}/page`,
      title: 'Product page',
      text,
      whole: text,
      isCut: false,
      links: [`${outside.url}/features`, `${outside.url}/page?a=1`],
    });
    expect(page).toHaveProperty('hash', expect.stringMatching(/^[0-9a-f]{64}$/));
  });

  it('is all visible text where no article is found, without menus, scripts and what is hidden', async () => {
    const html = `<html><body><nav>Menu</nav><header>Acme</header><style>p{}</style><noscript>No script</noscript>
      <div hidden>Hidden</div><div style="display: none">Gone</div><ul><li>Capital calls</li><li>Fee analysis</li></ul>
      <table><tr><td>Price</td><td>On request</td></tr><tr><td>Seats</td><td>Ten</td></tr></table><script>x()</script></body></html>`;
    expect(await textOf(html)).toBe(
      'Acme\nCapital calls\nFee analysis\nPrice On request\nSeats Ten',
    );
    expect(await textOf('<title>Bare</title><p>One paragraph.<p>Another one.')).toBe(
      'One paragraph.\nAnother one.',
    );
  });

  it('is read in the encoding that the page names, and from plain text as it is', async () => {
    const latin = Buffer.from('<html><body><p>Z\xfcrich, \xa3 5</p></body></html>', 'latin1');
    const headers = { 'content-type': 'text/html; charset=iso-8859-1' };
    expect(await read({ headers, body: latin })).toMatchObject({ text: 'Zürich, £ 5' });
    const plain = { 'content-type': 'text/plain' };
    expect(await read({ headers: plain, body: 'One <b>\r\n\r\nTwo\n' })).toMatchObject({
      text: 'One <b>\n\nTwo',
      links: [],
    });
  });

  it('ends at 200 kB, between two characters, and says so; a page is at most 2 MB', async () => {
    const page = await read({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `x${'€'.repeat(100_000)}`,
    });
    expect(page).toMatchObject({ isCut: true, text: `x${'€'.repeat(66_666)}` });
    expect(await reasonOf({ body: 'a'.repeat(2 * 1024 * 1024 + 1) })).toEqual([
      null,
      'The response is larger than 2048 kB',
    ]);
  });

  it('is that of the address a page redirects to', async () => {
    outside.pages.set('/old', { status: 301, headers: { location: '/new#part' } });
    outside.pages.set('/new', { body: `<p>${SENTENCE}</p>` });
    expect(await reader.read(`${outside.url}/old`)).toMatchObject({
      url: `${outside.url}/new`,
      text: SENTENCE.trim(),
    });
  });

  it('is read of a page nested five thousand deep', async () => {
    expect(await textOf(`${'<div>'.repeat(5000)}${SENTENCE}`)).toBe(SENTENCE.trim());
  });
});

describe('an unreadable page', () => {
  it('says why in words: status, type, no text, only with JavaScript, not public', async () => {
    expect(await reasonOf({ status: 404 })).toEqual([404, 'The page answered 404']);
    expect(await reasonOf({ status: 503, body: SENTENCE })).toEqual([503, 'The page answered 503']);
    expect(await reasonOf({ headers: { 'content-type': 'application/pdf' } })).toEqual([
      200,
      'It is of type application/pdf, not a web page or text',
    ]);
    expect(await reasonOf('')).toEqual([200, 'The page has no text']);
    expect(await reasonOf('<div id="root"></div><script src="/a.js"></script>')).toEqual([
      200,
      'The page shows its text only with JavaScript',
    ]);
    expect(
      await reasonOf('<p>Please enable JavaScript to go on.</p><script src="/a.js"></script>'),
    ).toEqual([200, 'The page shows its text only with JavaScript']);
    expect(await reader.read('http://127.0.0.1:1/')).toEqual({
      kind: 'unreadable',
      url: 'http://127.0.0.1:1/',
      status: null,
      reason: 'Only public addresses are fetched',
    });
  });

  it('is not what a read that was given up makes of it', async () => {
    const signal = AbortSignal.abort(new Error('The run was stopped'));
    await expect(reader.read(`${outside.url}/page`, { signal })).rejects.toThrow(
      'The run was stopped',
    );
  });
});
