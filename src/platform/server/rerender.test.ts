import { afterEach, expect, it } from 'vitest';
import { emitChange } from '#platform/changes.server.ts';
import { type Served, serve, showVendors } from '#testing/serve.ts';

let site: Served;
afterEach(() => site.close());

const visit = async (path: string, times: number) => {
  for (let i = 0; i < times; i += 1) await site.get(path);
};

const editVendor = async (slug: string, description: string) => {
  const { id } = JSON.parse((await site.get(`/api/vendors/${slug}`)).text);
  const saved = await site.edit('PUT', `/api/vendors/${id}`, { description });
  expect(saved.status).toBe(200);
};

it('nobody waits for a render that an edit caused: a visited page is there again before it is asked for', async () => {
  site = await serve();
  await visit('/vendors/addepar', 3);
  const before = site.renders();
  await editVendor('addepar', 'Edited in the background');
  await expect.poll(() => site.renders() > before).toBe(true);
  await expect.poll(() => site.cache.get('/vendors/addepar') !== undefined).toBe(true);
  const reply = await site.get('/vendors/addepar');
  expect(reply.headers['x-cache']).toBe('hit');
  expect(reply.text).toContain('Edited in the background');
  expect(site.renders() - before).toBe(1);
});

it('renders the most visited first, one at a time, and nothing that was asked for once', async () => {
  const order: string[] = [];
  let [running, most] = [0, 0];
  site = await serve({
    render: async (url, context) => {
      order.push(url.pathname);
      running += 1;
      most = Math.max(most, running);
      const page = await showVendors(url, context);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return page;
    },
  });
  await visit('/vendors/asora', 3);
  await visit('/vendors/altoo', 9);
  await visit('/vendors', 6);
  await visit('/vendors/masttro', 1);
  order.length = 0;
  most = 0;
  // Everything may have changed.
  emitChange(['*']);
  await expect.poll(() => order.length === 3 && running === 0).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(order).toEqual(['/vendors/altoo', '/vendors', '/vendors/asora']);
  expect(most).toBe(1);
});

it('renders no more than fifty pages after a change, and leaves the API alone', async () => {
  site = await serve({ render: () => new Response('<p>page</p>') });
  for (let i = 0; i < 60; i += 1) await visit(`/page-${i}`, 3);
  await visit('/api/vendors', 3);
  const before = site.renders();
  emitChange(['*']);
  await expect.poll(() => site.renders() - before >= 50).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(site.renders() - before).toBe(50);
  expect(site.cache.get('/api/vendors')).toBeUndefined();
});

it('forgets a page that nobody came back to after an edit', async () => {
  site = await serve();
  await visit('/vendors/addepar', 9);
  const before = site.renders();
  await editVendor('addepar', 'One edit');
  await expect.poll(() => site.renders() - before).toBe(1);
  // Looked at without a visit.
  await expect.poll(() => site.cache.stale('/vendors/addepar') !== undefined).toBe(true);
  await editVendor('addepar', 'One more');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(site.renders() - before).toBe(1);
});

/** Notes what is rendered, in order, and holds up one visitor until told to let go. */
const serveHeld = async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  site = await serve({
    render: async (url, context) => {
      if (url.pathname === '/held') await held.promise;
      order.push(url.pathname);
      return showVendors(url, context);
    },
  });
  const hold = async () => {
    order.length = 0;
    const waiting = site.get('/held');
    await expect.poll(() => site.queue.isBusy()).toBe(true);
    return async () => {
      held.resolve();
      await waiting;
    };
  };
  return { order, hold };
};

it('renders nothing in the background while a visitor waits for a page', async () => {
  const { order, hold } = await serveHeld();
  await visit('/vendors/addepar', 3);
  const letGo = await hold();
  emitChange(['*']);
  // However long that visitor waits.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(order).toEqual([]);
  await letGo();
  await expect.poll(() => order.includes('/vendors/addepar')).toBe(true);
  expect(order[0]).toBe('/held');
});

it('a page that may not be late goes before dropped ones, however long visitors wait', async () => {
  const { order, hold } = await serveHeld();
  await visit('/vendors/addepar', 3);
  await visit('/vendors', 3);
  const letGo = await hold();
  await editVendor('addepar', 'Edited while somebody waits');
  await expect.poll(() => order, { timeout: 4000 }).toEqual(['/vendors']);
  await letGo();
});
