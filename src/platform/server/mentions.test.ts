import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { htmlPage, type Served, serve } from '#testing/serve.ts';

/** How late a page may be for a change of something else, where the machine has time. */
const LATE_MS = 10_000;

let site: Served;
let id = 0;
beforeEach(async () => {
  site = await serve();
  id = JSON.parse((await site.get('/api/vendors?limit=1')).text)[0].id;
});
afterEach(() => site.close());

const KEPT = ['/vendors', '/api/vendors?limit=3'];
const LISTS = [...KEPT, '/api/search?q=ledgerworks'];

const edit = async (change: object) => {
  const saved = await site.edit('PUT', `/api/vendors/${id}`, change);
  expect(saved.status).toBe(200);
  return JSON.parse(saved.text) as { slug: string };
};

const stateOf = async (path: string) => (await site.get(path)).headers['x-cache'];

it('PROMISE 23 the next request has an edit on the item’s own page and in its API, by slug and by id', async () => {
  const { slug } = await edit({ description: 'Before' });
  const own = [`/vendors/${slug}`, `/api/vendors/${slug}`, `/api/vendors/${id}`];
  for (const round of ['one', 'two', 'three']) {
    for (const path of own) await site.get(path);
    await edit({ description: `Edit ${round}` });
    for (const path of own) expect((await site.get(path)).text).toContain(`Edit ${round}`);
  }
});

it('PROMISE 23 nobody waits for an edit of something else, and a list has it within 10 s', async () => {
  for (const path of KEPT) await site.get(path);
  const since = performance.now();
  await edit({ description: 'Ledgerworks, edited' });
  for (const path of KEPT) expect([path, await stateOf(path)]).not.toEqual([path, 'miss']);
  for (const path of KEPT) {
    const textOf = async () => (await site.get(path)).text;
    await expect.poll(textOf, { timeout: LATE_MS }).toContain('Ledgerworks, edited');
    await expect.poll(() => stateOf(path), { interval: 20 }).toBe('hit');
  }
  expect(performance.now() - since).toBeLessThan(LATE_MS);
});

it('PROMISE 23 whoever is signed in has an edit at once in every list', async () => {
  for (const path of LISTS) await site.get(path);
  await edit({ description: 'Ledgerworks, edited' });
  for (const path of LISTS) {
    const seen = await site.get(path, { cookie: site.cookie });
    expect([path, seen.text.includes('Ledgerworks, edited')]).toEqual([path, true]);
  }
});

it.each([
  ['unpublished', 'PUT', { isPublished: false }],
  ['given another address', 'PUT', { slug: 'ledgerworks-moved' }],
  ['deleted', 'DELETE', undefined],
])(
  'PROMISE 5 what is %s is gone at once from every list, page and search',
  async (_how, method, draft) => {
    const { slug } = await edit({ name: 'Ledgerworks' });
    const paths = [...LISTS, `/vendors/${slug}`, `/api/vendors/${slug}`];
    for (const path of paths) await site.get(path);
    expect((await site.get('/api/search?q=ledgerworks')).text).toContain(`/vendors/${slug}`);
    expect((await site.edit(method, `/api/vendors/${id}`, draft)).status).toBe(200);
    for (const path of paths) {
      const reply = await site.get(path);
      // A search is answered from memory, so that no cache holds it.
      const state = path.startsWith('/api/search') ? undefined : 'miss';
      expect([path, reply.headers['x-cache']]).toEqual([path, state]);

      const shown = [`"slug":"${slug}"`, `"path":"/vendors/${slug}"`];
      expect([path, shown.some((part) => reply.text.includes(part))]).toEqual([path, false]);
    }
  },
);

it('PROMISE 5 a redirect holds at once where a page was missing, and so do its change and its end', async () => {
  const moved = await serve({
    render: async (url, { api }) => {
      const asked = await api.request(`/api/redirect?path=${encodeURIComponent(url.pathname)}`);
      const { toPath } = JSON.parse(await asked.text());
      if (toPath === null) return htmlPage('nothing here', { status: 404 });
      return new Response(null, { status: 301, headers: { location: toPath } });
    },
  });
  try {
    const look = async () => {
      for (const _visit of [1, 2]) await moved.get('/once-here');
      const { status, headers } = await moved.get('/once-here');
      return [status, headers.location];
    };
    expect(await look()).toEqual([404, undefined]);
    const draft = { fromPath: '/once-here', toPath: '/vendors' };
    const made = await moved.edit('POST', '/api/redirects', draft);
    expect(made.status).toBe(201);
    const path = `/api/redirects/${JSON.parse(made.text).id}`;
    const first = await moved.get('/once-here');
    expect([first.status, first.headers.location]).toEqual([301, '/vendors']);
    await look();
    expect((await moved.edit('PUT', path, { toPath: '/faq' })).status).toBe(200);
    expect((await moved.get('/once-here')).headers.location).toBe('/faq');
    await look();
    expect((await moved.edit('DELETE', path, undefined)).status).toBe(200);
    expect((await moved.get('/once-here')).status).toBe(404);
  } finally {
    await moved.close();
  }
});

it('PROMISE 23 one edit after the other makes no visitor of a list wait', async () => {
  for (const path of KEPT) await site.get(path);
  const end = performance.now() + 3000;
  for (let round = 0; performance.now() < end; round += 1) {
    await edit({ description: `Edit ${round}` });
    for (const path of KEPT) expect([path, await stateOf(path)]).not.toEqual([path, 'miss']);
    await sleep(300);
  }
});
