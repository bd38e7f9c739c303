import { Cron } from 'croner';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Connection } from './db/database.server.ts';
import { appMeta } from './db/meta.table.server.ts';

/** Work that the whole site does once at each time that a pattern names, whichever node is first. */
export interface TimedJob {
  /** Under which its last time is written down. */
  key: string;
  /** Any number of its own: held by the node that is at work. */
  lock: number;
  /** The setting that holds the pattern, for messages. */
  setting: string;
  run(): Promise<unknown>;
}

/** Of all nodes that start at this time, the first to write it down has it. */
const claimSlot = async ({ db }: Connection, key: string, slot: Date): Promise<boolean> => {
  const value = { slot: slot.toISOString() };
  const rows = await db
    .insert(appMeta)
    .values({ key, value })
    .onConflictDoUpdate({
      target: appMeta.key,
      set: { value },
      setWhere: sql`${appMeta.value} ->> 'slot' < ${value.slot}`,
    })
    .returning({ key: appMeta.key });
  return rows.length > 0;
};

/** Runs `work` unless another node is at it; the lock ends with the connection, come what may. */
const runAlone = async (
  { pool }: Connection,
  lock: number,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const result = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [lock],
    );
    if (!result.rows[0]?.held) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock]);
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
};

/** One run's work for the whole site: true when this node was the one to look. */
export const runTimed = (connection: Connection, job: TimedJob, slot: Date): Promise<boolean> =>
  runAlone(connection, job.lock, async () => {
    if (await claimSlot(connection, job.key, slot)) await job.run();
  });

const makeCron = (
  pattern: string,
  { setting }: TimedJob,
  options: ConstructorParameters<typeof Cron>[1],
  run: (cron: Cron) => Promise<void>,
): Cron => {
  try {
    return new Cron(pattern, options as object, run);
  } catch (cause) {
    throw new Error(`Wrong setting: ${setting} is not a cron expression`, { cause });
  }
};

/** Starts a job at the times of its pattern; every node may start it. */
export const startTimedJob = (
  { connection, log }: { connection: Connection; log: Logger },
  pattern: string,
  job: TimedJob,
): { stop(): void } => {
  let slot: Date | null = null;
  const run = async (cron: Cron) => {
    // The time that the pattern names, not that of starting: it is the same on every node.
    const due = slot ?? new Date();
    slot = cron.nextRun();
    await runTimed(connection, job, due);
  };
  const options = {
    protect: true,
    unref: true,
    catch: (error: unknown) => log.error({ err: error, job: job.key }, 'a timed job failed'),
  };
  const cron = makeCron(pattern, job, options, run);
  slot = cron.nextRun();
  return { stop: () => cron.stop() };
};
