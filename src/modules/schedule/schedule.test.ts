import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteVersion } from '#platform/version/site-version.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories, type Factories } from '#testing/factories.ts';

let app: TestApp;
let factory: Factories;

beforeAll(async () => {
  app = await buildApp();
  factory = createFactories(app);
});
afterAll(() => app.close());

const SOON = '2030-12-03T09:00:00+01:00';
const LATER = '2030-12-24T18:00:00Z';

const runAt = (time: string) => app.runJobs(time);

const plan = (name: string, id: number, times: object, query = '') =>
  app.asEditor('POST', `/api/${name}/${id}/schedule${query}`, times);

const entriesOf = async (id: number) =>
  (await app.asEditor('GET', '/api/schedule')).body.filter(
    (entry: { itemId: number }) => entry.itemId === id,
  );

const make = (given: object = {}) => factory.create('faq', { isPublished: false, ...given });

const stateOf = async (id: number) => (await app.asEditor('GET', `/api/faq/${id}`)).body;

describe('the schedule', () => {
  beforeEach(async () => {
    await app.connection.pool.query('delete from jobs');
  });

  it('is for publishers, and takes times with their zone, still to come, in order', async () => {
    const { id } = await make();
    expect((await app.call('POST', `/api/faq/${id}/schedule`, { publishAt: SOON })).status).toBe(
      401,
    );
    const editor = await app.signIn('just-an-editor@example.com', 'editor');
    const path = `/api/faq/${id}/schedule`;
    const refused = await app.call('POST', path, { publishAt: SOON }, { cookie: editor });
    expect(refused.status).toBe(403);
    const problemsOf = async (times: object) => {
      const { status, body } = await plan('faq', id, times);
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await problemsOf({})).toEqual([400, ['publishAt']]);
    expect(await problemsOf({ publishAt: '2030-12-03T09:00:00' })).toEqual([400, ['publishAt']]);
    expect(await problemsOf({ publishAt: '2020-01-01T00:00:00Z' })).toEqual([400, ['publishAt']]);
    expect(await problemsOf({ publishAt: LATER, unpublishAt: SOON })).toEqual([
      400,
      ['unpublishAt'],
    ]);
    expect((await plan('faq', id, { unpublishAt: SOON })).status).toBe(409);
    expect((await plan('faq', 99_999, { publishAt: SOON })).status).toBe(404);
    const { status, body } = await plan('faq', id, { publishAt: SOON });
    expect([status, body[0].at, body[0].scheduledBy]).toEqual([
      200,
      '2030-12-03T08:00:00.000Z',
      'editor@example.com',
    ]);
  });

  it('publishes at its time and not before, once, and unpublishes later', async () => {
    const { id, slug } = await make();
    await plan('faq', id, { publishAt: SOON, unpublishAt: LATER });
    await runAt('2030-12-03T07:59:59Z');
    expect((await app.call('GET', `/api/faq/${slug}`)).status).toBe(404);
    const before = siteVersion().any;
    // Several processes are at it at the same time.
    await Promise.all([1, 2, 3].map(() => runAt('2030-12-03T08:00:00Z')));
    expect(siteVersion().any).toBeGreaterThan(before);
    expect((await app.call('GET', `/api/faq/${slug}`)).status).toBe(200);
    expect((await stateOf(id)).version).toBe(2);
    const { body: history } = await app.asEditor('GET', `/api/revisions/faq/${id}`);
    expect(history[0].userEmail).toBe('editor@example.com');
    await runAt(LATER);
    expect((await app.call('GET', `/api/faq/${slug}`)).status).toBe(404);
    const states = (await entriesOf(id)).map(({ state }: { state: string }) => state);
    expect(states).toEqual(['done', 'done']);
  });

  it('puts live what was scheduled, and leaves a draft that went on since', async () => {
    const item = await make({ isPublished: true, question: 'Live?' });
    expect((await plan('faq', item.id, { publishAt: SOON })).status).toBe(409);
    const draft = `/api/faq/${item.id}/draft`;
    await app.asEditor('PUT', draft, { question: 'Scheduled?' });
    await plan('faq', item.id, { publishAt: SOON });
    await app.asEditor('PUT', draft, { question: 'Written later?' });
    expect((await entriesOf(item.id))[0]).toMatchObject({ isOutdated: true, title: 'Scheduled?' });
    await runAt(SOON);
    expect((await stateOf(item.id)).question).toBe('Scheduled?');
    expect((await app.asEditor('GET', draft)).body.fields.question).toBe('Written later?');
    const other = await make({ isPublished: true });
    const path = `/api/faq/${other.id}/draft`;
    await app.asEditor('PUT', path, { question: 'Alone?' });
    await plan('faq', other.id, { publishAt: SOON });
    await runAt(SOON);
    expect((await app.asEditor('GET', path)).status).toBe(404);
  });

  it('takes no draft that was saved after the look', async () => {
    const { id } = await make({ isPublished: true, question: 'Live?' });
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { question: 'Seen?' });
    await app.asEditor('PUT', `/api/faq/${id}/draft`, { question: 'Unseen?' });
    const unseen = await plan('faq', id, { publishAt: SOON }, '?draftVersion=1');
    expect([unseen.status, unseen.body.isDraft, unseen.body.current.question]).toEqual([
      412,
      true,
      'Unseen?',
    ]);
    expect((await plan('faq', id, { publishAt: SOON }, '?draftVersion=0')).status).toBe(412);
    expect((await plan('faq', id, { publishAt: SOON }, '?draftVersion=2')).status).toBe(200);
  });

  it('overwrites nothing that changed since, and says so where it is seen', async () => {
    const item = await make({ isPublished: true, question: 'Live?' });
    await app.asEditor('PUT', `/api/faq/${item.id}/draft`, { question: 'Scheduled?' });
    await plan('faq', item.id, { publishAt: SOON });
    await app.asEditor('PUT', `/api/faq/${item.id}`, { question: 'Corrected live?' });
    const asked = { url: 'https://example.org/hook', events: ['job failed'] };
    const hook = await app.asEditor('POST', '/api/webhooks', asked);
    await runAt(SOON);
    expect((await stateOf(item.id)).question).toBe('Corrected live?');
    const [entry] = await entriesOf(item.id);
    expect([entry.state, entry.problem]).toEqual([
      'failed',
      'It was changed after it was scheduled, so that nothing was overwritten. Look at both texts and schedule it again.',
    ]);
    const log = await app.asEditor('GET', `/api/webhooks/${hook.body.id}/deliveries`);
    expect(log.body).toMatchObject([
      {
        event: 'job failed',
        collection: 'faq',
        itemId: item.id,
        job: { name: 'schedule', reason: entry.problem },
      },
    ]);
    const dismissed = await app.asEditor('DELETE', `/api/faq/${item.id}/schedule`);
    expect(dismissed.body).toEqual({ success: true });
    expect(await entriesOf(item.id)).toEqual([]);
  });

  it('tells at once what would be refused then, and keeps the reason when it is refused', async () => {
    await make({ slug: 'in-use', isPublished: true });
    const item = await make({ slug: 'to-be-moved', isPublished: true });
    await app.asEditor('PUT', `/api/faq/${item.id}/draft`, { slug: 'in-use' });
    const refused = await plan('faq', item.id, { publishAt: SOON });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['slug']]);
    expect((await stateOf(item.id)).version).toBe(1);
    await app.asEditor('PUT', `/api/faq/${item.id}/draft`, { slug: 'free-until-then' });
    expect((await plan('faq', item.id, { publishAt: SOON })).status).toBe(200);
    await make({ slug: 'free-until-then' });
    await runAt(SOON);
    const [entry] = await entriesOf(item.id);
    expect([entry.state, entry.problem]).toEqual(['failed', expect.stringMatching(/slug/i)]);
    const gone = await make();
    await plan('faq', gone.id, { publishAt: SOON });
    await app.asEditor('DELETE', `/api/faq/${gone.id}`);
    await runAt(SOON);
    expect((await entriesOf(gone.id))[0].problem).toBe('FAQ not found');
  });

  it('does at the start what became due while no server ran', async () => {
    const { id, slug } = await make();
    await plan('faq', id, { publishAt: SOON });
    await app.connection.pool.query(`update jobs set run_at = now() - interval '2 hours'`);
    await app.runJobs();
    expect((await app.call('GET', `/api/faq/${slug}`)).status).toBe(200);
    expect((await entriesOf(id))[0].state).toBe('done');
  });

  it.each([
    ['behind', -2, '0 seconds', true],
    ['ahead', 2, '1 hour', false],
  ])(
    'goes by the clock of the database where the clock of the process is %s',
    async (_how, hours, dueIn, isPublished) => {
      const { id } = await make();
      await plan('faq', id, { publishAt: SOON });
      await app.connection.pool.query('update jobs set run_at = now() + $1::interval', [dueIn]);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      try {
        await app.runJobs();
      } finally {
        vi.useRealTimers();
      }
      expect((await stateOf(id)).isPublished).toBe(isPublished);
    },
  );

  it('goes on to what follows when the server fails at one of them', async () => {
    const held = await make();
    const free = await make();
    await plan('faq', held.id, { publishAt: SOON });
    await plan('faq', free.id, { publishAt: '2030-12-03T08:30:00Z' });
    const waiting = "select attempts, error from jobs where done_at is null and key <> ''";
    const client = await app.connection.pool.connect();
    await client.query('begin');
    await client.query('select 1 from faq_entries where id = $1 for update', [held.id]);
    await runAt('2030-12-03T08:31:00Z');
    await client.query('rollback');
    client.release();
    expect((await stateOf(free.id)).isPublished).toBe(true);
    expect((await stateOf(held.id)).isPublished).toBe(false);
    const [row] = (await app.connection.pool.query(waiting)).rows;
    expect(row).toEqual({ attempts: 1, error: expect.stringContaining('lock timeout') });
    await app.runJobs(new Date(Date.now() + 60_000));
    expect((await stateOf(held.id)).isPublished).toBe(true);
  });

  it('is taken back, and set anew for another time', async () => {
    const { id } = await make();
    await plan('faq', id, { publishAt: SOON });
    await plan('faq', id, { publishAt: LATER });
    expect((await entriesOf(id)).map(({ at }: { at: string }) => at)).toEqual([
      '2030-12-24T18:00:00.000Z',
    ]);
    await app.asEditor('DELETE', `/api/faq/${id}/schedule`);
    expect((await app.asEditor('DELETE', `/api/faq/${id}/schedule`)).status).toBe(404);
    await runAt('2031-01-01T00:00:00Z');
    expect((await stateOf(id)).isPublished).toBe(false);
  });
});
