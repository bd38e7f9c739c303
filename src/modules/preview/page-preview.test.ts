import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

const PATH = '/api/vendors/1/page-preview';
const preview = (fields: Record<string, unknown>) => served.edit('POST', PATH, { fields });

it('401 for a stranger, 404 for an item that is not there', async () => {
  const stranger = await served.ask(PATH, { method: 'POST', json: { fields: {} } });
  expect(stranger.status).toBe(401);
  const gone = await served.edit('POST', '/api/vendors/999999/page-preview', { fields: {} });
  expect(gone.status).toBe(404);
});

it('renders the page with unsaved text for whoever typed it, and stores and caches nothing', async () => {
  const reply = await preview({ description: 'Half a sentence about', slug: 'not a slug!' });
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  const { html } = JSON.parse(reply.text);
  expect(html).toContain('Half a sentence about');
  expect(html).toContain('anonymous');
  expect((await served.get('/api/vendors?limit=500')).text).not.toContain('Half a sentence about');
});

it('429 for more renders than anybody types', async () => {
  const replies = await Promise.all(Array.from({ length: 65 }, () => preview({})));
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses]).toEqual([200, 429]);
});
