import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyItem } from '#kit/collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;
let editor: string;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
  editor = await app.signIn('writer@example.com', 'editor');
});
afterAll(() => app.close());

const call: TestApp['asEditor'] = (...args) => app.asEditor(...args);
const asWriter = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: editor });

const begin = async (name: string) => (await call('POST', '/api/releases', { name })).body.id;
const add = (id: number, collection: string, itemId: number, more: object = {}) =>
  call('POST', `/api/releases/${id}/items`, { collection, itemId, ...more });
const check = async (id: number) => (await call('POST', `/api/releases/${id}/check`)).body;
const publish = (id: number) => call('POST', `/api/releases/${id}/publish`);
const undo = (id: number) => call('POST', `/api/releases/${id}/undo`);
const read = async (type: string, id: number) => (await call('GET', `/api/${type}/${id}`)).body;
const draft = (type: string, id: number, fields: object) =>
  call('PUT', `/api/${type}/${id}/draft`, fields);

const term = async (slug: string, more: object = {}): Promise<AnyItem> =>
  (
    await call('POST', '/api/glossary', {
      term: slug,
      slug,
      definition: `What ${slug} means.`,
      isPublished: true,
      ...more,
    })
  ).body;

const vendor = (slug: string, more: object = {}) =>
  factory.create('vendors', { name: slug, slug, isPublished: true, ...more });
const comparisonOf = (one: AnyItem, two: AnyItem, more: object) =>
  factory.create('comparisons', {
    vendorAId: one.id,
    vendorBId: two.id,
    isPublished: true,
    ...more,
  });

const redirectsOf = async (fromPath: string) => {
  const found = await app.db.execute(
    sql`select to_path from redirects where from_path = ${fromPath}`,
  );
  return found.rows.map(({ to_path }) => to_path);
};

describe('a release with items that follow each other', () => {
  it.each([
    ['the vendor first', ['vendors', 'comparisons']],
    ['the comparison first', ['comparisons', 'vendors']],
  ])('publishes a renamed vendor and its comparison, and undoes both: %s', async (how, order) => {
    const start = order[0] ?? '';
    const [one, two] = [await vendor(`${start}-one`), await vendor(`${start}-two`)];
    const pair = `${start}-one-vs-${start}-two`;
    const comparison = await comparisonOf(one, two, { title: 'Both' });
    await draft('vendors', one.id, { name: 'Renamed', slug: `${start}-new` });
    await draft('comparisons', comparison.id, { title: `Both, ${how}`, slug: pair });
    const ids: Record<string, number> = { vendors: one.id, comparisons: comparison.id };
    const id = await begin(how);
    for (const type of order) await add(id, type, ids[type] ?? 0);
    expect((await check(id)).problems).toEqual([]);
    expect((await publish(id)).body.message ?? 'published').toBe('published');
    expect(await read('comparisons', comparison.id)).toMatchObject({
      title: `Both, ${how}`,
      slug: `${start}-new-vs-${start}-two`,
      vendorAName: 'Renamed',
    });

    expect((await undo(id)).body.message ?? 'undone').toBe('undone');
    expect(await read('vendors', one.id)).toMatchObject({ name: `${start}-one`, slug: one.slug });
    expect(await read('comparisons', comparison.id)).toMatchObject({
      title: 'Both',
      slug: pair,
      vendorAName: `${start}-one`,
    });
    expect((await publish(id)).body.state).toBe('published');
  });

  it('keeps a chosen vendor chosen, and the draft over a moved one on its feet', async () => {
    const chosen = await vendor('chosen');
    const alternativeChoices = [{ vendor: 'chosen', choice: 'pin', reason: 'Cheaper' }];
    const chooser = await vendor('chooser', { alternativeChoices });
    await draft('vendors', chooser.id, { name: 'Chooser', alternativeChoices });
    await draft('vendors', chosen.id, { name: 'Waits' });
    const id = await begin('Chosen');
    await add(id, 'vendors', chooser.id);
    await add(id, 'vendors', chosen.id, { action: 'move', slug: 'picked' });
    expect((await publish(id)).body.message ?? 'published').toBe('published');
    const choices = async () =>
      (await read('vendors', chooser.id)).alternativeChoices.map(
        (choice: { vendor: string }) => choice.vendor,
      );
    expect(await choices()).toEqual(['picked']);
    expect((await undo(id)).body.message ?? 'undone').toBe('undone');
    expect(await choices()).toEqual(['chosen']);
    expect((await call('POST', `/api/vendors/${chosen.id}/draft/publish`)).status).toBe(200);
  });
});

