import { and, desc, eq, getTableColumns, lt, max, not, notInArray, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { tableOf } from '#kit/table.server.ts';
import { type Entry, recordActivity } from '#modules/activity/record.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Connection } from '#platform/db/database.server.ts';
import { beat, isHeld, keepHeld } from '#platform/db/lease.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { news } from '../news.collection.ts';
import type { JobEvent } from './job-event.ts';
import { isSourced, newsJobs } from './jobs.table.server.ts';

export type Job = typeof newsJobs.$inferSelect & { isHeld: boolean };
type NewEvent = Omit<JobEvent, 'n' | 'at'>;
type Stored = Partial<typeof newsJobs.$inferInsert>;

const KEEP_DAYS = 30;
/**
 * An editor who begins anew after a restart waits no longer. A process that stands still for this long while it works is
 * taken for gone: a second run may begin, and each saves only over the version that it read.
 */
const LEASE_S = 15;

const articles = tableOf(news);

export const FETCH_RUNS = 'The feeds are being read already';
const REWRITE_RUNS = 'This article is being rewritten already';
export const STOPPED_MESSAGE = 'The server stopped while it was at work. Please try again.';

const held = isHeld(newsJobs.beatAt, LEASE_S);
const columns = { ...getTableColumns(newsJobs), isHeld: held };

/** A running job that is silent belongs to a process that is gone. */
export const isAlive = (job: Job) => job.state === 'running' && job.isHeld;

/** Running and past jobs, stored in the database. */
export const createJobs = ({ db }: Pick<Connection, 'db'>, log: Logger) => {
  const sweep = async () => {
    await db
      .update(newsJobs)
      .set({ state: 'failed', finishedAt: new Date() })
      .where(and(eq(newsJobs.state, 'running'), not(held)));
    // An article's text is measured against the source of its last rewrite, however old that is.
    const newest = db
      .select({ id: max(newsJobs.id) })
      .from(newsJobs)
      .innerJoin(articles, eq(articles.id, newsJobs.subject))
      .where(isSourced)
      .groupBy(newsJobs.subject);
    const isOld = lt(newsJobs.startedAt, new Date(Date.now() - KEEP_DAYS * 86_400_000));
    await db.delete(newsJobs).where(and(isOld, notInArray(newsJobs.id, newest)));
  };

  const start = async (
    kind: Job['kind'],
    about: { subject?: number; title?: string; viewer: Viewer },
  ) => {
    await sweep();
    const { subject = 0, title = '', viewer } = about;
    const [row] = await db
      .insert(newsJobs)
      .values({ kind, subject, title, startedBy: viewer?.email ?? null })
      .onConflictDoNothing()
      .returning({ id: newsJobs.id });
    if (!row) throw new AppError('conflict', kind === 'fetch' ? FETCH_RUNS : REWRITE_RUNS);
    const { id } = row;
    const isThis = eq(newsJobs.id, id);
    const letGo = keepHeld(() => db.update(newsJobs).set({ beatAt: beat }).where(isThis), LEASE_S);
    const steps: JobEvent[] = [];

    // The log of a job must never be the reason why it fails.
    const write = async (values: Stored, ended?: Entry) => {
      try {
        await transact(db, async (tx) => {
          await tx
            .update(newsJobs)
            .set({ ...values, beatAt: beat })
            .where(isThis);
          if (!ended) return;
          await recordActivity(tx, viewer, ended);
          const { action, details, ...about } = ended;
          if (action === 'job failed')
            await queueJobFailed(tx, kind, String(details?.message), about);
        });
      } catch (error) {
        log.warn({ err: error, job: id }, 'a job could not write its progress');
      }
    };

    const note = (event: NewEvent, more: Stored = {}, ended?: Entry) => {
      steps.push({ n: steps.length + 1, at: new Date().toISOString(), ...event });
      return write({ ...more, steps: [...steps] }, ended);
    };

    const finish = async (
      state: 'done' | 'failed',
      message: string,
      counts: Partial<NewEvent> = {},
    ) => {
      const level = state === 'done' ? 'success' : 'error';
      const ended: Entry = {
        action: `job ${state}`,
        collection: 'news',
        title: title || kind,
        ...(subject > 0 ? { itemId: subject } : {}),
        details: { kind, message: message.slice(0, 300) },
      };
      const event = { ...counts, step: state, level, message } as const;
      await note(event, { state, finishedAt: new Date() }, ended);
      letGo();
    };

    return { id, steps, note, finish, keepSource: (source: Job['source']) => write({ source }) };
  };

  /** The latest first. */
  const find = (where: SQL | undefined, limit = 1): Promise<Job[]> =>
    db.select(columns).from(newsJobs).where(where).orderBy(desc(newsJobs.id)).limit(limit);

  const latest = async (kind: Job['kind'], subject = 0): Promise<Job | null> => {
    const [job] = await find(and(eq(newsJobs.kind, kind), eq(newsJobs.subject, subject)));
    return job ?? null;
  };

  const byId = async (id: number): Promise<Job | null> => {
    const [job] = await find(eq(newsJobs.id, id));
    return job ?? null;
  };

  const running = async (kind: Job['kind']): Promise<Job[]> => {
    const jobs = await find(and(eq(newsJobs.kind, kind), eq(newsJobs.state, 'running')), 200);
    return jobs.filter(isAlive).reverse();
  };

  return { start, latest, byId, running };
};

export type Jobs = ReturnType<typeof createJobs>;
export type JobHandle = Awaited<ReturnType<Jobs['start']>>;
