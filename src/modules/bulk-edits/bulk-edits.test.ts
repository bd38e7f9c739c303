import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faq } from '#content/faq/faq.collection.ts';
import { tableOf } from '#kit/table.server.ts';
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

describe('31.7 a field of many items', () => {
  it('is refused to an anonymous visitor and to a viewer', async () => {
    const body = { collection: 'faq', field: 'category', value: 'Tax', items: [{ id: 1 }] };
    expect((await app.call('POST', PATH, body)).status).toBe(401);
    expect((await app.call('POST', `${PATH}/1/undo`)).status).toBe(401);
    expect((await as(await app.signIn('v@example.com', 'viewer'), PATH, body)).status).toBe(403);
  });

  it('is shown before and after, changes nothing by the preview, and is taken back by undo', async () => {
    const one = await ask('Old', 'One?');
    const two = await ask('Tax', 'Two?');
    const items = itemsOf(one, two);
    const edit = { collection: 'faq', field: 'category', value: 'Tax', items };
    const seen = (await preview(edit)).body;
    expect(seen).toMatchObject({ dryRun: true, updated: 1, unchanged: 1, refused: 0, edit: null });
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

    const undone = await as(app.cookie, `${PATH}/${done.edit}/undo`);
    expect(undone.body).toEqual({ restored: 1, refused: [] });
    expect(await read('faq', one.id)).toMatchObject({ category: 'Old', version: 3 });
    expect((await as(app.cookie, `${PATH}/${done.edit}/undo`)).status).toBe(409);
  });

  it('leaves one line of activity each way', async () => {
    const made = [await ask('A', 'First?'), await ask('A', 'Second?')];
    const edit = { collection: 'faq', field: 'category', value: 'B', items: itemsOf(...made) };
    const { body: done } = await send(edit);
    await as(app.cookie, `${PATH}/${done.edit}/undo`);
    const { body } = await app.asEditor('GET', '/api/activity?limit=3');
    const lines = body.map(({ action, title, itemId, details }: Record<string, unknown>) => ({
      action,
      title,
      itemId,
      details,
    }));
    const details = { fields: ['category'], edit: done.edit };
    expect(lines.slice(0, 2)).toEqual([
      { action: 'restored', title: '2 FAQ', itemId: null, details },
      { action: 'changed', title: '2 FAQ', itemId: null, details },
    ]);
    expect(lines[2]).toMatchObject({ action: 'created', title: 'Second?' });
  });

  it('names what changed since the preview, what is gone and what undo may not touch', async () => {
    const [changed, gone, fine] = [
      await ask('A', 'C?'),
      await ask('A', 'G?'),
      await ask('A', 'F?'),
    ];
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
    await app.asEditor('PUT', `/api/faq/${fine.id}`, { answer: 'Later.' });
    expect((await as(app.cookie, `${PATH}/${done.edit}/undo`)).body).toEqual({
      restored: 0,
      refused: [{ id: fine.id, title: 'F?', reason: 'Somebody changed this in the meantime' }],
    });
    expect(await read('faq', fine.id)).toMatchObject({ category: 'B', answer: 'Later.' });
  });

  it('follows the role of its user item by item, and its undo is the user’s own', async () => {
    const [live, draft] = [await ask('A', 'Live?'), await ask('A', 'Draft?', false)];
    const edit = { collection: 'faq', field: 'category', value: 'E', items: itemsOf(live, draft) };
    const { body: done } = await as(editor, PATH, edit);
    expect(done).toMatchObject({ updated: 1, refused: 1 });
    expect(done.rows.find(({ id }: { id: number }) => id === live.id).problems.row).toContain(
      'Only a publisher or an owner may publish',
    );
    expect(await read('faq', live.id)).toMatchObject({ category: 'A' });
    const other = await app.signIn('other@example.com', 'editor');
    expect((await as(other, `${PATH}/${done.edit}/undo`)).status).toBe(404);
    expect((await as(editor, `${PATH}/${done.edit}/undo`)).body.restored).toBe(1);
  });

  it('adds to lists and takes from them', async () => {
    const vendor = await factory.create('vendors', { name: 'V', categories: ['A', 'B'] });
    const edit = (how: string, value: string[]) =>
      send({ collection: 'vendors', field: 'categories', how, value, items: [{ id: vendor.id }] });
    expect((await edit('add', ['B', 'C'])).body.updated).toBe(1);
    expect((await read('vendors', vendor.id)).categories).toEqual(['A', 'B', 'C']);
    expect((await edit('remove', ['A', 'Z'])).body.updated).toBe(1);
    expect((await read('vendors', vendor.id)).categories).toEqual(['B', 'C']);
    expect((await edit('remove', ['Z'])).body).toMatchObject({ unchanged: 1, edit: null });
  });

  it('changes all that match a list, and not more than 1,000', async () => {
    for (const name of ['M1?', 'M2?', 'M3?']) await ask('Matching', name);
    const matching = { filter: 'category:any:Matching', q: '' };
    const edit = { collection: 'faq', field: 'displayOrder', value: 7, matching };
    const { body } = await preview(edit);
    expect(body.items).toHaveLength(3);
    const { matching: _, ...rest } = edit;
    expect((await send({ ...rest, items: body.items })).body).toMatchObject({
      updated: 3,
      refused: 0,
    });
    const bad = await preview({ ...edit, matching: { filter: 'colour:empty' } });
    expect([bad.status, bad.body.fields]).toEqual([400, { filter: 'There is no such field' }]);
    const rows = Array.from({ length: 1001 }, (_each, at) => ({
      question: `Large ${at}?`,
      answer: 'One of many.',
      slug: `large-${at}`,
      category: 'Large',
    }));
    await app.db.insert(tableOf(faq)).values(rows);
    const large = await preview({ ...edit, matching: { filter: 'category:any:Large' } });
    expect([large.status, large.body.fields]).toEqual([
      400,
      { matching: 'More than 1000 items match. Narrow the list' },
    ]);
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