describe('undoing a release', () => {
  it('gives a redirect its address back, and leaves other deletions of that moment alone', async () => {
    const [taken, user] = [await term('taken'), await term('user')];
    const { body: free } = await call('POST', '/api/redirects', {
      fromPath: '/glossary/free',
      toPath: '/glossary/taken',
    });
    const other = await term('other');
    await call('DELETE', `/api/glossary/${other.id}`);
    const id = await begin('Redirects');
    await add(id, 'glossary', user.id, { action: 'move', slug: 'free' });
    await publish(id);
    expect(await redirectsOf('/glossary/user')).toEqual(['/glossary/free']);
    expect(await redirectsOf('/glossary/free')).toEqual([]);
    // Somebody else's deletion in the very millisecond of the release.
    await app.db.execute(
      sql`update revisions set created_at = (select ended_at from releases where id = ${id})
          where collection = 'glossary' and item_id = ${other.id}`,
    );
    expect((await undo(id)).body.state).toBe('undone');
    expect(await redirectsOf('/glossary/free')).toEqual([`/glossary/${taken.slug}`]);
    expect((await read('redirects', free.id)).fromPath).toBe('/glossary/free');
    expect((await call('GET', `/api/glossary/${other.id}`)).status).toBe(404);
  });

  it('is refused by name where a redirect cannot come back', async () => {
    const user = await term('circle');
    await call('POST', '/api/redirects', {
      fromPath: '/glossary/round',
      toPath: '/glossary/elsewhere',
    });
    const id = await begin('Circle');
    await add(id, 'glossary', user.id, { action: 'move', slug: 'round' });
    await publish(id);
    // As a file brings it, which asks for no free address.
    await app.db.execute(
      sql`insert into redirects (from_path, to_path, created_at)
          values ('/glossary/round', '/glossary/third', now() - interval '1 minute')`,
    );
    expect((await undo(id)).body.message).toBe(
      'Nothing was undone. “/glossary/round”: From path is already used',
    );
    expect((await read('glossary', user.id)).slug).toBe('round');
  });

  it('gives a draft back as its writer saved it, with its review to be decided again', async () => {
    await call('PUT', '/api/review-setting', { isOn: true });
    const one = await term('returned');
    await asWriter('PUT', `/api/glossary/${one.id}/draft`, { definition: 'By the writer.' });
    const review = `/api/glossary/${one.id}/review`;
    await asWriter('PUT', review, { state: 'in review', note: 'Please look.' });
    await call('PUT', review, { state: 'approved' });
    const id = await begin('Returned');
    await add(id, 'glossary', one.id);
    await publish(id);
    expect((await undo(id)).body.state).toBe('undone');
    expect((await call('GET', `/api/glossary/${one.id}/draft`)).body).toMatchObject({
      fields: { definition: 'By the writer.' },
      savedBy: 'writer@example.com',
    });
    const { body: waiting } = await call('GET', '/api/reviews');
    expect(waiting.find(({ itemId }: { itemId: number }) => itemId === one.id)).toMatchObject({
      state: 'in review',
      notes: [{ by: 'writer@example.com', text: 'Please look.' }],
    });
  });

  it('brings a deleted item back with a draft that can still be published', async () => {
    const one = await term('deleted-with-draft');
    await draft('glossary', one.id, { definition: 'Waiting.' });
    const id = await begin('Deleted');
    await add(id, 'glossary', one.id, { action: 'delete' });
    await publish(id);
    expect((await undo(id)).body.state).toBe('undone');
    const published = await call('POST', `/api/glossary/${one.id}/draft/publish`);
    expect([published.status, published.body.definition]).toEqual([200, 'Waiting.']);
  });
});

