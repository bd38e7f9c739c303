import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collection, defineCollection } from '#kit/collection.ts';
import { choice, text } from '#kit/fields.ts';
import { addTables } from '#testing/add-tables.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { registry } from './index.ts';

const REFUSED =
  'Only a publisher or an owner may publish, and change or delete what is published. An editor writes drafts.';

const madeUp = defineCollection({
  name: 'made-up-things',
  table: 'made_up_things',
  label: { one: 'Thing', many: 'Things' },
  group: 'core',
  title: 'title',
  visible: { field: 'stage', is: 'shown' },
  search: ['title'],
  card: ['title'],
  fields: {
    title: text({ required: true, max: 80 }),
    stage: choice(['hidden', 'shown'], { required: true, default: 'hidden' }),
  },
});

/** The value that keeps an item back: another one of its choices, or the flag switched off. */
const offOf = ({ fields, visible }: Collection): unknown => {
  const field = fields[visible?.field ?? ''];
  if (field?.kind !== 'choice') return false;
  return field.choices?.find((value) => value !== visible?.is);
};

/** Every type whose items can be drafts, with the values that make one public and keep one back. */
const TYPES = [...registry, madeUp].flatMap((type): [string, string, unknown, unknown][] =>
  type.visible ? [[type.name, type.visible.field, type.visible.is, offOf(type)]] : [],
);
const WITHOUT_DRAFTS = registry.filter(({ visible }) => !visible).map(({ name }) => name);

let app: TestApp;
let factories: Factories;
let editor: string;
beforeAll(async () => {
  app = await buildApp({ registry: [...registry, madeUp] });
  await addTables(app, madeUp);
  factories = createFactories(app);
  editor = await app.signIn('writer@example.com', 'editor');
});
afterAll(() => app.close());

const asWriter = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: editor });

const refused = { status: 403, body: { message: REFUSED, requestId: expect.any(String) } };

describe('what an editor may write', () => {
  it('follows from the definition, also of a made-up type', () => {
    expect(TYPES).toContainEqual(['made-up-things', 'stage', 'shown', 'hidden']);
    expect(TYPES).toContainEqual(['news', 'status', 'published', 'draft']);
    expect(TYPES).toContainEqual(['content-hub-configs', 'isEnabled', true, false]);
  });

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
    expect(WITHOUT_DRAFTS).toContain('redirects');
    for (const name of WITHOUT_DRAFTS) {
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
