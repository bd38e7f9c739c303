import { afterAll, beforeAll, expect, it } from 'vitest';
import { tooMany } from '#platform/errors.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

it('A13.05 says what is wrong in which row, in human words', async () => {
  const draft = await factory.minimal('vendors', {
    videos: [
      { platform: 'youtube', title: 'Fine' },
      { platform: 'youtube', title: '' },
    ],
    gallery: ['/a.png', 'javascript:alert(1)'],
    categories: [''],
  });
  const { status, body } = await app.asEditor('POST', '/api/vendors', draft);
  expect(status).toBe(400);
  expect(body.fields).toEqual({
    videos: 'Title is missing in row 2',
    gallery: 'Invalid input in row 2',
    categories: 'Categories is missing in row 1',
  });
});

it('PROMISE 3 says how long to wait as a person would', () => {
  const waits = [1, 40, 60, 61, 889].map((seconds) => tooMany(seconds).message);
  expect(waits).toEqual([
    'Too many attempts. Please try again in 1 second.',
    'Too many attempts. Please try again in 40 seconds.',
    'Too many attempts. Please try again in 60 seconds.',
    'Too many attempts. Please try again in 2 minutes.',
    'Too many attempts. Please try again in 15 minutes.',
  ]);
});

it('A13.04 completes an address that names only its host', async () => {
  const vendor = await factory.create('vendors', {
    website: 'example.com',
    videos: [{ platform: 'other', title: 'Tour', url: 'www.example.com/tour' }],
  });
  expect(vendor.website).toBe('https://example.com');
  expect(vendor.videos).toMatchObject([{ url: 'https://www.example.com/tour' }]);
  const odd = await app.asEditor('PUT', `/api/vendors/${vendor.id}`, { website: 'example' });
  expect(odd.status).toBe(400);
});

it('PROMISE 15 restores under another slug where the old one is used by now', async () => {
  const first = await factory.create('faq', { slug: 'what-is-it', question: 'The first' });
  await app.asEditor('DELETE', `/api/faq/${first.id}`);
  await factory.create('faq', { slug: 'what-is-it' });
  const [entry] = (await app.asEditor('GET', '/api/trash?limit=1')).body;
  const path = `/api/trash/${entry.id}/restore`;
  const taken = await app.asEditor('POST', path);
  expect([taken.status, taken.body.fields]).toEqual([409, { slug: 'Slug is already used' }]);
  expect((await app.asEditor('POST', `${path}?slug=Not%20a%20slug`)).status).toBe(400);
  const back = await app.asEditor('POST', `${path}?slug=what-was-it`);
  expect(back.body).toMatchObject({ id: first.id, slug: 'what-was-it', question: 'The first' });
});

it('PROMISE 9 refuses a redirect from a page that answers', async () => {
  const { id } = await factory.create('faq', { slug: 'live', isPublished: true });
  const redirect = { fromPath: '/faq/live', toPath: '/faq' };
  const refused = await app.asEditor('POST', '/api/redirects', redirect);
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { fromPath: 'A page stands at this address. Unpublish or move it first' },
  ]);
  const own = { fromPath: '/vendors', toPath: '/faq' };
  expect((await app.asEditor('POST', '/api/redirects', own)).status).toBe(400);
  await app.asEditor('PUT', `/api/faq/${id}`, { isPublished: false });
  expect((await app.asEditor('POST', '/api/redirects', redirect)).status).toBe(201);
});
