import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { measureLoop } from '#testing/measure-loop.ts';

const MEGABYTE = 1_048_576;

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const send = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
  const response = await app.api.request('/api/faq', {
    method: 'POST',
    body: body ?? null,
    headers: { cookie: app.cookie, 'content-type': 'application/json', ...headers },
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: JSON.parse(await response.text()) };
};

const plain = async (path: string) => {
  const { status, body } = await app.asEditor('GET', path);
  return { status, body };
};

const expectProblem = (response: { status: number; body: object }, status: number) => {
  expect(response).toEqual({
    status,
    body: expect.objectContaining({ message: expect.any(String), requestId: expect.any(String) }),
  });
};

const streamOf = (bytes: number) => {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const part = Math.min(left, 65_536);
      if (part === 0) return controller.close();
      controller.enqueue(new Uint8Array(part).fill(32));
      left -= part;
    },
  });
};

describe('PROMISE 12 what a request may be', () => {
  it('takes a body up to 1 MB, and answers 413 to more', async () => {
    const draft = await factory.minimal('faq');
    const room = MEGABYTE - JSON.stringify({ ...draft, answer: '' }).length;
    const fits = JSON.stringify({ ...draft, answer: 'x'.repeat(room) });
    expect((await send(fits)).status).toBe(201);
    expectProblem(await send(`${fits} `), 413);
  });

  it.each(['/api/auth/login', '/api/auth/reset', '/api/logout'])(
    'takes 4 kB at %s, where anybody may call',
    async (path) => {
      const bodyOf = (bytes: number) => ({
        email: 'a@example.com',
        password: 'x'.repeat(bytes - 42),
      });
      expect((await app.call('POST', path, bodyOf(4096))).status).not.toBe(413);
      expect((await app.call('POST', path, bodyOf(4200))).status).toBe(413);
      expect((await app.asEditor('POST', path, bodyOf(4200))).status).toBe(413);
    },
  );

  it('answers 413 to a body of unknown length as soon as it is too long', async () => {
    expectProblem(await send(streamOf(MEGABYTE * 3)), 413);
  });

  it('answers 415 to anything but JSON', async () => {
    const types = ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', ''];
    for (const type of types) expectProblem(await send('{}', { 'content-type': type }), 415);
    expect((await send('{}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(
      400,
    );
  });

  it('answers 400 to what is no JSON, no UTF-8, or no object', async () => {
    for (const body of ['', '{', "{'a':1}", '{"a":1}x', 'undefined', '\u0000']) {
      expectProblem(await send(body), 400);
    }
    const broken = new Uint8Array([
      ...new TextEncoder().encode('{"question":"'),
      0xc3,
      0x28,
      34,
      125,
    ]);
    expectProblem(await send(broken), 400);
    for (const body of ['null', '5', '"x"', '[]', 'true']) expectProblem(await send(body), 400);
  });

  it('answers 400 to deep nesting, at once', async () => {
    const depth = 200_000;
    const started = performance.now();
    expectProblem(await send('['.repeat(depth) + ']'.repeat(depth)), 400);
    expectProblem(await send(`{"relatedInfoCache":${'['.repeat(depth)}${']'.repeat(depth)}}`), 400);
    expectProblem(await send(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`), 413);
    expectProblem(await send(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), 400);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('names twenty unknown fields at most, in however many objects they are', async () => {
    const keys = Array.from({ length: 60 }, (_, n) => `key${n}`);
    const relatedInfoCache = [0, 15, 30, 45].map((from) =>
      Object.fromEntries(keys.slice(from, from + 15).map((key) => [key, 1])),
    );
    const { status, body } = await send(JSON.stringify({ relatedInfoCache }));
    const unknown = Object.entries(body.fields).filter(([, text]) => text === 'Unknown field');
    expect([status, unknown.map(([key]) => key)]).toEqual([400, keys.slice(0, 20)]);
  });

  it('refuses tens of thousands of unknown fields at once, and names twenty', async () => {
    const bodyOf = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 1])));
    const named = Array.from({ length: 20 }, (_, n) => `key${n}`);
    const { status, body } = await send(bodyOf(10_000));
    expect([status, Object.keys(body.fields).filter((key) => named.includes(key))]).toEqual([
      400,
      named,
    ]);
    expect(body.fields.key20).toBeUndefined();
    const text = bodyOf(40_000);
    const { result, ownMs } = await measureLoop(() => send(text));
    expect(result.status).toBe(400);
    expect(ownMs).toBeLessThan(100);
    // A few are still named with every other problem of the body.
    const few = await send(bodyOf(3));
    expect(Object.keys(few.body.fields)).toEqual(
      expect.arrayContaining(['key0', 'key2', 'question', 'answer']),
    );
  });

  it('refuses an array of hundreds of thousands before its entries are judged', async () => {
    const text = `{"relatedInfoCache":[${'0,'.repeat(400_000)}0]}`;
    const { result, ownMs } = await measureLoop(() => send(text));
    expectProblem(result, 400);
    expect(ownMs).toBeLessThan(100);
  });

  it('answers 400 to an address that is too long or asks too much', async () => {
    const long = [`q=${'a'.repeat(9000)}`, 'category=a&'.repeat(2000), `sort=${'x'.repeat(60)}`];
    for (const query of long) expectProblem(await plain(`/api/faq?${query}`), 400);
    expectProblem(await plain(`/api/faq?q=${'a'.repeat(201)}`), 400);
    expectProblem(await plain('/api/faq?limit=501'), 400);
    expectProblem(await plain(`/api/faq/${'a'.repeat(501)}`), 400);
    expect((await app.call('GET', '/api/faq?unknown=1&utm_source=x')).status).toBe(200);
  });

  it('answers 400 to characters that no text has, wherever they stand', async () => {
    const paths = [
      '/api/faq?q=%00',
      '/api/faq?category=a%00b',
      '/api/faq/%00',
      '/api/faq/a%00b',
      '/api/news?status=%00',
      '/api/vendors?market=%00',
      '/api/vendors?aum=%00',
      '/api/vendor-facets?q=%00&category=%00',
      '/api/vendors/%00/comparisons',
      '/api/compare/a%00-vs-b',
      '/api/pages/slug/%00',
      '/api/content-hub-config/type/%00',
      '/api/redirect?path=/%00',
    ];
    for (const path of paths) {
      expectProblem(await plain(path), 400);
    }
    const half = '\ud800';
    const related = [{ title: half, source: '', description: '', url: '/x' }];
    const sections = (content: unknown) => [{ heading: 'H', content }];
    const drafts: [string, object][] = [
      ['faq', { question: 'a\u0000b' }],
      ['faq', { question: half }],
      ['faq', { answer: '\u0000' }],
      ['faq', { slug: 'a\u0000' }],
      ['faq', { question: 'bell \u0007' }],
      ['faq', { relatedInfoCache: related }],
      ['vendors', { features: ['\u0000'] }],
      ['vendors', { website: '/\u0000' }],
      ['vendors', { gallery: ['/\u0000'] }],
      ['buyers-guides', { sections: sections('\u0000') }],
      ['buyers-guides', { sections: sections({ 'key\u0000': 'x' }) }],
      ['news', { status: '\u0000' }],
    ];
    for (const [name, bad] of drafts) {
      const draft = { ...(await factory.minimal(name)), ...bad };
      const { status, body } = await app.asEditor('POST', `/api/${name}`, draft);
      expectProblem({ status, body }, 400);
    }
  });

  it('finds wildcards, quotes and backslashes as the characters they are', async () => {
    await factory.create('faq', { question: '100% of a_b \\ "c" \' d' });
    for (const q of ['100%', 'a_b', '\\', '"c"', "' d"]) {
      const { body } = await app.call('GET', `/api/faq?q=${encodeURIComponent(q)}`);
      expect([q, body.length]).toEqual([q, 1]);
    }
    expect((await app.call('GET', '/api/faq?q=%25_%25_%25')).body).toEqual([]);
  });

  it('is well after all of it', async () => {
    expect((await app.call('GET', '/healthz')).body).toEqual({ ok: true });
    expect((await app.call('GET', '/readyz')).body).toEqual({ ok: true });
  });
});
