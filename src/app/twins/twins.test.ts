import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTwin } from '#platform/twin-path.ts';
import { loadRenderer } from '#testing/render-page.ts';
import { type Served, serve } from '#testing/serve.ts';

const SITE_URL = 'https://guide.example';
const MARKDOWN = 'text/markdown; charset=utf-8';

let site: Served;
/** How often each page was rendered. */
const rendered = new Map<string, number>();
const accept = (value: string) => ({ accept: value });

beforeAll(async () => {
  const { fetch } = await loadRenderer();
  site = await serve({
    settings: { SITE_URL },
    render: (url, context) => {
      rendered.set(url.pathname, (rendered.get(url.pathname) ?? 0) + 1);
      return fetch(new Request(url), { context });
    },
  });
});
afterAll(() => site.close());

describe('the twin of a page', () => {
  it('stands at its address with .md: facts and evidence with source, rank and day', async () => {
    const { status, headers, text } = await site.get('/vendors/addepar.md');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(MARKDOWN);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers.link).toBe(`<${SITE_URL}/vendors/addepar>; rel="canonical"`);
    expect(headers.vary).toMatch(/^Accept\b/);
    expect(text).toMatch(/^# Addepar\n\n\w/);
    expect(text).toMatch(
      /\n- \[[^\]]+\]\(https:\/\/guide\.example\/features\/[\w-]+\.md\)\n\n {2}Documented, [^\n]+\n\n {2}[^\n]+\n\n {2}First rank, published by the vendor: \[[^\]]+\]\(http[^)]+\), [^\n]+, checked Nov \d+, 2026 by/,
    );
    expect(text).toContain('Not found on the pages we read: ');
    expect(text).toContain(`Page: \`${SITE_URL}/vendors/addepar\``);
    expect(text).toContain('[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/)');
  });

  it.each([
    ['/vendors/addepar', 'text/markdown', MARKDOWN],
    ['/vendors/addepar', 'text/markdown, text/html;q=0.9, */*;q=0.1', MARKDOWN],
    ['/vendors/addepar', 'text/markdown, text/html', MARKDOWN],
    ['/vendors/addepar', 'text/markdown;q=0.5, text/html', 'text/html; charset=utf-8'],
    ['/vendors/addepar', 'text/markdown;q=0.5, */*', 'text/html; charset=utf-8'],
    ['/vendors/addepar', 'text/markdown;q=0', 'text/html; charset=utf-8'],
    ['/vendors/addepar', '*/*', 'text/html; charset=utf-8'],
    ['/vendors/addepar', 'text/html', 'text/html; charset=utf-8'],
    ['/auth', 'text/markdown', 'text/html; charset=utf-8'],
  ])('%s with Accept: %s is %s, cached or not', async (path, value, type) => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { headers, status } = await site.ask(path, { method, headers: accept(value) });
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(headers.vary).toMatch(/^Accept\b/);
    }
  });

  it('is made of the cached page, and of a new one where there is none', async () => {
    const path = '/vendors/asora';
    const { text } = await site.get(`${path}.md`);
    expect([text.startsWith('# Asora'), rendered.get(path)]).toEqual([true, 1]);
    await site.get('/vendors/arch');
    expect((await site.get('/vendors/arch.md')).text).toMatch(/^# Arch\n/);
    expect(rendered.get('/vendors/arch')).toBe(1);
  });

  it('is the same whether asked for by address or by Accept, and is made once', async () => {
    const direct = await site.get('/vendors/masttro.md');
    const negotiated = await site.get('/vendors/masttro', accept('text/markdown'));
    expect(negotiated.text).toBe(direct.text);
    expect(negotiated.headers['x-cache']).toBe('hit');
    expect((await site.get('/vendors/masttro')).headers['content-type']).toContain('text/html');
  });

  it('shows an edit on the next request, and a withdrawn item to nobody, not even its editor', async () => {
    const { text } = await site.edit('POST', '/api/vendors', {
      name: 'Soon gone',
      slug: 'soon-gone',
      isPublished: true,
    });
    const { id } = JSON.parse(text);
    expect((await site.get('/vendors/soon-gone.md')).text).toContain('# Soon gone\n');
    await site.edit('PUT', `/api/vendors/${id}`, { name: 'Still here' });
    expect((await site.get('/vendors/soon-gone.md')).text).toContain('# Still here\n');
    await site.edit('PUT', `/api/vendors/${id}`, { slug: 'moved-on' });
    const moved = await site.get('/vendors/soon-gone.md');
    expect([moved.status, moved.headers.location]).toEqual([301, '/vendors/moved-on.md']);
    await site.edit('PUT', `/api/vendors/${id}`, { isPublished: false });
    for (const cookie of ['', site.cookie]) {
      const gone = await site.get('/vendors/moved-on.md', { cookie });
      expect([gone.status, gone.headers['content-type']]).toEqual([404, MARKDOWN]);
      expect(gone.text).not.toContain('Still here');
    }
  });

  it('names an unknown page missing, and follows a redirect of a page', async () => {
    expect((await site.get('/vendors/no-such.md')).status).toBe(404);
    expect((await site.get('/a/b/c.md')).status).toBe(404);
    expect((await site.get('/auth.md')).status).toBe(404);
    expect((await site.get('/corrections/new.md')).status).toBe(404);
    const asked = await site.get('/corrections/new', accept('text/markdown, text/html'));
    expect(asked.headers['content-type']).toContain('text/html');
    const { status, headers } = await site.get('/Vendors/ADDEPAR.md');
    expect([status, headers.location]).toEqual([301, '/vendors/addepar.md']);
  });
});

