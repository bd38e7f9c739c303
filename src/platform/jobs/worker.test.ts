import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { transact } from '#platform/version/transact.server.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import type { Ending, JobType } from './job-type.server.ts';
import { type Job, jobs } from './jobs.table.server.ts';
import { enqueue, enqueueOnce, forgetJobs } from './queue.server.ts';
import { createWorker } from './worker.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.delete(jobs);
  lines.length = 0;
});

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });

const workerOf = (...types: JobType[]) => createWorker({ db: app.db, log, types });

/** Work that notes when it begins and ends. */
const makeType = (more: Partial<JobType> & { takesMs?: number } = {}) => {
  const { takesMs = 0, ...rest } = more;
  const runs: string[] = [];
  const type: JobType = {
    name: 'made-up',
    retryInS: [60],
    work: async ({ data }) => {
      runs.push(`begin ${data}`);
      await sleep(takesMs);
      runs.push(`end ${data}`);
      return undefined;
    },
    ...rest,
  };
  return { type, runs };
};

const put = async (job: Partial<PgInsertValue<typeof jobs>> = {}) => {
  await app.db.insert(jobs).values({ name: 'made-up', data: 1, ...job });
};

const all = () => app.db.select().from(jobs).orderBy(jobs.id);

/** As if so much time had passed. */
const pass = (seconds: number) =>
  app.db.execute(sql`update jobs set run_at = run_at - make_interval(secs => ${seconds}),
    held_until = held_until - make_interval(secs => ${seconds}) where done_at is null`);

const failing = (work: () => Promise<undefined>) => makeType({ work });

describe('a job', () => {
  it('is stored with the change that asks for it, or not at all', async () => {
    const asked = transact(app.db, async (tx) => {
      await enqueue(tx, { name: 'made-up' });
      throw new Error('Rolled back');
    });
    await expect(asked).rejects.toThrow('Rolled back');
    expect(await all()).toEqual([]);
  });

  it('is done once, however many processes look for it at the same time', async () => {
    const { type, runs } = makeType({ takesMs: 20 });
    for (const data of [1, 2, 3]) await put({ data });
    await Promise.all([1, 2, 3].map(() => workerOf(type).runDue()));
    expect(runs.filter((run) => run.startsWith('begin')).toSorted()).toEqual([
      'begin 1',
      'begin 2',
      'begin 3',
    ]);
    for (const row of await all()) {
      expect(row).toMatchObject({ doneAt: expect.any(Date), error: null, attempts: 1 });
    }
  });

  it('waits for its time by the clock of the database, however wrong that of the process is', async () => {
    const { type, runs } = makeType();
    await put({ runAt: sql`now() + interval '1 hour'` });
    await workerOf(type).runDue();
    expect(runs).toEqual([]);
    await pass(3601);
    await workerOf(type).runDue();
    expect(runs).toHaveLength(2);
  });

  it('is tried again later and later, and keeps its last error when it failed for good', async () => {
    const failed: string[] = [];
    const { type } = makeType({
      retryInS: [60, 600],
      work: () => Promise.reject(new Error('No room left\u0000')),
      onFailed: async (_tx, { name }, reason) => void failed.push(`${name}: ${reason}`),
    });
    await put();
    for (const [attempt, wait] of [
      [1, 60],
      [2, 600],
    ] as const) {
      await workerOf(type).runDue();
      const [row] = await all();
      expect(row).toMatchObject({ attempts: attempt, error: 'No room left', doneAt: null });
      const waits = ((row?.runAt.getTime() ?? 0) - Date.now()) / 1000;
      expect(Math.abs(waits - wait)).toBeLessThan(30);
      expect(failed).toEqual([]);
      await pass(wait + 1);
    }
    await workerOf(type).runDue();
    expect(await all()).toMatchObject([{ attempts: 3, doneAt: expect.any(Date) }]);
    expect(failed).toEqual(['made-up: No room left']);
    await workerOf(type).runDue();
    expect((await all())[0]?.attempts).toBe(3);
  });

  it('is not tried again where a person has to mend what is wrong', async () => {
    const { type } = failing(() => Promise.reject(new AppError('conflict', 'Taken already')));
    await put();
    await workerOf(type).runDue();
    expect(await all()).toMatchObject([{ error: 'Taken already', doneAt: expect.any(Date) }]);
    expect(lines).toEqual([]);
  });

  it('names no parameter of a query that failed', async () => {
    const { type } = failing(async () => {
      await app.db.execute(sql`select ${'a secret'} from no_such_table`);
      return undefined;
    });
    await put();
    await workerOf(type).runDue();
    expect((await all())[0]?.error).toBe('relation "no_such_table" does not exist');
  });

  it('that says that it is not its time comes back without a lost attempt', async () => {
    const endings: Ending[] = [{ againInS: 30, data: 2 }, {}];
    const { type } = makeType({ work: async () => async () => endings.shift() ?? {} });
    await put();
    await workerOf(type).runDue();
    expect(await all()).toMatchObject([{ attempts: 0, data: 2, doneAt: null, heldUntil: null }]);
    await pass(31);
    await workerOf(type).runDue();
    expect(await all()).toMatchObject([{ attempts: 1, doneAt: expect.any(Date) }]);
  });

  it('is queued once where one of its name, subject and key is open', async () => {
    const queue = () =>
      transact(app.db, (tx) => enqueueOnce(tx, { name: 'made-up', subject: 'a', key: 'b' }));
    const made = await Promise.all([queue(), queue(), queue()]);
    expect(made.filter((job) => job !== undefined)).toHaveLength(1);
    await workerOf(makeType().type).runDue();
    expect(await queue()).toBeDefined();
  });

  it('is forgotten after 30 days, but for the last good one of its name', async () => {
    const doneAt = new Date(Date.now() - 31 * 86_400_000);
    const ended: Partial<Job>[] = [
      { doneAt, subject: 'a' },
      { doneAt, subject: 'b' },
      { doneAt, error: 'It failed' },
      { doneAt: new Date(), error: 'It failed' },
      { doneAt: null },
    ];
    const [first, last, , recent, open] = await app.db
      .insert(jobs)
      .values(ended.map((job) => ({ name: 'made-up', ...job })))
      .returning();
    const left = async () => (await all()).map(({ id }) => id);
    const kept = [last?.id, recent?.id, open?.id];
    await forgetJobs(app.db, ['made-up']);
    expect(await left()).toEqual([first?.id, ...kept]);
    await forgetJobs(app.db, []);
    expect(await left()).toEqual(kept);
  });
});

