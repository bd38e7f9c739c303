import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const trash = async () => (await app.asEditor('GET', '/api/trash')).body;

const throwAway = async (name: string, id: number) => {
  await app.asEditor('DELETE', `/api/${name}/${id}`);
  return (await trash())[0];
};

describe('revisions and the trash', () => {
  it('PROMISE 1 answers 401 to an anonymous visitor and leaves everything where it is', async () => {
    const item = await factory.create('faq');
    const entry = await throwAway('faq', item.id);
    const calls = [
      ['GET', '/api/trash'],
      ['POST', `/api/trash/${entry.id}/restore`],
      ['DELETE', `/api/trash/${entry.id}`],
      ['DELETE', '/api/trash'],
    ] as const;
    for (const [method, path] of calls) expect((await app.call(method, path)).status).toBe(401);
    expect((await trash())[0]).toEqual(entry);
  });

  it('PROMISE 15 says who changed what, newest first', async () => {
    const item = await factory.create('faq', { question: 'First?' });
    const cookie = await app.signIn('second@example.com');
    const path = `/api/faq/${item.id}`;
    await app.asEditor('PUT', path, { question: 'Second?' });
    await app.call('PUT', path, { question: 'Third?' }, { cookie });
    const { body } = await app.asEditor('GET', path.replace('/api/', '/api/revisions/'));
    const told = body.map((row: Record<string, unknown>) => [
      row.title,
      row.userEmail,
      row.version,
    ]);
    expect(told).toEqual([
      ['Second?', 'second@example.com', 2],
      ['First?', 'editor@example.com', 1],
    ]);
    const other = await factory.create('faq');
    const wrong = `/api/revisions/faq/${other.id}/${body[0].id}/restore`;
    expect((await app.asEditor('POST', wrong)).status).toBe(404);
  });

  it('PROMISE 15 keeps an entry in the trash when its slug is taken meanwhile', async () => {
    const item = await factory.create('faq', { slug: 'wanted-twice' });
    const entry = await throwAway('faq', item.id);
    const usurper = await factory.create('faq', { slug: 'wanted-twice' });
    const path = `/api/trash/${entry.id}/restore`;
    const refused = await app.asEditor('POST', path);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['slug']]);
    expect((await trash()).map((row: { id: number }) => row.id)).toContain(entry.id);
    await app.asEditor('PUT', `/api/faq/${usurper.id}`, { slug: 'gave-way' });
    expect((await app.asEditor('POST', path)).body.id).toBe(item.id);
  });

  it('PROMISE 14 two who restore one entry at once get one item', async () => {
    const item = await factory.create('services');
    const entry = await throwAway('services', item.id);
    const path = `/api/trash/${entry.id}/restore`;
    const responses = await Promise.all([app.asEditor('POST', path), app.asEditor('POST', path)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('PROMISE 15 brings back a comparison under the address that its pair has by now', async () => {
    const pair = await factory.create('comparisons');
    const entry = await throwAway('comparisons', pair.id);
    await app.asEditor('PUT', `/api/vendors/${pair.vendorAId}`, { slug: 'renamed-vendor' });
    const back = await app.asEditor('POST', `/api/trash/${entry.id}/restore`);
    expect([back.status, back.body.id]).toEqual([200, pair.id]);
    expect(back.body.slug).toMatch(/^renamed-vendor-vs-/);
    const again = await throwAway('comparisons', pair.id);
    await app.asEditor('DELETE', `/api/vendors/${pair.vendorAId}`);
    const refused = await app.asEditor('POST', `/api/trash/${again.id}/restore`);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['vendorAId']]);
  });

  it('PROMISE 15 emptying removes every copy of what was thrown away, and nothing else', async () => {
    const kept = await factory.create('types');
    await app.asEditor('PUT', `/api/types/${kept.id}`, { title: 'Kept' });
    const item = await factory.create('types');
    await app.asEditor('PUT', `/api/types/${item.id}`, { title: 'Before the end' });
    const entry = await throwAway('types', item.id);
    const history = `/api/revisions/types/${item.id}`;
    expect((await app.asEditor('GET', history)).body).toHaveLength(2);
    const gone = await app.asEditor('DELETE', `/api/trash/${entry.id}`);
    expect([gone.status, gone.body]).toEqual([200, { success: true }]);
    expect((await app.asEditor('GET', history)).body).toEqual([]);
    expect((await app.asEditor('DELETE', `/api/trash/${entry.id}`)).status).toBe(404);
    const left = (await trash()).length;
    expect((await app.asEditor('DELETE', '/api/trash')).body).toEqual({ deletedCount: left });
    expect(await trash()).toEqual([]);
    expect((await app.asEditor('GET', `/api/revisions/types/${kept.id}`)).body).toHaveLength(1);
  });

  it('lists the trash in parts', async () => {
    for (let n = 0; n < 3; n += 1) await throwAway('faq', (await factory.create('faq')).id);
    const part = await app.asEditor('GET', '/api/trash?limit=1&offset=1');
    expect([part.body.length, part.headers.get('x-total-count')]).toEqual([1, '3']);
    for (const id of ['0', 'x', '99999999999']) {
      expect((await app.asEditor('POST', `/api/trash/${id}/restore`)).status).toBe(400);
    }
    expect((await app.asEditor('POST', '/api/trash/999999/restore')).status).toBe(404);
  });
});
