import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

let app: TestApp;

const createGuide = async (name: string, more: object = {}) =>
  (await app.asEditor('POST', '/api/style-guides', { name, prompt: 'Write.', ...more })).body;
const activeIds = async () =>
  (await app.asEditor('GET', '/api/style-guides')).body
    .filter((guide: { isActive: boolean }) => guide.isActive)
    .map((guide: { id: number }) => guide.id);

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

describe('style guides', () => {
  it('A14.34 answers 401 to an anonymous visitor', async () => {
    expect((await app.call('GET', '/api/style-guides/active')).status).toBe(401);
    expect((await app.call('POST', '/api/style-guides/1/activate')).status).toBe(401);
  });

  it('A6.08 answers null when none is active', async () => {
    const { status, body } = await app.asEditor('GET', '/api/style-guides/active');
    expect(status).toBe(200);
    expect(body).toBeNull();
  });

  it('A6.07 leaves the newest active when two are created with defaults', async () => {
    const first = await createGuide('First');
    const second = await createGuide('Second');
    expect(first.isActive).toBe(true);
    expect(await activeIds()).toEqual([second.id]);
  });

  it('A6.06 activates one and deactivates the other', async () => {
    const other = await createGuide('Third', { isActive: false, description: 'For briefs' });
    const { status, body } = await app.asEditor('POST', `/api/style-guides/${other.id}/activate`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: other.id, isActive: true });
    const active = await app.asEditor('GET', '/api/style-guides/active');
    expect(active.body).toMatchObject({ name: 'Third', description: 'For briefs' });
    expect(await activeIds()).toEqual([other.id]);
  });

  it('A6.06 PROMISE 15 tells in its history who switched a guide off, and with which guide', async () => {
    const off = await createGuide('Switched off', { description: 'As it was' });
    const on = await createGuide('Switched on', { isActive: false });
    await app.asEditor('POST', `/api/style-guides/${on.id}/activate`);
    const { body } = await app.asEditor('GET', `/api/style-guides/${off.id}`);
    expect(body).toMatchObject({ isActive: false, version: off.version + 1 });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(off.updatedAt));
    const history = await app.asEditor('GET', `/api/revisions/style-guides/${off.id}`);
    expect(history.body).toHaveLength(1);
    expect(history.body[0]).toMatchObject({
      version: off.version,
      action: 'update',
      userEmail: expect.stringContaining('@'),
      data: { isActive: true, description: 'As it was' },
    });
    // Undone like any other change; then the other one has a line more in its own history.
    const path = `/api/revisions/style-guides/${off.id}/${history.body[0].id}/restore`;
    expect((await app.asEditor('POST', path)).status).toBe(200);
    expect(await activeIds()).toEqual([off.id]);
    const others = await app.asEditor('GET', `/api/revisions/style-guides/${on.id}`);
    expect(others.body).toHaveLength(2);
  });

  it('A6.06 leaves exactly one active, however many are activated at once', async () => {
    const guides = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        createGuide(`Guide ${index}`, { prompt: `Write ${index}` }),
      ),
    );
    expect(await activeIds()).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      const responses = await Promise.all([
        ...guides.map(({ id }) => app.asEditor('POST', `/api/style-guides/${id}/activate`)),
        ...guides
          .slice(0, 2)
          .map(({ id }) => app.asEditor('PUT', `/api/style-guides/${id}`, { isActive: true })),
      ]);
      for (const { status } of responses) expect([200, 409]).toContain(status);
      expect(responses.slice(0, 6).every(({ status }) => status === 200)).toBe(true);
      expect(await activeIds()).toHaveLength(1);
    }
  });

  it('A15.03 activates and deletes nothing that somebody else changed since', async () => {
    const { id, version } = await createGuide('Read before', { isActive: false });
    const path = `/api/style-guides/${id}`;
    await app.asEditor('PUT', path, { prompt: 'Write otherwise.' });
    const before = await activeIds();
    const send = (method: string, to: string, seen: number) =>
      app.asEditor(method, to, undefined, { 'if-match': `"v${seen}"` });
    const refused = [
      await send('POST', `${path}/activate`, version),
      await send('DELETE', path, version),
    ];
    expect(refused.map(({ status }) => status)).toEqual([412, 412]);
    expect(refused[0]?.body.current).toMatchObject({ prompt: 'Write otherwise.', isActive: false });
    expect(await activeIds()).toEqual(before);
    expect((await send('POST', `${path}/activate`, version + 1)).status).toBe(200);
    expect(await activeIds()).toEqual([id]);
  });

  it('A14.34 answers 404 for a guide that is not there, and forgets a deleted one', async () => {
    expect((await app.asEditor('POST', '/api/style-guides/99999/activate')).status).toBe(404);
    const [id] = await activeIds();
    await app.asEditor('DELETE', `/api/style-guides/${id}`);
    expect((await app.asEditor('GET', '/api/style-guides/active')).body).toBeNull();
  });

  it('A6.05 asks for name and prompt', async () => {
    const { status, body } = await app.asEditor('POST', '/api/style-guides', {});
    expect(status).toBe(400);
    expect(Object.keys(body.fields).sort()).toEqual(['name', 'prompt']);
  });
});
