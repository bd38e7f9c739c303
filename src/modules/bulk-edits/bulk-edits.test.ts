import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;
let editor: string;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
  editor = await app.signIn('ed@example.com', 'editor');
});
afterAll(() => app.close());

const PATH = '/api/bulk-edits';
const as = (cookie: string, path: string, body?: unknown) =>
  app.call('POST', path, body, { cookie });
const send = (body: object) => app.asEditor('POST', PATH, body);
const preview = (body: object) => app.asEditor('POST', `${PATH}?dryRun=true`, body);
const read = async (name: string, id: number) =>
  (await app.asEditor('GET', `/api/${name}/${id}`)).body;
const ask = (category: string | null, question: string, isPublished = true) =>
  factory.create('faq', { question, category, isPublished });
const itemsOf = (...made: { id: number; version: number }[]) =>
  made.map(({ id, version }) => ({ id, version }));

describe('a field of many items', () => {
  it('is shown before and after, changes nothing by the preview, and leaves the version before in the history', async () => {
    const one = await ask('Old', 'One?');
    const two = await ask('Tax', 'Two?');
    const items = itemsOf(one, two);
    const edit = { collection: 'faq', field: 'category', value: 'Tax', items };
    const seen = (await preview(edit)).body;
    expect(seen).toMatchObject({ dryRun: true, updated: 1, unchanged: 1, refused: 0 });
    expect(seen.rows).toEqual([
      expect.objectContaining({
        id: one.id,
        title: 'One?',
        changes: [{ field: 'category', label: 'Category', before: 'Old', after: 'Tax' }],
      }),
    ]);
    expect(await read('faq', one.id)).toMatchObject({ category: 'Old', version: 1 });

    const { body: done } = await send(edit);
    expect(done).toMatchObject({ dryRun: false, updated: 1, unchanged: 1, refused: 0 });
    expect(await read('faq', one.id)).toMatchObject({ category: 'Tax', version: 2 });
    expect(await read('faq', two.id)).toMatchObject({ category: 'Tax', version: 1 });
    const { body: history } = await app.asEditor('GET', `/api/revisions/faq/${one.id}`);
    expect(history[0].data.category).toBe('Old');
  });

  it('leaves one line of activity', async () => {
    const made = [await ask('A', 'First?'), await ask('A', 'Second?')];
    await send({ collection: 'faq', field: 'category', value: 'B', items: itemsOf(...made) });
    const { body } = await app.asEditor('GET', '/api/activity?limit=2');
    expect(body[0]).toMatchObject({
      action: 'changed',
      title: '2 FAQ',
      itemId: null,
      details: { fields: ['category'] },
    });
    expect(body[1]).toMatchObject({ action: 'created', title: 'Second?' });
  });

  it('names what changed since the preview and what is gone', async () => {
    const changed = await ask('A', 'C?');
    const gone = await ask('A', 'G?');
    const fine = await ask('A', 'F?');
    await app.asEditor('PUT', `/api/faq/${changed.id}`, { answer: 'New.' });
    await app.asEditor('DELETE', `/api/faq/${gone.id}`);
    const items = itemsOf(changed, gone, fine);
    const { body: done } = await send({ collection: 'faq', field: 'category', value: 'B', items });
    expect(done).toMatchObject({ updated: 1, refused: 2, items: itemsOf(fine) });
    expect(done.rows.map(({ row }: { row: number }) => row)).toEqual([1, 2, 3]);
    const problems = done.rows.flatMap(
      ({ id, problems: found }: { id: number; problems: object }) =>
        Object.values(found).map((text) => [id, text]),
    );
    expect(problems).toEqual([
      [changed.id, 'Somebody changed this in the meantime'],
      [gone.id, 'It is no longer there'],
    ]);
    expect(await read('faq', fine.id)).toMatchObject({ category: 'B' });
  });

  it('follows the role of its user item by item', async () => {
    const live = await ask('A', 'Live?');
    const draft = await ask('A', 'Draft?', false);
    const edit = { collection: 'faq', field: 'category', value: 'E', items: itemsOf(live, draft) };
    const { body: done } = await as(editor, PATH, edit);
    expect(done).toMatchObject({ updated: 1, refused: 1 });
    expect(done.rows.find(({ id }: { id: number }) => id === live.id).problems.row).toContain(
      'Only a publisher or an owner may publish',
    );
    expect(await read('faq', live.id)).toMatchObject({ category: 'A' });
    expect(await read('faq', draft.id)).toMatchObject({ category: 'E' });
  });

  it('adds to lists and takes from them', async () => {
    const vendor = await factory.create('vendors', { name: 'V', categories: ['A', 'B'] });
    const edit = (how: string, value: string[]) =>
      send({ collection: 'vendors', field: 'categories', how, value, items: [{ id: vendor.id }] });
    expect((await edit('add', ['B', 'C'])).body.updated).toBe(1);
    expect((await read('vendors', vendor.id)).categories).toEqual(['A', 'B', 'C']);
    expect((await edit('remove', ['A', 'Z'])).body.updated).toBe(1);
    expect((await read('vendors', vendor.id)).categories).toEqual(['B', 'C']);
    expect((await edit('remove', ['Z'])).body).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('is refused for more than 1,000 items', async () => {
    const items = Array.from({ length: 1001 }, (_each, at) => ({ id: at + 1 }));
    const { status, body } = await preview({
      collection: 'faq',
      field: 'displayOrder',
      value: 7,
      items,
    });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['items']]);
  });

  it.each([
    [{ field: 'slug', value: 'x' }, 'field'],
    [{ field: 'question', value: 'x' }, 'field'],
    [{ field: '__proto__', value: 'x' }, 'field'],
    [{ field: 'isPublished', value: true }, 'field'],
    [{ field: 'category', value: 'x'.repeat(600) }, 'value'],
    [{ field: 'category', value: 4 }, 'value'],
    [{ field: 'displayOrder', value: 'many' }, 'value'],
    [{ field: 'category', value: 'x', how: 'add' }, 'how'],
    [{ field: 'category', value: 'x', items: [] }, 'items'],
    [{ field: 'category', value: 'x', items: undefined }, 'items'],
  ])('answers 400 by field to %j', async (part, key) => {
    const { status, body } = await send({ collection: 'faq', items: [{ id: 1 }], ...part });
    expect([status, Object.keys(body.fields)]).toEqual([400, [key]]);
  });
});
