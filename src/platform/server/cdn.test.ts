import type { IncomingHttpHeaders } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSettings } from '#platform/env.server.ts';
import { serve } from '#testing/serve.ts';
import { type LoopbackServer, readRequest, startLoopback } from '#testing/servers/loopback.ts';
import { adaptersOf, createCdnPurge, type Purge } from './cdn-purge.server.ts';
import { tagHeader } from './shared-headers.server.ts';

const TOKEN = 'secret-of-the-cdn';
const seen: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
let cdn: LoopbackServer;

beforeAll(async () => {
  cdn = await startLoopback(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push({ line, headers: request.headers, body: await readRequest(request) });
    response.writeHead(status).end('{}');
  });
});
afterAll(() => cdn.close());
beforeEach(() => {
  seen.length = 0;
  status = 200;
});

const settingsOf = (name: string) =>
  readSettings({ CDN: name, CDN_PURGE_URL: cdn.url, CDN_SERVICE_ID: 'abc123', CDN_TOKEN: TOKEN });

const send = async (name: string, hard: string[], soft: string[]) => {
  const purge: Purge = { hard: new Set(hard), soft: new Set(soft) };
  for (const toRequests of adaptersOf(settingsOf(name))) {
    for (const request of toRequests(purge)) await fetch(request);
  }
  return seen.splice(0);
};

const many = (count: number) => Array.from({ length: count }, (_, n) => `news/${n}`);

it('Varnish: xkey-purge for what is withdrawn and for an item’s own pages, xkey-softpurge for what mentions it', async () => {
  const [one, ...others] = await send('varnish', ['news/9'], ['vendors', 'vendors/7']);
  expect(others).toEqual([]);
  expect([one?.line, one?.headers['xkey-purge'], one?.headers['xkey-softpurge']]).toEqual([
    'PURGE /',
    'news/9 own/vendors own/vendors/7',
    'vendors vendors/7',
  ]);
  const all = await send('varnish', ['*', 'news'], []);
  expect(all.map(({ headers }) => headers['xkey-purge'])).toEqual(['everything']);
});

it('Varnish: no header is longer than it takes', async () => {
  const long = Array.from({ length: 100 }, (_, n) => `vendors/${'x'.repeat(180)}-${n}`);
  const requests = await send('varnish', long, []);
  const headers = requests.map((request) => String(request.headers['xkey-purge']));
  expect(headers.join(' ').split(' ')).toEqual(long);
  expect(Math.max(...headers.map((header) => header.length))).toBeLessThan(8000);
});

it('Fastly: POST /service/{id}/purge with surrogate_keys, at most 256 in one, soft where the change is soft', async () => {
  const [first, second, ...others] = await send('fastly', ['news/9'], ['vendors/7']);
  expect(others).toEqual([]);
  for (const request of [first, second]) {
    expect(request?.line).toBe('POST /service/abc123/purge');
    expect(request?.headers['fastly-key']).toBe(TOKEN);
    expect(request?.headers['content-type']).toBe('application/json');
  }
  expect([first?.headers['fastly-soft-purge'], first?.body]).toEqual([
    undefined,
    '{"surrogate_keys":["news/9","own/vendors/7"]}',
  ]);
  expect([second?.headers['fastly-soft-purge'], second?.body]).toEqual([
    '1',
    '{"surrogate_keys":["vendors/7"]}',
  ]);
  const batches = (await send('fastly', many(300), [])).map(({ body }) => JSON.parse(body));
  expect(batches.map(({ surrogate_keys }) => surrogate_keys.length)).toEqual([256, 44]);
  const [soft] = (await send('fastly', [], ['*'])).filter(
    ({ headers }) => headers['fastly-soft-purge'] === '1',
  );
  expect(soft?.body).toBe('{"surrogate_keys":["everything"]}');
});

it('Cloudflare: POST /client/v4/zones/{id}/purge_cache with tags, at most 100 in one', async () => {
  const [request, ...others] = await send('cloudflare', ['news/9'], ['vendors/7']);
  expect(others).toEqual([]);
  expect([request?.line, request?.headers.authorization, request?.body]).toEqual([
    'POST /client/v4/zones/abc123/purge_cache',
    `Bearer ${TOKEN}`,
    '{"tags":["news/9","vendors/7"]}',
  ]);
  const batches = (await send('cloudflare', many(230), [])).map(({ body }) => JSON.parse(body));
  expect(batches.map(({ tags }) => tags.length)).toEqual([100, 100, 30]);
  const [all] = await send('cloudflare', [], ['*']);
  expect(all?.body).toBe('{"tags":["everything"]}');
});

it('the hook gets the keys, and * for everything', async () => {
  const [some] = await send('hook', ['news/9'], ['vendors/7']);
  const [all] = await send('hook', ['news/9'], ['*', 'faq']);
  expect([some?.line, some?.body, all?.body]).toEqual([
    'POST /',
    '{"keys":["news/9","vendors/7"]}',
    '{"keys":["*"]}',
  ]);
});

it('a key that no header can hold is left to its collection', async () => {
  const [request] = await send('varnish', ['vendors', 'vendors/a\r\nx: y'], []);
  expect(request?.headers['xkey-purge']).toBe('vendors');
});