describe('an editor', () => {
  it('prepares a release, and publishes exactly what was approved', async () => {
    await call('PUT', '/api/review-setting', { isOn: true });
    const one = await term('approved-one');
    const save = (definition: string) =>
      asWriter('PUT', `/api/glossary/${one.id}/draft`, { definition });
    const approve = () => call('PUT', `/api/glossary/${one.id}/review`, { state: 'approved' });
    await save('First.');
    const { body: made } = await asWriter('POST', '/api/releases', { name: 'By an editor' });
    const path = `/api/releases/${made.id}`;
    const added = await asWriter('POST', `${path}/items`, {
      collection: 'glossary',
      itemId: one.id,
    });
    expect(added.status).toBe(200);
    const reason =
      'This has not been approved yet. Ask a publisher to approve it, or to publish it.';
    const refusal = {
      collection: 'glossary',
      itemId: one.id,
      title: 'approved-one',
      reason,
      isAsked: false,
    };
    const refused = { problems: [], warnings: [], mayPublish: false, refusals: [refusal] };
    const checked = async () => (await asWriter('POST', `${path}/check`)).body;
    expect(await checked()).toEqual(refused);
    expect((await check(made.id)).mayPublish).toBe(true);
    expect((await asWriter('POST', `${path}/publish`)).body.message).toBe(
      `Nothing was published. “approved-one”: ${reason}`,
    );
    await approve();
    await save('Second.');
    expect(await checked()).toEqual(refused);
    expect((await asWriter('POST', `${path}/publish`)).status).toBe(409);
    await approve();
    expect(await checked()).toMatchObject({ problems: [], mayPublish: true, refusals: [] });
    expect((await asWriter('POST', `${path}/publish`)).body.state).toBe('published');
    expect((await read('glossary', one.id)).definition).toBe('Second.');
    expect((await asWriter('POST', `${path}/undo`)).status).toBe(403);
    expect(
      (await asWriter('POST', `${path}/schedule`, { at: '2030-01-01T00:00:00Z' })).status,
    ).toBe(403);
  });

  it('publishes an approved comparison with the approved vendor that renames it', async () => {
    await call('PUT', '/api/review-setting', { isOn: true });
    const [one, two] = [await vendor('signed-one'), await vendor('signed-two')];
    const comparison = await comparisonOf(one, two, { title: 'Signed' });
    const id = await begin('Signed');
    for (const [type, item, fields] of [
      ['vendors', one.id, { name: 'Signed anew' }],
      ['comparisons', comparison.id, { title: 'Signed twice' }],
    ] as const) {
      await asWriter('PUT', `/api/${type}/${item}/draft`, fields);
      await call('PUT', `/api/${type}/${item}/review`, { state: 'approved' });
      await add(id, type, item);
    }
    const published = await asWriter('POST', `/api/releases/${id}/publish`);
    expect(published.body.message ?? published.body.state).toBe('published');
    expect(await read('comparisons', comparison.id)).toMatchObject({
      title: 'Signed twice',
      vendorAName: 'Signed anew',
    });
  });

  it('deletes and moves nothing that is public', async () => {
    const [gone, moved] = [await term('kept-one'), await term('kept-two')];
    const id = await begin('Kept');
    await add(id, 'glossary', gone.id, { action: 'delete' });
    await add(id, 'glossary', moved.id, { action: 'move', slug: 'moved-away' });
    const reason =
      'Only a publisher or an owner may publish, and change or delete what is published. An editor writes drafts.';
    const { body: checked } = await asWriter('POST', `/api/releases/${id}/check`);
    expect(checked.mayPublish).toBe(false);
    expect(checked.refusals).toMatchObject([
      { title: 'kept-one', reason },
      { title: 'kept-two', reason },
    ]);
    expect((await asWriter('POST', `/api/releases/${id}/publish`)).status).toBe(409);
    expect((await read('glossary', gone.id)).slug).toBe('kept-one');
    expect((await read('glossary', moved.id)).slug).toBe('kept-two');
  });
});

describe('before a release', () => {
  it("names an item's own schedule", async () => {
    const one = await term('planned-twice');
    await draft('glossary', one.id, { definition: 'Planned.' });
    const at = { publishAt: '2030-12-03T09:00:00Z' };
    expect((await call('POST', `/api/glossary/${one.id}/schedule`, at)).status).toBe(200);
    const id = await begin('Planned');
    await add(id, 'glossary', one.id);
    expect((await check(id)).warnings).toEqual([
      {
        collection: 'glossary',
        itemId: one.id,
        title: 'planned-twice',
        reason: 'Its own schedule is to publish it on 3 December 2030 at 09:00 UTC',
      },
    ]);
  });

  it('is taken off the schedule only where it is on it', async () => {
    const id = await begin('Open');
    const answer = await call('DELETE', `/api/releases/${id}/schedule`);
    expect([answer.status, answer.body.message]).toEqual([409, 'This release is not scheduled']);
  });
});
