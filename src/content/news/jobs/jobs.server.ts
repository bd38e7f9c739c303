import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod';
import { type Entry, recordActivity } from '#modules/activity/record.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import type { Connection } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { jobs, type Job as Row } from '#platform/jobs/jobs.table.server.ts';
import { atWork, enqueueOnce, holdUntil, isHeld, isOpen } from '#platform/jobs/queue.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type JobEvent, jobEvent } from './job-event.ts';

/** The names of these jobs. The subject of a rewrite is its article. */
export const REWRITE = 'rewrite';
const KINDS = [REWRITE, 'fetch'] as const;
type Kind = (typeof KINDS)[number];
type NewEvent = Omit<JobEvent, 'n' | 'at'>;

/** What the desk keeps of a job, so that every process and every reload can follow it. */
const jobData = z.object({
  title: z.string(),
  startedBy: z.string().nullable(),
  steps: z.array(jobEvent),
  /** The rewrite's source text, for the editor's comparison and for measuring what was copied. */
  source: z.object({ from: z.enum(['page', 'stored']), text: z.string() }).nullable(),
});
type JobData = z.output<typeof jobData>;

export const FETCH_RUNS = 'The feeds are being read already';
const REWRITE_RUNS = 'This article is being rewritten already';
export const STOPPED_MESSAGE = 'The server stopped while it was at work. Please try again.';

const stateOf = ({ doneAt, error }: Row) => {
  if (doneAt === null) return 'running';
  return error === null ? 'done' : 'failed';
};

const readJob = ({ row, isHeld }: { row: Row; isHeld: boolean }) => ({
  ...jobData.parse(row.data),
  id: row.id,
  subject: Number(row.subject),
  state: stateOf(row),
  isHeld,
  startedAt: row.createdAt,
  finishedAt: row.doneAt,
});
export type Job = ReturnType<typeof readJob>;

const subjectOf = (articleId: number) => (articleId === 0 ? '' : String(articleId));

const isOf = (kind: Kind, articleId: number) =>
  and(eq(jobs.name, kind), eq(jobs.subject, subjectOf(articleId)));

/** A running job that nobody holds belongs to a process that is gone. */
export const isAlive = (job: Job) => job.state === 'running' && job.isHeld;

/** The source of an article's last rewrite that did not fail. */
export const readSource = async (tx: Tx, articleId: number): Promise<string> => {
  const isSourced = sql`${jobs.error} is null and ${jobs.data}->>'source' is not null`;
  const [row] = await tx
    .select()
    .from(jobs)
    .where(and(isOf(REWRITE, articleId), isSourced))
    .orderBy(desc(jobs.id))
    .limit(1);
  return row ? (jobData.parse(row.data).source?.text ?? '') : '';
};

const describeEnd = (
  row: Pick<Row, 'name' | 'subject'>,
  { title }: JobData,
  end: { state: 'done' | 'failed'; message: string },
): Entry => ({
  action: `job ${end.state}`,
  collection: 'news',
  title: title || row.name,
  ...(row.subject ? { itemId: Number(row.subject) } : {}),
  details: { kind: row.name, message: end.message.slice(0, 300) },
});

const reportFailure = (tx: Tx, name: string, { action: _action, details, ...about }: Entry) =>
  queueJobFailed(tx, name, String(details?.message), about);

/** A request does such a job itself. The queue ends one whose process is gone. */
export const deskJobs: readonly JobType[] = KINDS.map((name) => ({
  name,
  retryInS: [],
  work: () => Promise.reject(new AppError('conflict', STOPPED_MESSAGE)),
  onFailed: async (tx, row, message) => {
    const entry = describeEnd(row, jobData.parse(row.data), { state: 'failed', message });
    await recordActivity(tx, null, entry);
    await reportFailure(tx, name, entry);
  },
}));

/** Running and past jobs of the news desk. */
export const createJobs = ({ db }: Pick<Connection, 'db'>, log: Logger) => {
  const insert = (kind: Kind, subject: string, data: JobData) =>
    transact(db, async (tx) => {
      const isLeft = and(
        eq(jobs.name, kind),
        eq(jobs.subject, subject),
        isOpen,
        sql`not ${isHeld}`,
      );
      const stopped = { doneAt: sql`now()`, error: STOPPED_MESSAGE, heldUntil: null };
      await tx.update(jobs).set(stopped).where(isLeft);
      return enqueueOnce(tx, { name: kind, subject, data, heldUntil: sql`${holdUntil}` });
    });

  const start = async (
    kind: Kind,
    {
      subject: articleId = 0,
      title = '',
      viewer,
    }: { subject?: number; title?: string; viewer: Viewer },
  ) => {
    const data: JobData = { title, startedBy: viewer?.email ?? null, steps: [], source: null };
    const row = await insert(kind, subjectOf(articleId), data);
    if (!row) throw new AppError('conflict', kind === 'fetch' ? FETCH_RUNS : REWRITE_RUNS);
    const { id } = row;
    const isThis = and(eq(jobs.id, id), isOpen);
    atWork.add(id);

    // The log of a job must never be the reason why it fails.
    const quietly = async (work: (tx: Tx) => Promise<unknown>) => {
      try {
        await transact(db, work);
      } catch (error) {
        log.warn({ err: error, job: id }, 'a job could not write its progress');
      }
    };

    const save = () =>
      quietly((tx) => tx.update(jobs).set({ data, heldUntil: holdUntil }).where(isThis));

    const addStep = (event: NewEvent) =>
      data.steps.push({ n: data.steps.length + 1, at: new Date().toISOString(), ...event });

    const note = (event: NewEvent) => {
      addStep(event);
      return save();
    };

    const finish = async (
      state: 'done' | 'failed',
      message: string,
      counts: Partial<NewEvent> = {},
    ) => {
      const level = state === 'done' ? 'success' : 'error';
      addStep({ ...counts, step: state, level, message });
      const error = state === 'done' ? null : message;
      await quietly(async (tx) => {
        const values = { data, error, doneAt: sql`now()`, heldUntil: null };
        await tx.update(jobs).set(values).where(isThis);
        const entry = describeEnd(row, data, { state, message });
        await recordActivity(tx, viewer, entry);
        if (state === 'failed') await reportFailure(tx, kind, entry);
      });
      atWork.delete(id);
    };

    const keepSource = (source: JobData['source']) => {
      data.source = source;
      return save();
    };

    return { id, steps: data.steps, note, finish, keepSource };
  };

  const select = () => db.select({ row: jobs, isHeld }).from(jobs);

  const latest = async (kind: Kind, articleId = 0): Promise<Job | null> => {
    const [found] = await select().where(isOf(kind, articleId)).orderBy(desc(jobs.id)).limit(1);
    return found ? readJob(found) : null;
  };

  const byId = async (id: number): Promise<Job | null> => {
    const [found] = await select().where(eq(jobs.id, id));
    return found ? readJob(found) : null;
  };

  const running = async (kind: Kind): Promise<Job[]> => {
    const isRunning = and(eq(jobs.name, kind), isOpen, isHeld);
    return (await select().where(isRunning).orderBy(asc(jobs.id))).map(readJob);
  };

  return { start, latest, byId, running };
};

export type Jobs = ReturnType<typeof createJobs>;
export type JobHandle = Awaited<ReturnType<Jobs['start']>>;