it.each(['fastly', 'cloudflare'])('PROMISE 11 the token of %s is in no log line', async (name) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const [toRequests = () => []] = adaptersOf(settingsOf(name));
  status = 403;
  expect(await createCdnPurge(toRequests, { log, pausesMs: [1] })(['news'])).toBe(false);
  expect(lines).toHaveLength(2);
  expect(lines.join('')).toContain('The CDN answered 403');
  expect(lines.join('')).not.toContain(TOKEN);
});

it('each CDN gets the header that it reads, and an item’s own page is tagged as such', () => {
  const reads = new Set(['vendors/addepar', 'features/tax', 'vendors']);
  expect(tagHeader('fastly', '/vendors/addepar.md?page=2', reads)).toEqual({
    'Surrogate-Key':
      'everything own/vendors/addepar own/vendors features/tax vendors vendors/addepar',
  });
  expect(tagHeader('cloudflare', '/', reads)).toEqual({
    'Cache-Tag': 'everything,features/tax,vendors,vendors/addepar',
  });
  expect(tagHeader(undefined, '/', reads)).toEqual({});
});

it('a page that read much is tagged with its collections and its own item', () => {
  const reads = new Set([...many(1000), 'vendors/addepar']);
  expect(tagHeader('varnish', '/vendors/addepar', reads)).toEqual({
    'Surrogate-Key': 'everything own/vendors/addepar news vendors',
  });
});

it('what a program chose by Accept is for no CDN to keep; the twin’s own address is', async () => {
  const site = await serve({ server: { cdn: 'cloudflare' } });
  try {
    const ageOf = async (path: string, accept: string) => {
      const { headers } = await site.get(path, { accept });
      return [
        headers['content-type'],
        headers['cache-control'],
        headers['cache-tag'] !== undefined,
      ];
    };
    const shared =
      'public, max-age=0, must-revalidate, s-maxage=86400, stale-while-revalidate=2, stale-if-error=86400';
    for (const _time of [1, 2]) {
      expect(await ageOf('/vendors/addepar', 'text/markdown')).toEqual([
        'text/markdown; charset=utf-8',
        'public, max-age=0, must-revalidate, s-maxage=0',
        true,
      ]);
    }
    expect((await ageOf('/vendors/addepar.md', '*/*'))[1]).toBe(shared);
    expect((await ageOf('/vendors/addepar', 'text/html'))[1]).toBe(shared);
  } finally {
    await site.close();
  }
});

it('PROMISE 23 a page that a change overtakes while it is made is for no CDN to keep', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const site = await serve({
    server: { cdn: 'varnish' },
    render: async (_url, { api }) => {
      const text = await (await api.request('/api/vendors/addepar')).text();
      begun.resolve();
      await go.promise;
      return new Response(`<!doctype html><title>t</title>${text}`, {
        headers: { 'content-type': 'text/html' },
      });
    },
  });
  try {
    const { id } = JSON.parse((await site.get('/api/vendors/addepar')).text);
    const late = site.get('/vendors/addepar');
    await begun.promise;
    const saved = await site.edit('PUT', `/api/vendors/${id}`, { description: 'Overtakes' });
    expect(saved.status).toBe(200);
    go.resolve();
    expect((await late).headers['cache-control']).toContain('s-maxage=0');
    expect((await site.get('/vendors/addepar')).headers['cache-control']).toContain(
      's-maxage=86400',
    );
  } finally {
    await site.close();
  }
});

it.each([
  [{ CDN: 'varnish' }, 'CDN_PURGE_URL is missing while CDN is varnish'],
  [{ CDN: 'fastly', CDN_TOKEN: 'x' }, 'CDN=fastly needs CDN_SERVICE_ID and CDN_TOKEN'],
  [{ CDN: 'akamai' }, 'CDN Invalid option'],
  [{ CDN_PURGE_URL: 'ftp://cdn' }, 'CDN_PURGE_URL must be http(s) addresses'],
])('PROMISE 26 %j is a wrong setting', (settings, why) => {
  expect(() => readSettings(settings)).toThrow(`Wrong setting: ${why}`);
});

it('a hosted CDN is told at its own address unless another is named', () => {
  const { CDN_PURGE_URL } = readSettings({ CDN: 'fastly', CDN_SERVICE_ID: 'a', CDN_TOKEN: 'b' });
  expect(CDN_PURGE_URL).toEqual(['https://api.fastly.com']);
  expect(readSettings({ CDN_PURGE_URL: 'http://a/,http://b/' })).toMatchObject({
    CDN: 'hook',
    CDN_PURGE_URL: ['http://a/', 'http://b/'],
  });
});

it.each([
  ['varnish', 30],
  ['fastly', 256],
  ['cloudflare', 100],
])(
  '%s: a release of more keys than one request takes is told as everything, in one',
  async (name, most) => {
    const keys = ['release/7', ...many(most)];
    expect(await send(name, keys.slice(0, most), [])).toHaveLength(1);
    const [one, ...others] = await send(name, keys, ['vendors/7']);
    expect(others).toEqual([]);
    const told = JSON.stringify([one?.headers['xkey-purge'], one?.body]);
    expect(told).toContain('everything');
    expect(told).not.toContain('news/');
  },
);
