import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdminCommand } from '#modules/auth/admin.cli.server.ts';
import type { Settings } from '#platform/env.server.ts';
import type { Role } from '#platform/roles.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

const EMAIL = 'paula@example.com';
const SOON = '2030-12-03T09:00:00.000Z';
const MAY_NOT = 'scheduled it and may no longer publish. A publisher can schedule it again.';
const REASON = `Edith ${MAY_NOT}`;
const OF_NOBODY = `${EMAIL} ${MAY_NOT}`;

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

const demote = (query = '', role: Role = 'editor') =>
  app.asEditor('PATCH', `/api/users/${paula.id}${query}`, { role });

describe('a schedule of somebody who may no longer publish', () => {
  it.each([
    ['demoted', REASON, () => demote('?scheduled=leave')],
    ['removed', OF_NOBODY, () => app.asEditor('DELETE', `/api/users/${paula.id}?scheduled=leave`)],
  ])(
    'fails with that reason when they were %s, by name while they have one, and is told where it is looked for',
    async (_, reason, end) => {
      const [id] = await scheduleByPaula('Not to be seen?');
      expect((await end()).status).toBe(200);
      await run();
      expect(await isPublished(id)).toBe(false);
      expect(await entryOf(id)).toMatchObject({ state: 'failed', problem: reason });
      const { body } = await app.asEditor('GET', `/api/activity?collection=faq&item=${id}&limit=1`);
      expect(body[0]).toMatchObject({
        action: 'schedule failed',
        details: { to: 'publish', scheduledBy: EMAIL, reason },
      });
    },
  );

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

  it('is asked about at the demotion and at the removal, by name, and nothing changes before', async () => {
    await scheduleByPaula('One?', 'Two?', 'Three?');
    const asked = await demote();
    expect([asked.status, asked.body.message]).toEqual([
      409,
      '3 items are scheduled by paula@example.com: they will not be published',
    ]);
    const titles = asked.body.scheduled.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['One?', 'Two?', 'Three?']);
    expect((await app.asEditor('DELETE', `/api/users/${paula.id}`)).status).toBe(409);
    const { cookie } = paula;
    const { body } = await app.call('GET', '/api/auth/user', undefined, { cookie });
    expect(body.role).toBe('publisher');
    expect((await demote('?scheduled=perhaps')).status).toBe(400);
  });

  it('on the command line ends the change with that line, unless it is to be left', async () => {
    const [id] = await scheduleByPaula('Left by the command?');
    const env = { DATABASE_URL: app.databaseUrl };
    for (const args of [
      ['role', EMAIL, 'editor'],
      ['remove', EMAIL],
    ]) {
      await expect(runAdminCommand(args, env)).rejects.toThrow(
        '1 item is scheduled by paula@example.com: it will not be published',
      );
      expect((await entryOf(id)).state).toBe('waiting');
    }
    await runAdminCommand(['role', EMAIL, 'editor', '--leave-scheduled'], env);
    await runAdminCommand(['remove', EMAIL, '--leave-scheduled'], env);
    await run();
    expect(await isPublished(id)).toBe(false);
    expect(await entryOf(id)).toMatchObject({ state: 'failed', problem: OF_NOBODY });
  });

  it('is taken over by the owner, in whose name it goes live', async () => {
    const [id] = await scheduleByPaula('Taken over?');
    expect((await demote('?scheduled=take-over')).status).toBe(200);
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

  it('asks nothing of whom may publish still, and lets nobody take over their own', async () => {
    await scheduleByPaula('Still allowed?');
    expect((await demote('', 'owner')).status).toBe(200);
    const cookie = await app.signIn(EMAIL, 'owner');
    await app.connection.pool.query(
      `update users set password_hash = 'x' where email = 'editor@example.com'`,
    );
    const path = `/api/users/${paula.id}?scheduled=take-over`;
    expect((await app.call('DELETE', path, undefined, { cookie })).status).toBe(409);
  });
});
