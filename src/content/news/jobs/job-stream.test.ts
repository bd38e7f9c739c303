import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { readEvents } from '#testing/read-events.ts';
import { createJobs } from './jobs.server.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

it('A5.25 follows a rewrite that runs in another process', async () => {
  const elsewhere = createJobs(app.connection, pino({ level: 'silent' }));
  const job = await elsewhere.start('rewrite', { subject: 7, title: 'T', viewer: null });
  await job.note({ step: 'fetching', level: 'info', message: 'Fetching' });
  const stream = app.api.request('/api/news/7/rewrite/events', { headers: { cookie: app.cookie } });
  const events = Promise.resolve(stream).then((response) => readEvents(response));
  await job.note({ step: 'enhancing', level: 'info', message: 'Enhancing' });
  await job.finish('done', 'Ready');
  expect((await events).map(({ data }) => data.step ?? data.state)).toEqual([
    'fetching',
    'enhancing',
    'done',
    'done',
  ]);
});

it('A5.12 tells an editor, and nobody else, which fetch runs now in any process', async () => {
  const path = '/api/news/fetch-rss';
  expect((await app.call('GET', path)).status).toBe(401);
  expect((await app.asEditor('GET', path)).body).toBeNull();
  const elsewhere = createJobs(app.connection, pino({ level: 'silent' }));
  const job = await elsewhere.start('fetch', { title: 'News feeds', viewer: null });
  await job.note({ step: 'feed', level: 'info', message: 'Feed 1 of 3', feed: 1, feeds: 3 });
  expect((await app.asEditor('GET', path)).body).toMatchObject({
    startedBy: null,
    steps: [{ message: 'Feed 1 of 3', feed: 1, feeds: 3 }],
  });
  await job.finish('done', '0 new, 0 errors');
  expect((await app.asEditor('GET', path)).body).toBeNull();
});

it('A5.25 refuses a second rewrite of one article in any process, and lets other articles be', async () => {
  const one = createJobs(app.connection, pino({ level: 'silent' }));
  const two = createJobs(app.connection, pino({ level: 'silent' }));
  const starts = await Promise.allSettled(
    [1, 2, 3, 4].map((turn) =>
      (turn % 2 ? one : two).start('rewrite', { subject: 9, viewer: null }),
    ),
  );
  const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(won).toHaveLength(1);
  const other = await two.start('rewrite', { subject: 10, viewer: null });
  for (const job of [...won, other]) await job.finish('failed', 'Enough');
});

it('PROMISE 18 frees an article after kill -9 of the process that rewrote it, once that was silent for a minute', async () => {
  const script = `
    import { createJobs } from '#content/news/jobs/jobs.server.ts';
    import { connect } from '#platform/db/database.server.ts';
    const jobs = createJobs(connect(${JSON.stringify(app.databaseUrl)}), console);
    await jobs.start('rewrite', { subject: 11, viewer: null });
    console.log('at work');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const jobs = createJobs(app.connection, pino({ level: 'silent' }));
  const start = () => jobs.start('rewrite', { subject: 11, viewer: null });
  await expect(start()).rejects.toThrow('This article is being rewritten already');
  await app.db.execute(
    sql`update jobs set held_until = held_until - interval '60 seconds' where subject = '11'`,
  );
  const [first, second] = await Promise.allSettled([start(), start()]);
  expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of [first, second])
    if (one?.status === 'fulfilled') await one.value.finish('done', 'Ready');
});

it('A5.12 describes every call of the desk in the API reference', async () => {
  const { status, body } = await app.call('GET', '/api/openapi.json');
  expect(status).toBe(200);
  for (const path of [
    '/api/news/fetch-rss',
    '/api/news/fetch-rss/progress',
    '/api/news/rewrites',
    '/api/news/{id}/rewrite',
    '/api/news/{id}/rewrite/events',
    '/api/news/{id}/source',
    '/api/news/{id}/publish',
    '/api/news/{id}/generate-seo',
    '/api/news/bulk/unpublished',
    '/api/style-guides/active',
    '/api/style-guides/{id}/activate',
    '/api/generate-seo',
    '/api/images/search',
    '/api/images/{id}/use',
    '/api/related-info',
  ]) {
    expect(Object.keys(body.paths)).toContain(path);
  }
});
