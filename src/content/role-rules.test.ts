import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

const REFUSED =
  'Only a publisher or an owner may publish, and change or delete what is published. An editor writes drafts.';

/** Every type whose items can be drafts, with the values that make one public and keep one back. */
const TYPES: [name: string, field: string, on: unknown, off: unknown][] = [
  ['buyers-guides', 'isPublished', true, false],
  ['comparisons', 'isPublished', true, false],
  ['content-hub-configs', 'isEnabled', true, false],
  ['cta-banners', 'isActive', true, false],
  ['faq', 'isPublished', true, false],
  ['features', 'isPublished', true, false],
  ['glossary', 'isPublished', true, false],
  ['landing-pages', 'isPublished', true, false],
  ['news', 'status', 'published', 'draft'],
  ['pages', 'isPublished', true, false],
  ['search-terms', 'isActive', true, false],
  ['service-providers', 'isActive', true, false],
  ['services', 'isPublished', true, false],
  ['types', 'isPublished', true, false],
  ['use-cases', 'isPublished', true, false],
  ['vendors', 'isPublished', true, false],
];

let app: TestApp;
let factories: Factories;
let editor: string;
beforeAll(async () => {
  app = await buildApp();
  factories = createFactories(app);
  editor = await app.signIn('writer@example.com', 'editor');
});
afterAll(() => app.close());

const asWriter = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: editor });

const refused = { status: 403, body: { message: REFUSED, requestId: expect.any(String) } };

describe('what an editor may write', () => {
  it.each(TYPES)('%s: drafts, and nothing that is public', async (name, field, on, off) => {
    const path = `/api/${name}`;
    const draft = await factories.minimal(name, { [field]: off });
    const made = await asWriter('POST', path, draft);
    expect(made.status).toBe(201);
    const one = `${path}/${made.body.id}`;
    expect((await asWriter('PUT', one, { [field]: off })).status).toBe(200);

    const open = await factories.minimal(name, { [field]: on });
    expect(await asWriter('POST', `${path}?confirm=true`, open)).toMatchObject(refused);
    expect(await asWriter('PUT', `${one}?confirm=true`, { [field]: on })).toMatchObject(refused);
    expect((await app.asEditor('GET', one)).body).toMatchObject({ [field]: off, version: 2 });

    expect((await app.asEditor('PUT', `${one}?confirm=true`, { [field]: on })).status).toBe(200);
    for (const change of [{}, { [field]: on }, { [field]: off }]) {
      expect(await asWriter('PUT', `${one}?confirm=true`, change)).toMatchObject(refused);
    }
    expect(await asWriter('DELETE', one)).toMatchObject(refused);
    expect((await app.asEditor('GET', one)).body).toMatchObject({ [field]: on, version: 3 });

    // The first version was a draft, but going back to it would take the page away.
    const [, first] = (await asWriter('GET', `/api/revisions${one.slice(4)}`)).body;
    const back = `/api/revisions${one.slice(4)}/${first.id}/restore`;
    expect(await asWriter('POST', back)).toMatchObject(refused);

    expect((await app.asEditor('DELETE', one)).status).toBe(200);
    const [gone] = (await asWriter('GET', '/api/trash?limit=1')).body;
    expect(await asWriter('POST', `/api/trash/${gone.id}/restore`)).toMatchObject(refused);
    expect((await app.asEditor('GET', one)).status).toBe(404);
  });

  it('what is public by its nature takes a publisher', async () => {
    for (const name of ['coverage', 'redirects', 'style-guides']) {
      const draft = await factories.minimal(name);
      expect(await asWriter('POST', `/api/${name}`, draft)).toMatchObject(refused);
      const made = await factories.create(name, draft);
      expect(await asWriter('PUT', `/api/${name}/${made.id}`, {})).toMatchObject(refused);
      expect(await asWriter('DELETE', `/api/${name}/${made.id}`)).toMatchObject(refused);
    }
  });

  it('deletes a draft and brings it back', async () => {
    const { body } = await asWriter(
      'POST',
      '/api/faq',
      await factories.minimal('faq', { isPublished: false }),
    );
    expect((await asWriter('DELETE', `/api/faq/${body.id}`)).status).toBe(200);
    const [gone] = (await asWriter('GET', '/api/trash?limit=1')).body;
    expect((await asWriter('POST', `/api/trash/${gone.id}/restore`)).status).toBe(200);
  });

  it('a publisher publishes, changes and deletes', async () => {
    const cookie = await app.signIn('press@example.com', 'publisher');
    const draft = await factories.minimal('faq', { isPublished: true });
    const { status, body } = await app.call('POST', '/api/faq', draft, { cookie });
    expect(status).toBe(201);
    const one = `/api/faq/${body.id}`;
    expect((await app.call('PUT', one, { answer: 'Anew' }, { cookie })).status).toBe(200);
    expect((await app.call('DELETE', one, undefined, { cookie })).status).toBe(200);
  });
});
