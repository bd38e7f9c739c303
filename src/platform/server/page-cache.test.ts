import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  learnVersion,
  setVersionKnown,
  siteVersion,
} from '#platform/version/site-version.server.ts';
import { ask, type Reply, type Served, serve } from '#testing/serve.ts';
import { makeResponse } from './buffered-response.server.ts';
import { createPageCache, type Picked } from './page-cache.server.ts';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

const idOf = async (slug: string) => JSON.parse((await site.get(`/api/vendors/${slug}`)).text).id;

describe('a cached page', () => {
  it('PROMISE 23 200 requests at once for a page just changed cost one render', async () => {
    const id = await idOf('addepar');
    await site.get('/vendors/addepar');
    const saved = await site.edit('PUT', `/api/vendors/${id}`, { description: 'Edited just now' });
    expect(saved.status).toBe(200);
    const before = site.renders();
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => site.get('/vendors/addepar')),
    );
    const isRight = ({ status, text }: Reply) => status === 200 && text.includes('Edited just now');
    expect(replies.filter(isRight)).toHaveLength(200);
    // The database tells this node of its own change too: that must not cost a second render.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await site.get('/vendors/addepar');
    expect(site.renders() - before).toBe(1);
  });

  it('PROMISE 23 shows an edit on the next request, and sends another page as it was', async () => {
    const addepar = await idOf('addepar');
    const elsewhere = '/api/faq?limit=1';
    await site.get('/vendors/addepar');
    await site.get(elsewhere);
    await site.edit('PUT', `/api/vendors/${addepar}`, { description: 'Second edit' });
    const edited = await site.get('/vendors/addepar');
    const other = await site.get(elsewhere);
    expect(edited.headers['x-cache']).toBe('miss');
    expect(edited.text).toContain('Second edit');
    expect(other.headers['x-cache']).toBe('updating');
  });

  it('PROMISE 9 never serves a signed-in page to an anonymous visitor', async () => {
    const mine = await site.get('/vendors/asora', { cookie: site.cookie });
    expect(mine.text).toContain('editor@example.com');
    expect(mine.headers['cache-control']).toBe('private, no-store');
    const theirs = await site.get('/vendors/asora');
    expect(theirs.text).toContain('anonymous');
    const again = await site.get('/vendors/asora', { cookie: `a=b; ${site.cookie}` });
    expect(again.text).toContain('editor@example.com');
    expect((await site.get('/vendors/asora')).text).toContain('anonymous');
  });

  it('PROMISE 9 serves anonymous visitors with a made-up session from the cache', async () => {
    await site.get('/vendors/asora');
    const before = site.renders();
    const reply = await site.get('/vendors/asora', { cookie: `session=${'x'.repeat(43)}` });
    expect(reply.headers['x-cache']).toBe('hit');
    expect(site.renders()).toBe(before);
    for (const path of ['/api/vendors?limit=2', '/api/docs', '/api/openapi.json']) {
      await site.get(path);
      for (const value of ['x', 'x'.repeat(43)]) {
        const read = await site.get(path, { cookie: `session=${value}` });
        expect([path, value, read.headers['x-cache']]).toEqual([path, value, 'hit']);
      }
    }
    const own = await site.get('/api/vendors?limit=2', { cookie: site.cookie });
    expect(own.headers['x-cache']).toBeUndefined();
  });

  it('PROMISE 9 ignores parameters that the page does not know, for the key and for the page', async () => {
    await site.get('/vendors?page=2');
    const before = site.renders();
    for (const extra of ['utm_source=x', 'x=<script>', 'fbclid=1&y=2']) {
      const reply = await site.get(`/vendors?${extra}&page=2`);
      expect(reply.headers['x-cache']).toBe('hit');
      expect(reply.text).toContain('<p>?page=2</p>');
    }
    expect(site.renders()).toBe(before);
  });

  it('sends a page all parameters that it knows, and keeps none that was asked with many', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `q=${at}`).join('&');
    for (let round = 0; round < 2; round += 1) {
      const reply = await site.get(`/vendors?${many}`);
      expect(reply.text).toContain(`<p>?${many}</p>`);
      expect(reply.headers['x-cache']).not.toBe('hit');
    }
  });

  it('PROMISE 9 lets no header of a visitor into a page', async () => {
    const reply = await site.get('/vendors/masttro?q=zzz', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/admin',
    });
    expect(reply.text).not.toContain('evil.example');
    const hit = await site.get('/vendors/masttro?q=zzz');
    expect(hit.headers['x-cache']).toBe('hit');
  });

  it('answers HEAD, 304 and packed bytes from one entry', async () => {
    const plain = await site.get('/vendors');
    const { etag = '' } = plain.headers;
    const head = await ask(site.port, '/vendors', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(plain.body.length));
    const same = await site.get('/vendors', { 'if-none-match': etag });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const packed = await site.get('/vendors', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.body).toString()).toBe(plain.text);
    const refused = await site.get('/vendors', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('keeps public JSON reads until a change, and never a closed one', async () => {
    const path = '/api/vendors?limit=2&view=card';
    await site.get(path);
    const hit = await site.get(path);
    expect([hit.status, hit.headers['x-cache']]).toEqual([200, 'hit']);
    expect(hit.headers['x-total-count']).toBe('63');
    const other = await site.get('/api/vendors?view=card&limit=2');
    expect(other.headers['x-cache']).toBe('hit');
    await site.edit('PUT', `/api/vendors/${await idOf('altoo')}`, { description: 'New' });
    expect((await site.get(path)).headers['x-cache']).toBe('updating');
    const closed = await site.get('/api/pages');
    expect([closed.status, closed.headers['x-cache']]).toEqual([401, undefined]);
    const mine = await site.get(path, { cookie: site.cookie });
    expect([mine.headers['x-cache'], mine.headers['cache-control']]).toEqual([
      undefined,
      'private, no-store',
    ]);
    const long = await site.get(`/api/vendors?q=${'x'.repeat(600)}`);
    expect(long.headers['x-cache']).toBeUndefined();
  });

  it('PROMISE 9 keeps one spelling of an address, whichever way it is written', async () => {
    await site.get('/vendors/asora');
    await site.get('/api/vendors/asora');
    const before = site.cache.size;
    for (const slug of ['%61sora', 'a%73ora', 'asor%61', 'asora%20', '%61%73ora']) {
      await site.get(`/vendors/${slug}`);
      await site.get(`/api/vendors/${slug}`);
    }
    await site.get('/api/vendors/x\\..\\asora');
    expect(site.cache.size).toBe(before);
    expect((await site.get('/api/vendors/%61sora')).status).toBe(200);
  });

  it('keeps a missing page briefly, and drops it when the page appears', async () => {
    expect((await site.get('/vendors/brand-new')).status).toBe(404);
    expect((await site.get('/vendors/brand-new')).headers['x-cache']).toBe('hit');
    const made = await site.edit('POST', '/api/vendors', {
      name: 'Brand New',
      slug: 'brand-new',
      description: 'Here now',
    });
    expect(made.status).toBe(201);
    const reply = await site.get('/vendors/brand-new');
    expect([reply.status, reply.text.includes('Here now')]).toEqual([200, true]);
  });
});

