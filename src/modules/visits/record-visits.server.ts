import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Executor } from '#platform/db/database.server.ts';
import { createVisitCounter, type MissingPage, type Visits } from './count-visits.ts';
import { missingPages, missingProbes, pageReads } from './visits.tables.server.ts';

const WRITE_EVERY_MS = 15_000;
const MAX_MISSING_ROWS = sql.raw('10000');
/** Visitors' own comparisons are pages too, in nearly endless numbers. */
const MAX_READ_ROWS_A_DAY = sql.raw('10000');
const KEEP_DAYS = sql.raw('90');

const bySpelling = <T extends { path: string }>(rows: T[]) =>
  // Every node writes in the same order, so that none waits for another in a circle.
  rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));

const isPage = (path: string) => !path.startsWith('/api/') && !path.startsWith('/admin');

const readsOf = ({ reads }: Visits) =>
  bySpelling([...reads].flatMap(([path, hits]) => (isPage(path) ? { path, hits } : [])));

const texts = (values: readonly (string | null)[]): SQL => sql`${sql.param(values)}::text[]`;
const numbers = (values: readonly number[]): SQL => sql`${sql.param(values)}::int[]`;

const writeReads = (db: Executor, rows: { path: string; hits: number }[]) =>
  db.execute(sql`insert into ${pageReads} (day, path, hits)
    select current_date, * from unnest(${texts(rows.map(({ path }) => path))}, ${numbers(rows.map(({ hits }) => hits))})
    on conflict (day, path) do update set hits = page_reads.hits + excluded.hits`);

const writeMissing = (db: Executor, rows: MissingPage[]) =>
  db.execute(sql`insert into ${missingPages} (path, hits, last_at, referrer_host)
    select path, hits, now(), host from unnest(${texts(rows.map(({ path }) => path))},
      ${numbers(rows.map(({ hits }) => hits))}, ${texts(rows.map(({ referrerHost }) => referrerHost))}) as t(path, hits, host)
    on conflict (path) do update set hits = missing_pages.hits + excluded.hits, last_at = excluded.last_at,
      referrer_host = coalesce(excluded.referrer_host, missing_pages.referrer_host)`);

/** The pages that were read least go first. */
const capReads = (db: Executor) =>
  db.execute(sql`delete from ${pageReads} where day = current_date and path in (
    select path from ${pageReads} where day = current_date
    order by hits desc, path offset ${MAX_READ_ROWS_A_DAY})`);

/** The rows that were asked for least go first. */
const capMissing = (db: Executor) =>
  db.execute(sql`delete from ${missingPages} where path in (
    select path from ${missingPages} order by hits desc, last_at desc offset ${MAX_MISSING_ROWS})`);

/** Deletes counts not touched for 90 days. */
export const forgetVisits = async (db: Executor) => {
  await db.execute(
    sql`delete from ${missingPages} where last_at < now() - interval '${KEEP_DAYS} days'`,
  );
  await db.execute(sql`delete from ${missingProbes} where day < current_date - ${KEEP_DAYS}`);
  await db.execute(sql`delete from ${pageReads} where day < current_date - ${KEEP_DAYS}`);
};

const writeVisits = async (db: Executor, visits: Visits) => {
  const reads = readsOf(visits);
  if (reads.length > 0) {
    await writeReads(db, reads);
    await capReads(db);
  }
  if (visits.probes > 0) {
    await db.execute(sql`insert into ${missingProbes} (day, hits) values (current_date, ${visits.probes})
      on conflict (day) do update set hits = missing_probes.hits + excluded.hits`);
  }
  if (visits.missing.length === 0) return;
  await writeMissing(db, bySpelling(visits.missing));
  await capMissing(db);
};

/** Counts visits and writes them down in the background, so that no request waits. */
export const recordVisits = ({ db, log }: { db: Executor; log: Logger }) => {
  const counter = createVisitCounter();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    try {
      await writeVisits(db, counter.take());
    } catch (error) {
      // A lost count does no harm; keeping it might.
      log.warn({ err: error }, 'the counts of pages could not be written');
    }
  };

  /** One after another, however slow the database is. */
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  const timer = setInterval(() => void flush(), WRITE_EVERY_MS).unref();
  return {
    count: counter.count,
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};