describe('jobs beside each other', () => {
  it('of one subject are done one at a time, and of one key in their order', async () => {
    const { type, runs } = makeType({ atOnce: 4, takesMs: 20 });
    await put({ data: 1, subject: 'a', key: 'x' });
    await put({ data: 2, subject: 'a', key: 'x' });
    await put({ data: 3, subject: 'a' });
    await workerOf(type).runDue();
    expect(runs).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    await put({ data: 4, subject: 'a', key: 'x', runAt: new Date(Date.now() + 60_000) });
    await put({ data: 5, subject: 'a', key: 'x' });
    await put({ data: 6, subject: 'a', key: 'y' });
    await workerOf(type).runDue();
    // The fifth waits for the fourth, and others pass them.
    expect(runs.slice(6)).toEqual(['begin 6', 'end 6']);
  });

  it('do not wait for thousands of another subject, whose first one takes long', async () => {
    await app.db.execute(sql`insert into jobs (name, subject, key, held_until)
      select 'made-up', 'a', n, case when n = 1 then now() + interval '1 minute' end
      from generate_series(1, 5000) n`);
    const { type, runs } = makeType({ atOnce: 4 });
    for (const data of [1, 2, 3]) await put({ data, subject: 'b' });
    await workerOf(type).runDue();
    expect(runs).toHaveLength(6);
  });

  it('do not wait for one that takes long', async () => {
    const slow = makeType({ name: 'slow', takesMs: 1000 });
    const { type, runs } = makeType();
    await put({ name: 'slow' });
    await put();
    const worker = workerOf(slow.type, type);
    worker.start();
    await expect.poll(() => runs).toHaveLength(2);
    expect(slow.runs).toEqual(['begin 1']);
    await worker.stop();
    expect(slow.runs).toEqual(['begin 1', 'end 1']);
  });
});

describe('work in the transaction that marks the job done', () => {
  const storing = (workIn: (job: Job) => Promise<void>): JobType => ({
    name: 'made-up',
    retryInS: [60],
    workIn: async (tx, job) => {
      await tx.execute(sql`insert into app_meta (key, value) values ('stored', 'true')`);
      await workIn(job);
    },
  });
  const isStored = async () =>
    (await app.db.execute(sql`select 1 from app_meta where key = 'stored'`)).rows.length > 0;
  beforeEach(() => app.db.execute(sql`delete from app_meta where key = 'stored'`));

  it('is stored with it, or taken back with it', async () => {
    await put();
    const refuse = storing(() => Promise.reject(new Error('It failed')));
    await workerOf(refuse).runDue();
    expect(await isStored()).toBe(false);
    expect(await all()).toMatchObject([{ attempts: 1, error: 'It failed', doneAt: null }]);
    await pass(61);
    await Promise.all([1, 2].map(() => workerOf(storing(async () => undefined)).runDue()));
    expect(await isStored()).toBe(true);
    expect(await all()).toMatchObject([{ attempts: 2, error: null, doneAt: expect.any(Date) }]);
  });
});