const respond = (size: number, status = 200) =>
  makeResponse({
    status,
    contentType: 'image/png',
    policy: '',
    cacheControl: '',
    headers: {},
    body: Buffer.alloc(size),
    isCacheable: true,
  });

describe('the store', () => {
  it('PROMISE 9 cannot be filled without bound, and inventions push no page out', async () => {
    const isComposed = (key: string) => key.startsWith('/compare/');
    const cache = createPageCache({ maxBytes: 100_000, isComposed });
    const keep = (key: string, status = 200) =>
      cache.produce(key, async () => ({
        response: await respond(5000, status),
        isCacheable: true,
      }));
    await keep('/home');
    for (let i = 0; i < 300; i += 1) {
      await keep(`/search?q=${i}`);
      await keep(`/missing-${i}`, 404);
      await keep(`/compare/a-vs-b-vs-${i}`);
    }
    expect(cache.bytes).toBeLessThanOrEqual(150_000);
    expect(cache.get('/home')).toBeDefined();
    expect(cache.get('/missing-0')).toBeUndefined();
    for (let i = 0; i < 300; i += 1) await keep(`/page-${i}`);
    expect(cache.bytes).toBeLessThanOrEqual(150_000);
  });

  const sized = (size: number) => async () => ({
    response: await respond(size),
    isCacheable: true,
  });
  const sizeOf = (picked?: Picked) => picked?.response.bodies.identity?.length;
  const move = (change: { isHard?: boolean; paths?: string[] } = {}) => {
    const { any, hard } = siteVersion();
    learnVersion({ any: any + 1, hard: hard + (change.isHard ? 1 : 0), paths: change.paths });
  };

  it('PROMISE 23 joins no render of an item from before its edit, and does not keep that one', async () => {
    const cache = createPageCache();
    const gate = Promise.withResolvers<void>();
    const old = cache.produce('/vendors/a', async () => {
      await gate.promise;
      return sized(1)();
    });
    move({ paths: ['/vendors/a'] });
    const fresh = await cache.produce('/vendors/a', sized(2));
    expect(fresh.response.bodies.identity?.length).toBe(2);
    gate.resolve();
    await old;
    expect(sizeOf(cache.get('/vendors/a'))).toBe(2);
    for (const key of ['/vendors/a', '/vendors/a.md', '/api/vendors/a']) {
      await cache.produce(key, sized(3));
      move({ paths: ['/vendors/a'] });
      expect([key, cache.get(key)]).toEqual([key, undefined]);
    }
  });

  it('PROMISE 23 sends a page for ten minutes after a change of something else, and not longer', async () => {
    const cache = createPageCache();
    await cache.produce('/a', sized(1));
    move();
    const since = performance.now();
    expect(cache.get('/a')?.state).toBe('updating');
    const clock = vi.spyOn(performance, 'now');
    try {
      clock.mockReturnValue(since + 599_000);
      expect(cache.get('/a')?.state).toBe('updating');
      clock.mockReturnValue(since + 601_000);
      expect(cache.get('/a')).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
  });

  it('PROMISE 5 sends nothing from before something was withdrawn, not even while the database is away', async () => {
    const cache = createPageCache();
    await cache.produce('/a', sized(1));
    setVersionKnown(false);
    expect(cache.get('/a')?.state).toBe('stale');
    setVersionKnown(true);
    move({ isHard: true });
    expect(cache.get('/a')).toBeUndefined();
    setVersionKnown(false);
    expect(cache.get('/a')).toBeUndefined();
    setVersionKnown(true);
  });

  it('hands what was made for one visitor to nobody else', async () => {
    const cache = createPageCache();
    let made = 0;
    const produce = async () => {
      made += 1;
      return { response: await respond(made), isCacheable: false, isPersonal: true };
    };
    const both = await Promise.all([cache.produce('/x', produce), cache.produce('/x', produce)]);
    expect(both.map((one) => one.response.bodies.identity?.length)).toEqual([1, 2]);
  });

  it('sends yesterday’s page for ten minutes of the new day, and a 404 for its time', async () => {
    let now = Date.UTC(2026, 0, 1, 12);
    const cache = createPageCache({ now: () => now, missingMs: 1000 });
    await cache.produce('/c', sized(3));
    await cache.produce('/d', async () => ({ response: await respond(3, 404), isCacheable: true }));
    now += 1500;
    expect([cache.get('/c')?.state, cache.get('/d')]).toEqual(['hit', undefined]);
    now = Date.UTC(2026, 0, 2, 0, 5);
    expect(cache.get('/c')?.state).toBe('updating');
    now = Date.UTC(2026, 0, 2, 0, 11);
    expect(cache.get('/c')).toBeUndefined();
  });
});
