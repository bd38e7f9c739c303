import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitChange, noteRead } from '#platform/changes.server.ts';
import { type Served, serve } from '#testing/serve.ts';
import { makeAnswer } from './answer.server.ts';
import { createPageCache, type PageCache } from './page-cache.server.ts';

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

const idOf = async (slug: string) => JSON.parse((await site.get(`/api/vendors/${slug}`)).text).id;

describe('parts of a page', () => {
  it('PROMISE 23 pages that share a part all show an edit of it on the next request', async () => {
    const id = await idOf('asora');
    for (const text of ['First text', 'Second text', 'Third text']) {
      const saved = await site.edit('PUT', `/api/vendors/${id}`, { description: text });
      expect(saved.status).toBe(200);
      const pages = ['/vendors/asora', '/vendors/asora?page=2', '/vendors/asora?page=3'];
      const replies = await Promise.all(pages.map((path) => site.get(path)));
      expect(replies.map((reply) => reply.text.includes(text))).toEqual([true, true, true]);
    }
  });

  it('PROMISE 9 an editor’s page is made of no kept part, and leaves none', async () => {
    const id = await idOf('asora');
    await site.edit('PUT', `/api/vendors/${id}`, { isPublished: false });
    const mine = await site.get('/vendors/asora', { cookie: site.cookie });
    expect(mine.status).toBe(200);
    expect((await site.get('/vendors/asora')).status).toBe(404);
    await site.edit('PUT', `/api/vendors/${id}`, { isPublished: true });
    expect((await site.get('/vendors/asora')).status).toBe(200);
  });

  it('answers another order of the same query from the cache', async () => {
    await site.get('/api/vendors?view=card&limit=2');
    const again = await site.get('/api/vendors?view=card&limit=2');
    const other = await site.get('/api/vendors?limit=2&view=card');
    expect([again.headers['x-cache'], other.headers['x-cache']]).toEqual(['hit', 'hit']);
    expect(other.text).toBe(again.text);
    const mine = await site.get('/api/vendors?view=card&limit=2', { cookie: site.cookie });
    expect(mine.headers['x-cache']).toBeUndefined();
  });
});

const answer = () =>
  makeAnswer({
    status: 200,
    contentType: null,
    headers: [],
    body: Buffer.from('x'),
    isKept: false,
  });

/** A page that reads one part, from the cache or through it. */
const makePage = (cache: PageCache, path: string, readPart: () => Promise<unknown>) =>
  cache.produce(path, async () => {
    if (!cache.getAsPart('part a')) await cache.produce('part a', async () => makePart(readPart));
    return { answer: await answer(), isKept: true };
  });

const makePart = async (read: () => Promise<unknown>) => {
  noteRead('vendors', 'vendors/1');
  await read();
  return { answer: await answer(), isKept: true };
};

it('PROMISE 23 a page has read what its parts have read: made, joined or kept', async () => {
  const cache = createPageCache();
  const gate = Promise.withResolvers<void>();
  const made = makePage(cache, '/made', () => gate.promise);
  const joined = makePage(cache, '/joined', () => gate.promise);
  gate.resolve();
  await Promise.all([made, joined]);
  await makePage(cache, '/kept', () => gate.promise);
  const isKept = (path: string) => cache.get(path) !== undefined;
  expect(['/made', '/joined', '/kept'].map(isKept)).toEqual([true, true, true]);
  emitChange(['vendors/1']);
  expect(['/made', '/joined', '/kept'].map(isKept)).toEqual([false, false, false]);
  cache.close();
});
