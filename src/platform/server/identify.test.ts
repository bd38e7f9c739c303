import { afterAll, beforeAll, expect, it } from 'vitest';
import { htmlPage, type Served, serve } from '#testing/serve.ts';

/** Of the right form, and in no table. */
const COOKIE = `session=${'x'.repeat(43)}`;

let site: Served;
let lookups = 0;
beforeAll(async () => {
  site = await serve({
    render: async (_url, { api }) => {
      const roles = [await api.request('/api/vendors?limit=1'), await api.request('/api/counts')];
      return htmlPage(roles.map(({ headers }) => headers.get('x-role')).join(' '));
    },
    server: {
      authenticate: async () => {
        lookups += 1;
        return {
          id: 1,
          email: 'once@example.com',
          role: 'editor',
          firstName: null,
          lastName: null,
          profileImageUrl: null,
        };
      },
    },
  });
});
afterAll(() => site.close());

// The API's own session lookup would find no user here.
it('who sends a request is looked up once: the API takes over what the server found', async () => {
  lookups = 0;
  const { status, headers } = await site.get('/api/vendors?limit=1', { cookie: COOKIE });
  expect([status, headers['x-role'], lookups]).toEqual([200, 'editor', 1]);
});

it('so do the calls of a page', async () => {
  lookups = 0;
  const { text } = await site.get('/about', { cookie: COOKIE });
  expect(text).toContain('editor editor');
  expect(lookups).toBe(1);
});

it('whoever sends no cookie is an anonymous visitor to both', async () => {
  lookups = 0;
  const { headers } = await site.get('/api/vendors?limit=1');
  expect([headers['x-role'], lookups]).toEqual([undefined, 0]);
});
