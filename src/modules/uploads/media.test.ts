import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';
import { loadUpload, newUploadName, saveUpload } from './upload-store.server.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const store = async (words: string) => {
  const name = newUploadName();
  await saveUpload(app.db, name, Buffer.from(words));
  return name;
};

const list = async (show = 'all') => (await app.asEditor('GET', `/api/uploads?show=${show}`)).body;

interface Listed {
  name: string;
  uses: { collection: string; title: string }[];
}

const findIn = async (name: string, show?: string) =>
  (await list(show)).items.find((item: Listed) => item.name === name);

describe('the media library', () => {
  it('says what a picture shows, whose it is and where it stands', async () => {
    const name = await store('described');
    await factory.create('faq', { question: 'Seen?', answer: `![x](/uploads/${name})` });
    await factory.create('vendors', { name: 'With a logo', logo: `/uploads/${name}` });
    const words = { alt: 'A ledger', credit: 'Photo: our own' };
    expect((await app.asEditor('PUT', `/api/uploads/${name}`, words)).body).toEqual(words);
    const found = await findIn(name);
    expect(found).toMatchObject({ ...words, url: `/uploads/${name}`, isInHistory: false });
    expect(found.uses.map((use: Listed['uses'][number]) => [use.collection, use.title])).toEqual([
      ['vendors', 'With a logo'],
      ['faq', 'Seen?'],
    ]);
    expect(await findIn(name, 'undescribed')).toBeUndefined();
    expect(await findIn(name, 'unused')).toBeUndefined();
  });

  it('shows another picture wherever one stands, and keeps the versions before', async () => {
    const before = await store('before');
    const after = await store('after');
    const item = await factory.create('faq', {
      question: 'Replaced?',
      answer: `![a](/uploads/${before}) and ![b](/uploads/${before})`,
    });
    const response = await app.asEditor('POST', `/api/uploads/${before}/replace`, { by: after });
    expect(response.body).toEqual({ changedCount: 1 });
    expect((await app.asEditor('GET', `/api/faq/${item.id}`)).body.answer).toBe(
      `![a](/uploads/${after}) and ![b](/uploads/${after})`,
    );
    expect(await findIn(before)).toMatchObject({ uses: [], isInHistory: true });
    // Earlier versions can be restored, so their pictures stay.
    expect((await app.asEditor('DELETE', `/api/uploads/${before}`)).status).toBe(409);
  });

  it('counts what waits in a draft or in the schedule as used, and replaces it in the draft', async () => {
    const drafted = await store('d');
    const planned = await store('p');
    const next = await store('n');
    const { id } = await factory.create('faq', { question: 'Live?', slug: 'live', answer: 'Yes.' });
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { answer: `![x](/uploads/${planned})` });
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    expect((await app.asEditor('POST', `/api/faq/${id}/schedule`, { publishAt })).status).toBe(200);
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { answer: `![x](/uploads/${drafted})` });
    const use = { collection: 'faq', id, title: 'Live?', isWaiting: true };
    expect((await findIn(drafted)).uses).toEqual([use]);
    expect((await findIn(planned)).uses).toEqual([use]);
    expect(await findIn(drafted, 'unused')).toBeUndefined();
    expect((await app.asEditor('DELETE', `/api/uploads/${drafted}`)).status).toBe(409);
    const response = await app.asEditor('POST', `/api/uploads/${drafted}/replace`, { by: next });
    expect(response.body).toEqual({ changedCount: 1 });
    const { body: draft } = await app.asEditor('GET', `/api/faq/${id}/draft`);
    expect(draft.fields.answer).toBe(`![x](/uploads/${next})`);
    expect((await app.asEditor('GET', `/api/faq/${id}`)).body.answer).toBe('Yes.');
    const [line] = (await app.asEditor('GET', `/api/activity?collection=faq&itemId=${id}`)).body;
    expect(line).toMatchObject({
      action: 'draft saved',
      actorEmail: 'editor@example.com',
      version: draft.version,
      details: { fields: ['answer'] },
    });
  });

  /** Replaces a picture while a colleague's save is not committed yet: it has to wait for that. */
  const replaceDuring = (save: string, [from, to]: readonly [string, string]) =>
    withClient(app.databaseUrl, async (colleague) => {
      await colleague.query('begin');
      await colleague.query(save);
      const replaced = app.asEditor('POST', `/api/uploads/${from}/replace`, { by: to });
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await app.connection.pool.query(waiting)).rows[0].count)
        .toBe(1);
      await colleague.query('commit');
      return (await replaced).body;
    });

  it('undoes no save that a colleague makes in the meantime, of an item or of a draft', async () => {
    const names = [await store('worn'), await store('fresh')] as const;
    const [from, to] = names.map((name) => `![x](/uploads/${name})`);
    const answer = `Old. ${from}`;
    const live = await factory.create('faq', { question: 'Live?', answer });
    const add = `set version = version + 1, answer = replace(answer, 'Old.', 'New.')`;
    expect(await replaceDuring(`update faq_entries ${add} where id = ${live.id}`, names)).toEqual({
      changedCount: 1,
    });
    const { body } = await app.asEditor('GET', `/api/faq/${live.id}`);
    expect([body.answer, body.version]).toEqual([`New. ${to}`, 3]);

    const item = await factory.create('faq', { question: 'Drafted?', isPublished: true });
    await app.asEditor('PUT', `/api/faq/${item.id}/draft`, { answer });
    const redraft = `set version = version + 1, fields = replace(fields::text, 'Old.', 'New.')::json`;
    await replaceDuring(`update item_drafts ${redraft} where item_id = ${item.id}`, names);
    const { body: draft } = await app.asEditor('GET', `/api/faq/${item.id}/draft`);
    expect([draft.fields.answer, draft.version]).toEqual([`New. ${to}`, 3]);
  });

  it('deletes what nothing shows, with its bytes unless another name has the same', async () => {
    const first = await store('the same bytes');
    const second = await store('the same bytes');
    expect(await findIn(first, 'unused')).toBeDefined();
    expect((await app.asEditor('DELETE', `/api/uploads/${first}`)).status).toBe(200);
    expect((await app.call('GET', `/uploads/${first}`)).status).toBe(404);
    expect(String(await loadUpload(app.db, second))).toBe('the same bytes');
    expect((await app.asEditor('DELETE', `/api/uploads/${first}`)).status).toBe(404);
  });
});
