import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { runIfDue, startTimedJob, tellRun } from './timed-job.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.connection.pool.query('delete from timed_jobs');
});

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });

const DAILY = '0 3 * * *';

const makeJob = (pattern = DAILY) => {
  const job = { name: 'nightly', setting: 'A_CRON', pattern, runs: 0, failure: '' };
  const run = async () => {
    job.runs += 1;
    if (job.failure) throw new Error(job.failure);
  };
  return Object.assign(job, { run });
};

const look = (job: ReturnType<typeof makeJob>) =>
  runIfDue({ connection: app.connection, log }, job);

const set = (assignments: string) =>
  app.connection.pool.query(`update timed_jobs set ${assignments} where name = 'nightly'`);

const told = async (name = 'nightly') => {
  const { body } = await app.asEditor('GET', '/api/timed-jobs');
  return body.find((job: { name: string }) => job.name === name);
};

describe('a timed job', () => {
  it('is planned first, runs at its time, once for all nodes, and is planned again', async () => {
    const job = makeJob();
    await look(job);
    const planned = await told();
    expect([job.runs, new Date(planned.nextAt).getHours()]).toEqual([0, 3]);
    await set(`next_at = now() - interval '1 second'`);
    await Promise.all([look(job), look(job), look(job)]);
    await look(job);
    expect(job.runs).toBe(1);
    expect(await told()).toMatchObject({ nextAt: planned.nextAt, startedAt: null, failures: 0 });
  });

  it('does not wait for a date that a wrong clock wrote down, and says so in the log', async () => {
    const job = makeJob();
    await look(job);
    const { nextAt } = await told();
    await set(`next_at = now() + interval '5 years'`);
    lines.length = 0;
    await look(job);
    expect((await told()).nextAt).toBe(nextAt);
    expect(lines).toMatchObject([
      { level: 40, job: 'nightly', msg: expect.stringContaining('a clock that was ahead') },
    ]);
    await set(`next_at = now() - interval '1 second'`);
    await look(job);
    expect(job.runs).toBe(1);
  });

  it('is taken up again after kill -9, by another node, once', async () => {
    const job = makeJob();
    await look(job);
    await set(`next_at = now() - interval '1 second'`);
    const script = `
      import { connect } from '#platform/db/database.server.ts';
      import { runIfDue } from '#platform/timed-job.server.ts';
      const run = () => { console.log('at work'); return new Promise((end) => setTimeout(end, 60_000)); };
      await runIfDue({ connection: connect(${JSON.stringify(app.databaseUrl)}), log: console },
        { name: 'nightly', pattern: '${DAILY}', run });`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await look(job);
    expect(job.runs).toBe(0);
    expect((await told()).startedAt).not.toBeNull();
    // Ninety seconds later.
    await set(`beat_at = now() - interval '90 seconds'`);
    await Promise.all([look(job), look(job)]);
    expect(job.runs).toBe(1);
    const { succeededAt, failedAt, failure, failures } = await told();
    expect([failure, failures]).toEqual(['The run was cut off: its process ended', 0]);
    expect(Date.parse(succeededAt)).toBeGreaterThanOrEqual(Date.parse(failedAt));
  });

  it('is taken up again when a wrong clock wrote down that it runs', async () => {
    const job = makeJob();
    await look(job);
    await set(`started_at = now() + interval '1 year', beat_at = now() + interval '1 year'`);
    await look(job);
    expect([job.runs, (await told()).startedAt]).toEqual([1, null]);
  });

  it('that ends its process three times in a row waits for its next time', async () => {
    const job = makeJob();
    await look(job);
    const cutOff = `started_at = now() - interval '5 minutes', beat_at = now() - interval '5 minutes'`;
    for (const failures of [0, 1, 2]) {
      await set(`${cutOff}, failures = ${failures}`);
      await look(job);
    }
    expect(job.runs).toBe(2);
    expect(await told()).toMatchObject({ failures: 3, startedAt: null, isTroubled: true });
  });

  it('runs at the start when it became due while no server ran, and is listed as off without a pattern', async () => {
    const job = makeJob();
    await look(job);
    await set(`next_at = now() - interval '2 hours'`);
    const running = startTimedJob({ connection: app.connection, log }, job);
    await expect.poll(async () => (await told()).succeededAt).not.toBeNull();
    running.stop();
    const off = startTimedJob({ connection: app.connection, log }, { ...job, pattern: '' });
    await expect.poll(() => told()).toMatchObject({ isOff: true, nextAt: null, failures: 0 });
    off.stop();
    await look(job);
    expect(await told()).toMatchObject({ isOff: false, nextAt: expect.any(String) });
    expect(job.runs).toBe(1);
  });
});

describe('what is told of timed jobs', () => {
  it('is the last success, the last failure with its reason, and the next run', async () => {
    const job = makeJob();
    await look(job);
    job.failure = 'The disk is full';
    const fail = async () => {
      await set(`next_at = now() - interval '1 second'`);
      await look(job);
    };
    await fail();
    expect(await told()).toMatchObject({
      succeededAt: null,
      failedAt: expect.any(String),
      failure: 'The disk is full',
      failures: 1,
      isOverdue: false,
      isTroubled: false,
    });
    await fail();
    expect(await told()).toMatchObject({ failures: 2, isTroubled: true });
    job.failure = '';
    await fail();
    expect(await told()).toMatchObject({
      failures: 0,
      failure: 'The disk is full',
      isTroubled: false,
    });
    await set(`next_at = now() - interval '11 minutes'`);
    expect(await told()).toMatchObject({ isOverdue: true, isTroubled: true });
  });

  it('holds for work that plans itself, which writes only what is news', async () => {
    const nextAt = new Date('2031-01-01T00:00:00Z');
    const tell = (failure: string | null, isWork = false) =>
      tellRun(app.db, 'nightly', { failure, nextAt, isWork });
    await tell(null);
    const first = await told();
    expect(first).toMatchObject({ nextAt: nextAt.toISOString(), failedAt: null });
    await tell(null);
    expect(await told()).toEqual(first);
    await tell('No connection');
    await tell('No connection');
    expect(await told()).toMatchObject({ failures: 2, failure: 'No connection', isTroubled: true });
    await tell(null);
    expect(await told()).toMatchObject({ failures: 0, isTroubled: false });
  });

  it('names no parameter of a query that failed', async () => {
    const job = makeJob();
    await look(job);
    await set(`next_at = now() - interval '1 second'`);
    const failing = {
      ...job,
      run: () => app.db.execute(`select 'a secret' from no_such_table`),
    };
    await runIfDue({ connection: app.connection, log }, failing);
    expect((await told()).failure).toBe('relation "no_such_table" does not exist');
  });
});
