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
  return page.kind === 'readable' ? page.words : page.reason;
};

const reasonOf = async (shown: ServedPage | string) => {
  const page = await read(shown);
  return page.kind === 'unreadable' ? page.reason : page;
};

const SENTENCE = 'The platform reconciles positions with custodians every night. ';

describe('the words of a page', () => {
  it('are all that is visible, without menus, scripts and what is hidden', async () => {
    const html = `<html><body><nav>Menu</nav><header>Acme</header><style>p{}</style><noscript>No script</noscript>
      <div hidden>Hidden</div><div style="display: none">Gone</div><ul><li>Capital calls</li><li>Fee analysis</li></ul>
      <table><tr><td>Price</td><td>On request</td></tr><tr><td>Seats</td><td>Ten</td></tr></table><script>x()</script></body></html>`;
    expect(await textOf(html)).toBe('Acme Capital calls Fee analysis Price On request Seats Ten');
    expect(await textOf('<title>Bare</title><p>One paragraph.<p>It is <b>au</b>dited.')).toBe(
      'One paragraph. It is audited.',
    );
  });

  it('are read in the encoding that the page names, and from plain text as it is', async () => {
    const latin = Buffer.from('<html><body><p>Z\xfcrich, \xa3 5</p></body></html>', 'latin1');
    const headers = { 'content-type': 'text/html; charset=iso-8859-1' };
    expect(await read({ headers, body: latin })).toMatchObject({ words: 'Zu\u0308rich, £ 5' });
    const plain = { 'content-type': 'text/plain' };
    expect(await read({ headers: plain, body: 'One <b>\r\n\r\nTwo\n' })).toMatchObject({
      words: 'One <b> Two',
    });
  });

  it('are those of a page of at most 2 MB', async () => {
    expect(await reasonOf({ body: 'a'.repeat(2 * 1024 * 1024 + 1) })).toBe(
      'The response is larger than 2048 kB',
    );
  });

  it('are those of the address a page redirects to', async () => {
    outside.pages.set('/old', { status: 301, headers: { location: '/new#part' } });
    outside.pages.set('/new', { body: `<p>${SENTENCE}</p>` });
    expect(await reader.read(`${outside.url}/old`)).toMatchObject({
      words: SENTENCE.trim(),
    });
  });

  it('are read of a page nested five thousand deep', async () => {
    expect(await textOf(`${'<div>'.repeat(5000)}${SENTENCE}`)).toBe(SENTENCE.trim());
  });
});

describe('an unreadable page', () => {
  it('says why in words: status, type, no text, only with JavaScript, not public', async () => {
    expect(await reasonOf({ status: 404 })).toBe('The page answered 404');
    expect(await reasonOf({ status: 503, body: SENTENCE })).toBe('The page answered 503');
    expect(await reasonOf({ headers: { 'content-type': 'application/pdf' } })).toBe(
      'It is of type application/pdf, not a web page or text',
    );
    expect(await reasonOf('')).toBe('The page has no text');
    expect(await reasonOf('<div id="root"></div><script src="/a.js"></script>')).toBe(
      'The page shows its text only with JavaScript',
    );
    expect(
      await reasonOf('<p>Please enable JavaScript to go on.</p><script src="/a.js"></script>'),
    ).toBe('The page shows its text only with JavaScript');
    expect(await reader.read('http://127.0.0.1:1/')).toEqual({
      kind: 'unreadable',
      reason: 'Only public addresses are fetched',
    });
  });
});
