import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { newsJobs } from './jobs.table.server.ts';

/** Any number will do; together with a job's id it names the lock of the process running it. */
const JOB_LOCKS = sql.raw('727402612');
const CONNECT_TIMEOUT_MS = 1500;
const QUERY_TIMEOUT_MS = 10_000;

/** Whether the process that is at work on a job still lives: its lock ends with its connection, however it ended. */
export const isHeld: SQL<boolean> = sql<boolean>`exists (select 1 from pg_locks
  where locktype = 'advisory' and classid = ${JOB_LOCKS} and objid::bigint = ${newsJobs.id} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`;

/** Stores a job and holds its lock, on a connection of its own, until `release`. */
export const insertHeld = async (url: string, values: typeof newsJobs.$inferInsert) => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'family-office-software job',
  });
  // A lost connection frees the job; the work itself goes on, and its save finds out whether it was overtaken.
  client.on('error', () => undefined);
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    // The job is invisible until its lock is held.
    const id = await drizzle(client).transaction(async (tx) => {
      const [row] = await tx.insert(newsJobs).values(values).returning({ id: newsJobs.id });
      await tx.execute(sql`select pg_advisory_lock(${JOB_LOCKS}, ${row?.id}::int)`);
      return row?.id ?? 0;
    });
    return { id, release };
  } catch (error) {
    await release();
    throw error;
  }
};
