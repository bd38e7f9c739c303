import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdminCommand } from '#modules/auth/admin.cli.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

const EMAIL = 'paula@example.com';
const SOON = '2030-12-03T09:00:00.000Z';
const REASON = 'Edith scheduled it and may no longer publish. A publisher can schedule it again.';

let app: TestApp;
let factory: Factories;
let paula: { id: number; cookie: string };

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.connection.pool.query('delete from jobs');
  const cookie = await app.signIn(EMAIL, 'publisher');
  const { body } = await app.call('GET', '/api/auth/user', undefined, { cookie });
  paula = { id: body.id, cookie };
});

const run = (more: Partial<Settings> = {}) => app.runJobs(SOON, more);

/** Unpublished questions that Paula schedules, by their titles. */
const scheduleByPaula = async (...questions: string[]) => {
  const ids: number[] = [];
  for (const question of questions) {
    const { id } = await factory.create('faq', { isPublished: false, question });
    const { cookie } = paula;
    const path = `/api/faq/${id}/schedule`;
    expect((await app.call('POST', path, { publishAt: SOON }, { cookie })).status).toBe(200);
    ids.push(id);
  }
  return ids;
};

const isPublished = async (id: number | undefined): Promise<boolean> =>
  (await app.asEditor('GET', `/api/faq/${id}`)).body.isPublished;

const entryOf = async (id: number | undefined) =>
  (await app.asEditor('GET', '/api/schedule')).body.find(
    (entry: { itemId: number }) => entry.itemId === id,
  );

/** By another way than the calls, which take over what was scheduled. */
const demoteQuietly = () =>
  app.connection.pool.query(`update users set role = 'editor' where email = $1`, [EMAIL]);
const demote = () => app.asEditor('PATCH', `/api/users/${paula.id}`, { role: 'editor' });

describe('a schedule of somebody who may no longer publish', () => {
  it('fails with that reason, and the activity of the item names it', async () => {
    const [id] = await scheduleByPaula('Not to be seen?');
    await demoteQuietly();
    await run();
    expect(await isPublished(id)).toBe(false);
    expect(await entryOf(id)).toMatchObject({ state: 'failed', problem: REASON });
    const { body } = await app.asEditor('GET', `/api/activity?collection=faq&item=${id}&limit=1`);
    expect(body[0]).toMatchObject({
      action: 'schedule failed',
      details: { to: 'publish', scheduledBy: EMAIL, reason: REASON },
    });
  });

  it('fails when the list that let them in names them no longer, and runs while it does', async () => {
    const admit = (byList: boolean) =>
      app.connection.pool.query('update users set admitted_by_list = $1', [byList]);
    const [first] = await scheduleByPaula('Off the list?');
    await admit(true);
    await run();
    await admit(false);
    expect(await entryOf(first)).toMatchObject({ state: 'failed', problem: REASON });
    const [second] = await scheduleByPaula('On the list?');
    await admit(true);
    await run({ ADMIN_EMAILS: [EMAIL] });
    await admit(false);
    expect(await isPublished(second)).toBe(true);
  });

  it.each([
    ['demotes', demote],
    ['removes', () => app.asEditor('DELETE', `/api/users/${paula.id}`)],
  ])('is taken over by the owner who %s them, in whose name it goes live', async (_, end) => {
    const [id] = await scheduleByPaula('Taken over?');
    expect((await end()).status).toBe(200);
    expect((await entryOf(id)).scheduledBy).toBe('editor@example.com');
    await run();
    expect(await isPublished(id)).toBe(true);
    const { body } = await app.asEditor('GET', `/api/activity?collection=faq&item=${id}&limit=2`);
    expect(
      body.map(({ action, details }: { action: string; details: object }) => [action, details]),
    ).toEqual([
      ['published', expect.objectContaining({ by: 'schedule' })],
      ['scheduled', { publishAt: SOON, takenOverFrom: EMAIL }],
    ]);
  });

  it('is in the name of the server after a command of the operator', async () => {
    const [id] = await scheduleByPaula('Left by the command?');
    await runAdminCommand(['remove', EMAIL], { DATABASE_URL: app.databaseUrl });
    expect((await entryOf(id)).scheduledBy).toBeNull();
    await run();
    expect(await isPublished(id)).toBe(true);
  });

  it('of an owner who steps back fails at its time', async () => {
    const [id] = await scheduleByPaula('One’s own?');
    await app.asEditor('PATCH', `/api/users/${paula.id}`, { role: 'owner' });
    const cookie = await app.signIn(EMAIL, 'owner');
    await app.connection.pool.query(
      `update users set password_hash = 'x' where email = 'editor@example.com'`,
    );
    const path = `/api/users/${paula.id}`;
    expect((await app.call('PATCH', path, { role: 'viewer' }, { cookie })).status).toBe(200);
    await run();
    expect(await entryOf(id)).toMatchObject({ state: 'failed', problem: REASON });
  });
});
