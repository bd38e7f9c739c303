import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyItem } from '#kit/collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;
let editor: string;
let publisher: string;

beforeAll(async () => {
  app = await buildApp({ data: 'empty' });
  factory = createFactories(app);
  editor = await app.signIn('writer@example.com', 'editor');
  publisher = await app.signIn('chief@example.com', 'publisher');
});
afterAll(() => app.close());

const asWriter = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, path, body, { cookie: editor, ...headers });
const asChief = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, path, body, { cookie: publisher, ...headers });

const draftOver = async (question: string) => {
  const item = await factory.create('faq', { question: 'Live?', isPublished: true });
  await asWriter('PUT', `/api/faq/${item.id}/draft`, { question });
  return item;
};
const hidden = (question: string) => factory.create('faq', { question, isPublished: false });

const draftPath = ({ id }: AnyItem) => `/api/faq/${id}/draft`;
const readyPath = (item: AnyItem) => `${draftPath(item)}/ready`;
const markReady = (item: AnyItem) => asWriter('POST', readyPath(item));
const rowOf = async ({ id }: AnyItem) => {
  const { body } = await asChief('GET', '/api/drafts');
  return body.find(({ itemId }: { itemId: number }) => itemId === id);
};
const lastAction = async ({ id }: AnyItem) =>
  (await app.asEditor('GET', `/api/activity?collection=faq&item=${id}&limit=1`)).body[0];

describe('a draft that is ready', () => {
  it('401 for a stranger, 403 for a viewer, and to send it back takes a publisher', async () => {
    const item = await draftOver('Whose?');
    const back = `${draftPath(item)}/send-back`;
    const reader = await app.signIn('reader@example.com', 'viewer');
    for (const [method, path] of [
      ['POST', readyPath(item)],
      ['DELETE', readyPath(item)],
      ['POST', back],
    ] as const) {
      expect((await app.call(method, path, { text: 'No' })).status).toBe(401);
      const refused = await app.call(method, path, { text: 'No' }, { cookie: reader });
      expect(refused.status).toBe(403);
    }
    await markReady(item);
    expect((await asWriter('POST', back, { text: 'No' })).status).toBe(403);
    expect((await asWriter('POST', `${draftPath(item)}/publish`)).status).toBe(403);
    expect((await rowOf(item)).readyAt).not.toBeNull();
  });

  it('is listed with the person who marked it, until it is published', async () => {
    const item = await draftOver('Drafted?');
    expect((await rowOf(item)).readyAt).toBeNull();
    expect((await markReady(item)).status).toBe(200);
    expect(await rowOf(item)).toMatchObject({ title: 'Drafted?', readyBy: 'writer@example.com' });
    expect((await lastAction(item)).action).toBe('marked as ready');
    const published = await asChief('POST', `${draftPath(item)}/publish?draftVersion=1`);
    expect([published.status, published.body.question]).toEqual([200, 'Drafted?']);
    expect(await rowOf(item)).toBeUndefined();
    expect((await markReady(item)).status).toBe(409);
  });

  it('stays ready when it is saved again, and no publisher publishes a save that they have not seen', async () => {
    const item = await draftOver('First?');
    await markReady(item);
    await asWriter('PUT', draftPath(item), { question: 'Second?' });
    expect(await rowOf(item)).toMatchObject({ title: 'Second?', readyBy: 'writer@example.com' });
    const unseen = await asChief('POST', `${draftPath(item)}/publish?draftVersion=1`);
    expect([unseen.status, unseen.body.isDraft]).toEqual([412, true]);
    const seen = await asChief('POST', `${draftPath(item)}/publish?draftVersion=2`);
    expect([seen.status, seen.body.question]).toEqual([200, 'Second?']);
  });

  it('is not marked by somebody who has not seen its last save', async () => {
    const item = await draftOver('Looked at?');
    await asWriter('PUT', draftPath(item), { question: 'Saved since?' });
    const stale = await asWriter('POST', `${readyPath(item)}?draftVersion=1`);
    expect([stale.status, stale.body.isDraft]).toEqual([412, true]);
    const unpublished = await hidden('Hidden?');
    await asWriter('PUT', `/api/faq/${unpublished.id}`, { question: 'Hidden, changed?' });
    const old = await asWriter('POST', readyPath(unpublished), undefined, { 'if-match': '"v1"' });
    expect(old.status).toBe(412);
  });

  it('is sent back with a comment of the item, of which the author hears as of a mention', async () => {
    const item = await draftOver('Sent back?');
    await markReady(item);
    const text = 'The second sentence needs a source.';
    expect((await asChief('POST', `${draftPath(item)}/send-back`, { text: ' ' })).status).toBe(400);
    const sent = await asChief('POST', `${draftPath(item)}/send-back`, { text });
    expect(sent.status).toBe(200);
    expect(await rowOf(item)).toMatchObject({ title: 'Sent back?', readyAt: null, readyBy: null });
    const comments = await asWriter('GET', `/api/comments?type=faq&id=${item.id}`);
    expect(comments.body).toMatchObject([{ text, authorEmail: 'chief@example.com' }]);
    const inbox = await asWriter('GET', '/api/inbox');
    expect(inbox.body.notices[0]).toMatchObject({
      kind: 'mention',
      itemId: item.id,
      title: 'Live?',
      text,
      actorEmail: 'chief@example.com',
    });
    expect((await asChief('POST', `${draftPath(item)}/send-back`, { text })).status).toBe(404);
  });

  it('is taken back by its author, and the draft stays', async () => {
    const item = await draftOver('Not yet?');
    await markReady(item);
    expect((await asWriter('DELETE', readyPath(item))).status).toBe(200);
    expect(await rowOf(item)).toMatchObject({ title: 'Not yet?', readyAt: null });
    expect((await lastAction(item)).action).toBe('marked as not ready');
    expect((await asWriter('DELETE', readyPath(item))).status).toBe(404);
  });

  it('starts over with the next draft after it was published by schedule or discarded', async () => {
    const at = '2030-12-03T09:00:00Z';
    const ends = {
      schedule: async ({ id }: AnyItem) => {
        await asChief('POST', `/api/faq/${id}/schedule`, { publishAt: at });
        await app.runJobs(new Date(at));
      },
      discard: (item: AnyItem) => asChief('DELETE', draftPath(item)),
    };
    for (const [how, end] of Object.entries(ends)) {
      const item = await draftOver(`By ${how}?`);
      await markReady(item);
      await end(item);
      await asWriter('PUT', draftPath(item), { question: `After ${how}?` });
      expect(await rowOf(item)).toMatchObject({ title: `After ${how}?`, readyAt: null });
    }
  });
});