describe('the page', () => {
  it('names its twin and llms.txt in the header Link, on GET, on HEAD and out of the cache', async () => {
    const LLMS = '</llms.txt>; rel="describedby"; type="text/plain"';
    for (const [path, twin] of [
      ['/', '/index.md'],
      ['/vendors/canopy', '/vendors/canopy.md'],
      ['/vendors?page=2', '/vendors.md?page=2'],
    ] as const) {
      const states: unknown[] = [];
      for (const method of ['GET', 'GET', 'HEAD']) {
        const { status, headers, text } = await site.ask(path, { method });
        expect([path, method, status, headers.link]).toEqual([
          path,
          method,
          200,
          `<${SITE_URL}${twin}>; rel="alternate"; type="text/markdown", ${LLMS}`,
        ]);
        if (method === 'GET') {
          const head = text.slice(0, text.indexOf('</head>'));
          expect(head).toContain(`type="text/markdown" href="${SITE_URL}${twin}"`);
          expect(head).toMatch(/<link rel="describedby"[^>]* href="\/llms\.txt"/);
        }
        states.push(headers['x-cache']);
      }
      expect([path, states]).toEqual([path, ['miss', 'hit', 'hit']]);
    }
    expect((await site.get('/auth')).headers.link).toBe(LLMS);
  });
});

it('the file that held the twins of several types leads to the index', async () => {
  const { status, headers } = await site.get('/llms-full.txt');
  expect([status, headers.location]).toEqual([301, '/llms.txt']);
});

describe('every public page', () => {
  it('of the sitemap has a whole twin, whose links inside the site lead to twins', async () => {
    const locs = (xml: string) =>
      [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc.slice(SITE_URL.length));
    const files = locs((await site.get('/sitemap.xml')).text);
    const missing: string[] = [];
    const strange = new Set<string>();
    for (const file of files) {
      // A few of each kind: all of them take minutes on a busy machine.
      for (const path of locs((await site.get(file)).text).slice(
        0,
        file.includes('site-') ? 99 : 3,
      )) {
        const { status, text } = await site.get(path === '/' ? '/index.md' : `${path}.md`);
        if (status !== 200 || !/^# \S/.test(text) || text.length < 300) missing.push(path);
        for (const [, url = ''] of text.matchAll(/\]\((https:\/\/guide\.example[^)\s]*)\)/g))
          if (!url.includes('.md') && hasTwin(new URL(url).pathname)) strange.add(url);
      }
    }
    expect(missing).toEqual([]);
    expect([...strange]).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  }, 300_000);
});