describe('a process that dies', () => {
  /** Begins the job in another process, and kills that while it works. */
  const killAtWork = async () => {
    const script = `
      import { connect } from '#platform/db/database.server.ts';
      import { createWorker } from '#platform/jobs/worker.server.ts';
      const work = () => { console.log('at work'); return new Promise((end) => setTimeout(end, 60_000)); };
      createWorker({ db: connect(${JSON.stringify(app.databaseUrl)}).db, log: console,
        types: [{ name: 'made-up', retryInS: [60], work }] }).start();
      setTimeout(() => undefined, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  it('leaves its job to another one, which does it once, a minute later', async () => {
    await put();
    await killAtWork();
    const { type, runs } = makeType();
    await workerOf(type).runDue();
    expect(runs).toEqual([]);
    await pass(61);
    await Promise.all([1, 2].map(() => workerOf(type).runDue()));
    expect(runs).toEqual(['begin 1', 'end 1']);
    expect(await all()).toMatchObject([{ attempts: 2, error: null }]);
  });

  it('because of its job each time does not go on for ever', async () => {
    await put({ attempts: 2, heldUntil: new Date(Date.now() - 1000) });
    const { type, runs } = makeType();
    await workerOf(type).runDue();
    expect(runs).toEqual([]);
    expect(await all()).toMatchObject([
      { error: 'The run was cut off: its process ended', doneAt: expect.any(Date) },
    ]);
  });

  it('holds nothing by a time that a wrong clock wrote down', async () => {
    await put({ heldUntil: new Date(Date.now() + 365 * 86_400_000) });
    const { type, runs } = makeType();
    await workerOf(type).runDue();
    expect(runs).toHaveLength(2);
  });

  it('and comes back writes nothing over what another one did', async () => {
    await put();
    const other = makeType({ work: async () => async () => ({ data: 'other' }) });
    const { type } = makeType({
      work: async () => {
        await pass(61);
        await workerOf(other.type).runDue();
        return async () => ({ data: 'late' });
      },
    });
    await workerOf(type).runDue();
    expect(await all()).toMatchObject([{ data: 'other', attempts: 2 }]);
  });
});

describe('a timed job', () => {
  const DAILY = '0 3 * * *';
  const timed = (pattern = DAILY, work?: () => Promise<undefined>) =>
    makeType({ pattern, ...(work && { work }) });
  const open = async () => (await all()).filter(({ doneAt }) => doneAt === null);

  it('waits for its time, is done once by all processes, and waits again', async () => {
    const { type, runs } = timed();
    await Promise.all([1, 2, 3].map(() => workerOf(type).runDue()));
    const [planned] = await open();
    expect([runs.length, planned?.runAt.getHours()]).toEqual([0, 3]);
    await pass(2 * 86_400);
    await Promise.all([1, 2, 3].map(() => workerOf(type).runDue()));
    expect(runs).toHaveLength(2);
    expect(await open()).toMatchObject([{ runAt: planned?.runAt, attempts: 0 }]);
    expect(await all()).toHaveLength(2);
  });

  it('waits again also after it failed for good', async () => {
    const { type } = timed(DAILY, () => Promise.reject(new Error('The disk is full')));
    await workerOf(type).runDue();
    for (const seconds of [2 * 86_400, 61]) {
      await pass(seconds);
      await workerOf(type).runDue();
    }
    const [failed, next] = await all();
    expect(failed).toMatchObject({ error: 'The disk is full', attempts: 2 });
    expect([failed?.doneAt, next?.doneAt]).toEqual([expect.any(Date), null]);
  });

  it.each([
    ['its pattern was changed', '30 4 * * *', 0, 4],
    ['a clock was ahead', DAILY, -5 * 365 * 86_400, 3],
  ])('waits for the right time after %s', async (_, pattern, seconds, hours) => {
    await workerOf(timed().type).runDue();
    await pass(seconds);
    await workerOf(timed(pattern).type).runDue();
    const [waiting] = await open();
    expect(waiting?.runAt.getHours()).toBe(hours);
    expect(waiting?.runAt.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000);
  });

  it('waits for nothing when it is turned off', async () => {
    await workerOf(timed().type).runDue();
    await workerOf(timed('').type).runDue();
    expect(await open()).toEqual([]);
  });
});

describe('the worker', () => {
  it('says once that the database is away, and goes on by itself', async () => {
    const connection = connect(app.databaseUrl, { max: 2 });
    const { type, runs } = makeType();
    let isAway = true;
    const query = connection.pool.query.bind(connection.pool);
    Object.assign(connection.pool, {
      query: (...args: [string]) =>
        isAway ? Promise.reject(new Error('Connection terminated')) : query(...args),
    });
    const worker = createWorker({ db: connection.db, log, types: [type] });
    worker.start();
    await put();
    await sleep(3500);
    expect(runs).toEqual([]);
    expect(lines).toMatchObject([{ level: 40, msg: 'the queue of jobs could not be read' }]);
    isAway = false;
    await expect.poll(() => runs).toHaveLength(2);
    await worker.stop();
    await connection.close();
  });

  it('stops at once, and within its limit where a job takes longer', async () => {
    const { type, runs } = makeType({ takesMs: 5000 });
    await put();
    const worker = workerOf(type);
    worker.start();
    await expect.poll(() => runs).toHaveLength(1);
    const since = performance.now();
    await worker.stop();
    expect(performance.now() - since).toBeLessThan(4000);
    const [row] = await app.db.select().from(jobs).where(eq(jobs.name, 'made-up'));
    expect(row?.doneAt).toBeNull();
    await expect.poll(() => runs).toHaveLength(2);
  });
});