describe('an item that never was public', () => {
  it('is marked as ready without a draft, and published as it is then', async () => {
    const item = await hidden('New?');
    expect((await markReady(item)).status).toBe(200);
    expect(await rowOf(item)).toMatchObject({ title: 'New?', version: 0 });
    expect((await asWriter('GET', draftPath(item))).status).toBe(404);
    expect((await asWriter('DELETE', draftPath(item))).status).toBe(404);
    // The author goes on writing in the item itself.
    const saved = await asWriter('PUT', `/api/faq/${item.id}`, { question: 'New, corrected?' });
    expect(saved.status).toBe(200);
    const published = await asChief('POST', `${draftPath(item)}/publish?draftVersion=0`);
    expect([published.status, published.body]).toMatchObject([
      200,
      { question: 'New, corrected?', isPublished: true },
    ]);
    expect(await rowOf(item)).toBeUndefined();
  });

  it('loses the mark when it becomes public in another way, is sent back or taken back', async () => {
    const ends = {
      put: ({ id }: AnyItem) => asChief('PUT', `/api/faq/${id}`, { isPublished: true }),
      together: ({ id }: AnyItem) =>
        asChief('POST', '/api/drafts/publish', {
          drafts: [{ collection: 'faq', id, version: 1, draftVersion: 0 }],
        }),
      back: (item: AnyItem) => asChief('POST', `${draftPath(item)}/send-back`, { text: 'No.' }),
      taken: (item: AnyItem) => asWriter('DELETE', readyPath(item)),
    };
    for (const [how, end] of Object.entries(ends)) {
      const item = await hidden(`By ${how}?`);
      await markReady(item);
      expect([how, (await end(item)).status]).toEqual([how, 200]);
      expect([how, await rowOf(item)]).toEqual([how, undefined]);
    }
  });

  it('gets a draft of its own over the mark, on the text of then, and stays ready', async () => {
    const item = await hidden('Marked?');
    await markReady(item);
    await asWriter('PUT', `/api/faq/${item.id}`, { question: 'Marked, corrected?' });
    const saved = await asWriter('PUT', draftPath(item), { question: 'Drafted?' });
    expect(saved.body).toMatchObject({ version: 1, baseVersion: 2, readyBy: 'writer@example.com' });
    const published = await asChief('POST', `${draftPath(item)}/publish?draftVersion=1`);
    expect([published.status, published.body.question]).toEqual([200, 'Drafted?']);
  });
});
