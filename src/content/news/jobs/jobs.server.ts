import { EventEmitter } from 'node:events';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Viewer } from '#kit/behaviour.server.ts';
import { type Database, violatedConstraint } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { JobEvent } from './job-event.ts';
import { newsJobs } from './jobs.table.server.ts';

export type Job = typeof newsJobs.$inferSelect;
type NewEvent = Omit<JobEvent, 'n' | 'at'>;

const BEAT_MS = 4000;
/** A running job that has not beaten for so long belongs to a process that is gone. */
const STALE_MS = 15_000;
const KEEP_DAYS = 30;

export const STOPPED_MESSAGE = 'The server stopped while it was at work. Please try again.';

export const isAlive = (job: Job) =>
  job.state === 'running' && job.beatAt.getTime() > Date.now() - STALE_MS;

/** What runs now and what ran last, kept in the database; the emitter only wakes listeners early. */
export const createJobs = (db: Database, log: Logger) => {
  const wake = new EventEmitter().setMaxListeners(0);

  const sweep = async () => {
    await db
      .update(newsJobs)
      .set({ state: 'failed', finishedAt: new Date() })
      .where(
        and(eq(newsJobs.state, 'running'), lt(newsJobs.beatAt, new Date(Date.now() - STALE_MS))),
      );
    await db
      .delete(newsJobs)
      .where(lt(newsJobs.startedAt, new Date(Date.now() - KEEP_DAYS * 86_400_000)));
  };

  const insert = async (values: typeof newsJobs.$inferInsert): Promise<number> => {
    try {
      const [row] = await db.insert(newsJobs).values(values).returning({ id: newsJobs.id });
      return row?.id ?? 0;
    } catch (error) {
      if (!violatedConstraint(error)) throw error;
      throw new AppError('conflict', 'This article is being rewritten already');
    }
  };

  const start = async (
    kind: Job['kind'],
    about: { subject?: number; title?: string; viewer: Viewer },
  ) => {
    await sweep();
    const { subject = 0, title = '', viewer } = about;
    const id = await insert({ kind, subject, title, startedBy: viewer?.email ?? null });
    const steps: JobEvent[] = [];
    const isThis = eq(newsJobs.id, id);

    // The log of a job must never be the reason why it fails.
    const write = async (values: Partial<typeof newsJobs.$inferInsert>) => {
      try {
        await db
          .update(newsJobs)
          .set({ ...values, beatAt: sql`now()` as never })
          .where(isThis);
      } catch (error) {
        log.warn({ err: error, job: id }, 'a job could not write its progress');
      }
      wake.emit('change');
    };

    const beat = setInterval(() => void write({}), BEAT_MS);
    beat.unref();

    const note = async (event: NewEvent, more: Partial<typeof newsJobs.$inferInsert> = {}) => {
      steps.push({ n: steps.length + 1, at: new Date().toISOString(), ...event });
      await write({ ...more, steps: [...steps] });
    };

    const finish = async (
      state: 'done' | 'failed',
      message: string,
      counts: Partial<NewEvent> = {},
    ) => {
      clearInterval(beat);
      const level = state === 'done' ? 'success' : 'error';
      await note({ ...counts, step: state, level, message }, { state, finishedAt: new Date() });
    };

    return { id, steps, note, finish, keepSource: (source: Job['source']) => write({ source }) };
  };

  const latest = async (kind: Job['kind'], subject = 0): Promise<Job | null> => {
    const [row] = await db
      .select()
      .from(newsJobs)
      .where(and(eq(newsJobs.kind, kind), eq(newsJobs.subject, subject)))
      .orderBy(desc(newsJobs.id))
      .limit(1);
    return row ?? null;
  };

  const byId = async (id: number): Promise<Job | null> => {
    const [row] = await db.select().from(newsJobs).where(eq(newsJobs.id, id)).limit(1);
    return row ?? null;
  };

  const running = async (kind: Job['kind']): Promise<Job[]> => {
    const rows = await db
      .select()
      .from(newsJobs)
      .where(and(eq(newsJobs.kind, kind), eq(newsJobs.state, 'running')))
      .orderBy(newsJobs.id)
      .limit(200);
    return rows.filter(isAlive);
  };

  return { start, latest, byId, running, wake };
};

export type Jobs = ReturnType<typeof createJobs>;
export type JobHandle = Awaited<ReturnType<Jobs['start']>>;
