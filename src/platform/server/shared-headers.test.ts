import { expect, it } from 'vitest';
import { serve } from '#testing/serve.ts';

const SHARED = 'public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=50';
const UNSHARED = 'public, max-age=0, must-revalidate, s-maxage=0';

it('what a program chose by Accept is for no cache in front to keep; the twin’s own address is', async () => {
  const site = await serve();
  try {
    const ageOf = async (path: string, accept: string) => {
      const { headers } = await site.get(path, { accept });
      return [headers['content-type'], headers['cache-control']];
    };
    for (const _time of [1, 2]) {
      expect(await ageOf('/vendors/addepar', 'text/markdown')).toEqual([
        'text/markdown; charset=utf-8',
        UNSHARED,
      ]);
    }
    expect((await ageOf('/vendors/addepar.md', '*/*'))[1]).toBe(SHARED);
    expect((await ageOf('/vendors/addepar', 'text/html'))[1]).toBe(SHARED);
  } finally {
    await site.close();
  }
});

it('PROMISE 23 a page that a change overtakes while it is made is for no cache in front to keep', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const site = await serve({
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
    expect((await late).headers['cache-control']).toBe(UNSHARED);
    expect((await site.get('/vendors/addepar')).headers['cache-control']).toBe(SHARED);
  } finally {
    await site.close();
  }
});
