import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;
let ann: string;
let bob: string;
let viewer: string;

beforeAll(async () => {
  app = await buildApp();
  ann = await app.signIn('ann@example.com', 'editor');
  bob = await app.signIn('bob@example.com', 'publisher');
  viewer = await app.signIn('vera@example.com', 'viewer');
});
afterAll(() => app.close());

const as = (cookie: string, method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { cookie });
const search = { columns: 'category,updatedAt', filter: 'category:filled', sort: '-updatedAt' };
const view = { collection: 'faq', name: 'To look at', isShared: false, search };
const names = async (cookie: string, query = '') =>
  (await as(cookie, 'GET', `/api/views${query}`)).body.map(({ name }: { name: string }) => name);

describe('31.7 saved views', () => {
  it('answer 401 to an anonymous visitor', async () => {
    expect((await app.call('GET', '/api/views')).status).toBe(401);
    expect((await app.call('POST', '/api/views', view)).status).toBe(401);
    expect((await app.call('PUT', '/api/views/1', view)).status).toBe(401);
    expect((await app.call('DELETE', '/api/views/1')).status).toBe(401);
  });

  it('are one’s own until they are shared, and only their maker or an owner changes them', async () => {
    const { status, body } = await as(ann, 'POST', '/api/views', view);
    expect([status, body]).toEqual([
      201,
      { ...view, id: body.id, isMine: true, madeBy: 'ann@example.com' },
    ]);
    const path = `/api/views/${body.id}`;
    const { collection: _, ...shared } = { ...view, isShared: true };
    expect(await names(bob)).toEqual([]);
    expect((await as(bob, 'PUT', path, shared)).status).toBe(404);
    expect((await as(bob, 'DELETE', path)).status).toBe(404);

    expect((await as(ann, 'PUT', path, shared)).body).toMatchObject({ isShared: true, search });
    expect(await names(bob, '?collection=faq')).toEqual(['To look at']);
    expect(await names(bob, '?collection=vendors')).toEqual([]);
    const refused = await as(bob, 'DELETE', path);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only its maker or an owner may change this view',
    ]);
    expect((await app.asEditor('DELETE', path)).status).toBe(200);
    expect(await names(ann)).toEqual([]);
  });

  it('have one name each, of which a person has two nowhere', async () => {
    await as(ann, 'POST', '/api/views', view);
    const again = await as(ann, 'POST', '/api/views', view);
    expect([again.status, again.body.fields]).toEqual([
      409,
      { name: 'You have a view of this name' },
    ]);
    const other = await as(ann, 'POST', '/api/views', { ...view, name: 'Other' });
    const { collection: _, ...renamed } = view;
    const taken = await as(ann, 'PUT', `/api/views/${other.body.id}`, renamed);
    expect(taken.status).toBe(409);
    expect((await as(bob, 'POST', '/api/views', view)).status).toBe(201);
  });

  it('outlive their maker where they are shared, and an owner changes them', async () => {
    const gone = await app.signIn('gone@example.com', 'editor');
    const shared = { ...view, name: 'Of one who left', isShared: true };
    const { body } = await as(gone, 'POST', '/api/views', shared);
    const own = await as(gone, 'POST', '/api/views', { ...view, name: 'Of nobody else' });
    const { body: me } = await app.call('GET', '/api/auth/user', undefined, { cookie: gone });
    expect((await app.asEditor('DELETE', `/api/users/${me.id}`)).status).toBe(200);

    const left = (await as(bob, 'GET', '/api/views')).body.find(
      ({ id }: { id: number }) => id === body.id,
    );
    expect(left).toEqual({ ...shared, id: body.id, isMine: false, madeBy: null });
    expect((await as(bob, 'DELETE', `/api/views/${body.id}`)).status).toBe(403);
    const { collection: _, ...renamed } = { ...shared, name: 'Of all' };
    const changed = await app.asEditor('PUT', `/api/views/${body.id}`, renamed);
    expect([changed.status, changed.body.name]).toEqual([200, 'Of all']);

    const stored = () =>
      app.connection.pool.query('select id from list_views where user_id is null order by id');
    expect((await stored()).rows).toEqual([{ id: body.id }, { id: own.body.id }]);
    await as(bob, 'POST', '/api/views', { ...view, name: 'Any' });
    expect((await stored()).rows).toEqual([{ id: body.id }]);
  });

  it('of a viewer are the viewer’s alone, and hold what can be asked for', async () => {
    expect((await as(viewer, 'POST', '/api/views', view)).status).toBe(201);
    const shared = await as(viewer, 'POST', '/api/views', { ...view, name: 'S', isShared: true });
    expect(shared.status).toBe(403);
    const bad = { ...view, name: 'Bad', search: { filter: 'colour:any:red' } };
    const refused = await as(viewer, 'POST', '/api/views', bad);
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'search.filter': 'There is no such field' },
    ]);
    for (const hostile of [
      { ...view, name: '  ' },
      { ...view, name: 'x'.repeat(81) },
      { ...view, search: { filter: 'x'.repeat(2001) } },
      { ...view, search: { page: '2' } },
      { ...view, search: null },
    ])
      expect((await as(viewer, 'POST', '/api/views', hostile)).status).toBe(400);
    expect((await as(viewer, 'POST', '/api/views', { ...view, collection: 'x' })).status).toBe(404);
  });

  it('are at most 100 a person', async () => {
    const many = await app.signIn('many@example.com', 'viewer');
    for (let at = 0; at < 100; at += 1)
      await as(many, 'POST', '/api/views', { ...view, name: `View ${at}` });
    const { status, body } = await as(many, 'POST', '/api/views', { ...view, name: 'One more' });
    expect([status, body.message]).toEqual([409, 'You have 100 views. Delete one first, please']);
  });
});
