import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRenderer } from '#testing/render-page.ts';
import { type Asking, ask, type Served, serve } from '#testing/serve.ts';

const SITE = 'https://guide.example';
const REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const LEGACY = { accept: 'application/json, text/event-stream' };

let site: Served;
/** Each request from an address of its own, unless a test says otherwise: the limit is per client. */
let client = 0;

beforeAll(async () => {
  const { fetch } = await loadRenderer();
  site = await serve({
    settings: { SITE_URL: SITE, TRUST_PROXY: '1' },
    render: (url, context) => fetch(new Request(url), { context }),
  });
});
afterAll(() => site.close());

const send = async (asking: Asking) => {
  client += 1;
  const headers = {
    'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`,
    ...asking.headers,
  };
  return ask(site.port, '/mcp', { method: 'POST', ...asking, headers });
};

const legacy = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
  send({ json: { jsonrpc: '2.0', id: 1, method, params }, headers: { ...LEGACY, ...headers } });

const envelope = {
  [`${META}protocolVersion`]: REVISION,
  [`${META}clientInfo`]: { name: 'test', version: '1' },
  [`${META}clientCapabilities`]: {},
};
const HEADERS = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/list' };

const modern = (headers: Record<string, string>, method = 'tools/list', params: object = {}) =>
  send({
    json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
    headers: { accept: 'application/json', ...headers },
  });

describe('POST /mcp as the revisions have it', () => {
  it('answers one JSON response without a session to both generations', async () => {
    for (const reply of [await modern(HEADERS), await legacy('tools/list')]) {
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      expect(reply.headers['mcp-session-id']).toBeUndefined();
      expect(reply.headers['x-request-id']).toBeTruthy();
      expect(JSON.parse(reply.text).result.tools).toHaveLength(6);
    }
    const notified = await send({
      json: { jsonrpc: '2.0', method: 'notifications/initialized' },
      headers: LEGACY,
    });
    expect([notified.status, notified.text]).toEqual([202, '']);
  });

  it('refuses protocol headers that are missing, wrong or unknown with 400', async () => {
    const { 'mcp-method': _, ...withoutMethod } = HEADERS;
    const { 'mcp-protocol-version': __, ...withoutVersion } = HEADERS;
    const wrong = [
      withoutMethod,
      withoutVersion,
      { ...HEADERS, 'mcp-method': 'tools/call' },
      { ...HEADERS, 'mcp-protocol-version': '2025-11-25' },
    ];
    for (const headers of wrong) {
      const { status, text } = await modern(headers);
      expect([status, JSON.parse(text).error.code]).toEqual([400, -32020]);
    }
    const call = { name: 'search', arguments: { query: 'a' } };
    const named = { ...HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'get_vendor' };
    expect((await modern(named, 'tools/call', call)).status).toBe(400);
    expect((await legacy('tools/list', {}, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(
      400,
    );
    expect((await legacy('tools/list', {}, { 'mcp-protocol-version': REVISION })).status).toBe(400);
    expect((await modern({ ...HEADERS, 'mcp-method': 'no/such' }, 'no/such')).status).toBe(404);
    expect((await legacy('tools/list', {}, { accept: 'text/html' })).status).toBe(406);
  });

  it('opens no stream: 405 to GET and DELETE, and no subscription', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await send({ method, headers: { accept: 'text/event-stream' } });
      expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
    }
    const params = { notifications: { toolsListChanged: true } };
    const listen = await modern(
      { ...HEADERS, 'mcp-method': 'subscriptions/listen' },
      'subscriptions/listen',
      params,
    );
    expect(listen.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(listen.text).error.message).toBe('Subscription limit reached');
  });

  it('refuses a foreign Origin with 403, and takes its own or none', async () => {
    const json = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const from = async (origin: string, more: Record<string, string> = {}) =>
      (await send({ json, headers: { ...LEGACY, origin, ...more } })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from('https://evil.example', { 'sec-fetch-site': 'none' })).toBe(403);
    expect(await from('https://evil.example', { 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await from(SITE)).toBe(200);
    expect((await legacy('ping')).status).toBe(200);
  });

  it('refuses large bodies with 413, other types with 415 and batches with 400', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const fits = { ...ping, params: { _meta: { text: 'x'.repeat(16_000) } } };
    expect((await send({ json: fits, headers: LEGACY })).status).toBe(200);
    const large = { ...ping, params: { _meta: { text: 'x'.repeat(17_000) } } };
    for (const cookie of ['', site.cookie]) {
      expect((await send({ json: large, headers: { ...LEGACY, cookie } })).status).toBe(413);
    }
    const plain = await send({ json: ping, headers: { ...LEGACY, 'content-type': 'text/plain' } });
    expect(plain.status).toBe(415);
    expect((await send({ json: [ping, ping], headers: LEGACY })).status).toBe(400);
    expect((await send({ json: [], headers: LEGACY })).status).toBe(400);
  });

  it('lets a client make 240 calls a minute, and tells it when to come back', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    // Whatever is asked for counts; all at once, so that the minute is not over before the last.
    const all = Array.from({ length: 241 }, () => send({ method: 'DELETE', headers }));
    const replies = await Promise.all(all);
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 405)).toHaveLength(240);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await legacy('ping')).status).toBe(200);
  });

  it('stands in the queue of the visitors', async () => {
    const crowded = await serve({
      settings: { SITE_URL: SITE },
      queue: { running: 1, waiting: 0, waitMs: 50 },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = crowded.queue('/vendors', () => promise);
    const json = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const asking = { method: 'POST', json, headers: LEGACY };
    const refused = await ask(crowded.port, '/mcp', asking);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    resolve();
    await held;
    expect((await ask(crowded.port, '/mcp', asking)).status).toBe(200);
    await crowded.close();
  });
});

