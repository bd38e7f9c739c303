import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyItem } from '#kit/collection.ts';
import { runDue } from '#modules/schedule/run-schedule.server.ts';
import { withClient } from '#platform/db/client.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;
let editor: string;
let publisher: string;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
  editor = await app.signIn('writer@example.com', 'editor');
  publisher = await app.signIn('chief@example.com', 'publisher');
});
afterAll(() => app.close());

const asWriter = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: editor });
const asChief = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie: publisher });

const draftOver = async (question: string) => {
  const item = await factory.create('faq', { question: 'Live?', isPublished: true });
  await asWriter('PUT', `/api/faq/${item.id}/draft`, { question });
  return item;
};
const reviewOf = ({ id }: AnyItem) => `/api/faq/${id}/review`;
const publishing = ({ id }: AnyItem) => `/api/faq/${id}/draft/publish`;
const switchTo = (isOn: boolean) => app.asEditor('PUT', '/api/review-setting', { isOn });

describe('reviews', () => {
  it('are off until an owner switches them on: then nobody but publishers publishes', async () => {
    expect((await asWriter('GET', '/api/review-setting')).body).toEqual({ isOn: false });
    const item = await draftOver('Drafted?');
    expect((await asWriter('PUT', reviewOf(item), { state: 'in review' })).status).toBe(409);
    expect((await asWriter('POST', publishing(item))).status).toBe(403);
    expect((await asChief('PUT', '/api/review-setting', { isOn: true })).status).toBe(403);
    expect((await switchTo(true)).body).toEqual({ isOn: true });
    expect((await asWriter('POST', publishing(item))).body.message).toBe(
      'This has not been approved yet. Ask a publisher to approve it, or to publish it.',
    );
    expect((await asChief('POST', publishing(item))).body.question).toBe('Drafted?');
  });

  it('go from draft to approved with an assignee and notes, and let the editor publish', async () => {
    await switchTo(true);
    const item = await draftOver('Approved?');
    const asked = await asWriter('PUT', reviewOf(item), {
      state: 'in review',
      assignee: 'chief@example.com',
      note: 'Please look at the second sentence.',
    });
    expect(asked.body).toMatchObject({
      title: 'Approved?',
      state: 'in review',
      assignee: 'chief@example.com',
      notes: [{ by: 'writer@example.com', text: 'Please look at the second sentence.' }],
    });
    expect((await asWriter('PUT', reviewOf(item), { state: 'approved' })).status).toBe(403);
    expect((await asWriter('POST', publishing(item))).status).toBe(403);
    await asChief('PUT', reviewOf(item), { state: 'approved', note: 'Good.' });
    const [first] = (await asWriter('GET', '/api/reviews')).body;
    expect([first.state, first.notes.length]).toEqual(['approved', 2]);
    const published = await asWriter('POST', publishing(item));
    expect([published.status, published.body.question]).toEqual([200, 'Approved?']);
    const history = (await asWriter('GET', `/api/revisions/faq/${item.id}`)).body;
    expect(history[0].userEmail).toBe('writer@example.com');
    const left = (await asWriter('GET', '/api/reviews')).body;
    expect(left.some((one: { itemId: number }) => one.itemId === item.id)).toBe(false);
    // Live items stay with publishers.
    expect((await asWriter('PUT', `/api/faq/${item.id}`, { question: 'By me?' })).status).toBe(403);
  });

  it('are for people who sign in, in whichever case their address is written', async () => {
    await switchTo(true);
    const item = await draftOver('For whom?');
    const ask = (assignee: string) =>
      asWriter('PUT', reviewOf(item), { state: 'in review', assignee });
    const nobody = await ask('nobody@example.com');
    expect([nobody.status, nobody.body.fields]).toEqual([
      400,
      { assignee: 'Nobody signs in with this address' },
    ]);
    expect((await ask('Chief@Example.com')).body.assignee).toBe('chief@example.com');
  });

  it('approve a text to the letter: what changed since has to be approved again', async () => {
    await switchTo(true);
    const item = await draftOver('First?');
    await asChief('PUT', reviewOf(item), { state: 'approved' });
    await asWriter('PUT', `/api/faq/${item.id}/draft`, { question: 'Slipped in?' });
    expect((await asWriter('POST', publishing(item))).status).toBe(403);
    const { body } = await asWriter('PUT', reviewOf(item), { note: 'Changed a word.' });
    expect(body.state).toBe('in review');
  });

  it('keep both of two first notes that are written at once', async () => {
    await switchTo(true);
    const item = await draftOver('Noted twice?');
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const both = await withClient(app.databaseUrl, async (client) => {
      await client.query('begin');
      // Both requests find no review, then wait here to insert the first one.
      await client.query('lock table reviews in share mode');
      const notes = [
        asWriter('PUT', reviewOf(item), { note: 'One.' }),
        asChief('PUT', reviewOf(item), { note: 'Two.' }),
      ];
      await expect
        .poll(async () => (await app.connection.pool.query(waiting)).rows[0].count)
        .toBe(2);
      await client.query('commit');
      return Promise.all(notes);
    });
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const all = (await asWriter('GET', '/api/reviews')).body;
    const { notes } = all.find((one: { itemId: number }) => one.itemId === item.id);
    expect(notes.map(({ text }: { text: string }) => text).sort()).toEqual(['One.', 'Two.']);
  });

  it('approve no text that was saved after the look', async () => {
    await switchTo(true);
    const item = await draftOver('Looked at?');
    await asWriter('PUT', `/api/faq/${item.id}/draft`, { question: 'Saved since?' });
    const approved = { state: 'approved' };
    const unseen = await asChief('PUT', `${reviewOf(item)}?draftVersion=1`, approved);
    expect([unseen.status, unseen.body.isDraft]).toEqual([412, true]);
    const seen = await asChief('PUT', `${reviewOf(item)}?draftVersion=2`, approved);
    expect([seen.status, seen.body.state]).toEqual([200, 'approved']);
    const hidden = await factory.create('faq', { question: 'Hidden?', isPublished: false });
    await asWriter('PUT', `/api/faq/${hidden.id}`, { question: 'Hidden, changed?' });
    const headers = { cookie: publisher, 'if-match': '"v1"' };
    const stale = await app.call('PUT', reviewOf(hidden), approved, headers);
    expect(stale.status).toBe(412);
  });

  it('end with what was published, by whichever way, or thrown away', async () => {
    await switchTo(true);
    const log = pino({ level: 'silent' });
    const at = '2030-12-03T09:00:00Z';
    const ends = {
      schedule: async ({ id }: AnyItem) => {
        await asChief('POST', `/api/faq/${id}/schedule`, { publishAt: at });
        await runDue({ ...app, log }, new Date(at));
      },
      discard: ({ id }: AnyItem) => asChief('DELETE', `/api/faq/${id}/draft`),
    };
    for (const [how, end] of Object.entries(ends)) {
      const item = await draftOver(`By ${how}?`);
      await asWriter('PUT', reviewOf(item), { state: 'in review', note: 'Please look' });
      await end(item);
      await asWriter('PUT', `/api/faq/${item.id}/draft`, { question: `After ${how}?` });
      const left = (await asWriter('GET', '/api/reviews')).body;
      expect(left.filter((one: { itemId: number }) => one.itemId === item.id)).toEqual([]);
    }
  });

  it('may be asked of a viewer, who agrees or answers; that publishes nothing and releases nothing', async () => {
    await switchTo(true);
    const viewer = await app.signIn('reader@example.com', 'viewer');
    const asReader = (method: string, path: string, body?: unknown) =>
      app.call(method, path, body, { cookie: viewer });
    const inboxOf = async (cookie: string) =>
      (await app.call('GET', '/api/inbox', undefined, { cookie })).body.notices[0];
    const item = await draftOver('Seen by a reader?');
    expect((await asReader('PUT', reviewOf(item), { note: 'Unasked' })).status).toBe(403);
    await asWriter('PUT', reviewOf(item), { state: 'in review', assignee: 'reader@example.com' });
    expect(await inboxOf(viewer)).toMatchObject({
      kind: 'review asked',
      itemId: item.id,
      actorEmail: 'writer@example.com',
    });
    const noted = await asReader('PUT', reviewOf(item), { note: 'One word is wrong.' });
    expect([noted.status, noted.body.state]).toEqual([200, 'in review']);
    expect(await inboxOf(editor)).toMatchObject({ kind: 'review answered' });
    for (const refused of [{ state: 'approved' }, { state: 'draft' }, { assignee: null }])
      expect((await asReader('PUT', reviewOf(item), refused)).status).toBe(403);
    expect((await asChief('PUT', reviewOf(item), { state: 'agreed' })).status).toBe(403);

    const agreed = await asReader('PUT', reviewOf(item), { state: 'agreed' });
    expect([agreed.status, agreed.body.state]).toEqual([200, 'agreed']);
    expect(await inboxOf(editor)).toMatchObject({
      kind: 'approved',
      actorEmail: 'reader@example.com',
    });
    expect((await app.call('GET', `/api/faq/${item.id}`)).body.question).toBe('Live?');
    expect((await asWriter('POST', publishing(item))).status).toBe(403);
    await asWriter('PUT', `/api/faq/${item.id}/draft`, { question: 'Changed since?' });
    expect((await asWriter('PUT', reviewOf(item), { note: 'x' })).body.state).toBe('in review');
    await asChief('PUT', reviewOf(item), { state: 'approved' });
    expect((await asWriter('POST', publishing(item))).status).toBe(200);
  });

  it('let an editor publish what never was public, by no other way than the approval', async () => {
    await switchTo(true);
    const made = await asWriter(
      'POST',
      '/api/faq',
      await factory.minimal('faq', { isPublished: false }),
    );
    const path = `/api/faq/${made.body.id}`;
    await asChief('PUT', reviewOf(made.body), { state: 'approved' });
    expect((await asWriter('PUT', path, { isPublished: true })).status).toBe(403);
    const { status, body } = await asWriter('POST', publishing(made.body));
    expect([status, body.isPublished]).toEqual([200, true]);
    expect((await asWriter('POST', publishing(made.body))).status).toBe(404);
  });
});