describe('resources', () => {
  it('lists the areas as Markdown, on one page', async () => {
    const { result } = JSON.parse((await legacy('resources/list')).text);
    const uris = result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining([`${SITE}/index.md`, `${SITE}/vendors.md`, `${SITE}/glossary.md`]),
    );
    for (const { mimeType } of result.resources) expect(mimeType).toBe('text/markdown');
    for (const cursor of ['99.0', '1', 'x'.repeat(500), '7.999999']) {
      const { error } = JSON.parse((await legacy('resources/list', { cursor })).text);
      expect(error.code).toBe(-32602);
    }
  });

  it('has a template for pages, and no page outside of the site', async () => {
    const { result } = JSON.parse((await legacy('resources/templates/list')).text);
    expect(result.resourceTemplates[0].uriTemplate).toBe(`${SITE}/{+path}.md`);
    for (const uri of [
      'file:///etc/passwd',
      'https://evil.example/a.md',
      `${SITE}/admin`,
      `${SITE}/no-such-page.md`,
      `${SITE}/%E0.md`,
      `${SITE}/vendors/%E0%A4%A.md`,
      `${SITE}//[.md`,
      `${SITE}//evil.example/vendors.md`,
      `${SITE}/vendors?page=2.md`,
    ]) {
      const { error } = JSON.parse((await legacy('resources/read', { uri })).text);
      expect([uri, error.message]).toEqual([uri, expect.stringContaining('not found')]);
    }
    expect(site.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

describe('hostile requests', () => {
  const NAMES = [
    'search',
    'match_needs',
    'get_vendor',
    'compare_vendors',
    'get_evidence',
    'get_definition',
  ];
  const awkward = fc.oneof(
    fc.constantFrom(
      '',
      '\u0000',
      '\ud800',
      '../../etc/passwd',
      "'; --",
      '%00',
      '9'.repeat(400),
      '-1',
      '__proto__',
      '1e9',
      'constructor',
      'a-vs-b',
    ),
    fc.string({ maxLength: 300 }),
    fc.jsonValue({ maxDepth: 4 }),
  );
  const args = fc.dictionary(
    fc.constantFrom(
      'query',
      'kind',
      'cursor',
      'needs',
      'musts',
      'vendor',
      'vendors',
      'feature',
      'term',
      'market',
      '__proto__',
    ),
    fc.oneof(awkward, fc.array(awkward, { maxLength: 6 })),
    { maxKeys: 5 },
  );

  it('fails none of hundreds of calls with arguments of any kind', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...NAMES), args, async (name, given) => {
      const { status, text } = await legacy('tools/call', { name, arguments: given });
      expect([200, 400]).toContain(status);
      expect(text).not.toContain('Something went wrong');
      if (status === 200) expect(JSON.parse(text).result.content[0].type).toBe('text');
    });
    await fc.assert(property, { numRuns: 250, seed: 29 });
  }, 300_000);

  it('answers anything else that is no message with a refusal, and goes on', async () => {
    let deep: unknown = 1;
    for (let at = 0; at < 1000; at += 1) deep = [deep];
    const bodies: unknown[] = [
      null,
      5,
      'text',
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 7 },
      { jsonrpc: '2.0', id: 1, method: 'x'.repeat(300) },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: deep },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: deep } },
      },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'ping',
        params: { _meta: { [`${META}protocolVersion`]: 5 } },
      },
      Array.from({ length: 200 }, () => 1),
    ];
    for (const json of bodies) {
      const { status, text } = await send({ json, headers: LEGACY });
      expect([text.slice(0, 100), status]).toEqual([expect.any(String), 400]);
    }
    const property = fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (json) => {
      expect((await send({ json, headers: LEGACY })).status).toBe(400);
    });
    await fc.assert(property, { numRuns: 100, seed: 29 });
    expect((await legacy('ping')).status).toBe(200);
    expect(site.queue.isBusy()).toBe(false);
    expect(site.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  }, 300_000);
});
