import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Executor } from '#platform/db/database.server.ts';
import { pageOfTwin } from '#platform/twin-path.ts';
import { missingPages, missingProbes, pageReads } from './visits.tables.server.ts';

/** Paths that robots probe on every site; no page will use one. */
const PROBE =
  /\.(?:php\d?|aspx?|jsp|cgi|env|git|sql|bak|ini|ya?ml|zip|rar|tar|t?gz|log|sh|pl|exe|dll|conf|config|old|orig|save|swp|key|pem)(?:[/~.]|$)|\/\.|\/wp-|\/xmlrpc|phpmyadmin|\/cgi-bin|phpunit|\/actuator|\/etc\/|\/owa\/|\/vendor\/|[<>"'\\{}]|%(?:00|3c|27|22|5c|2e%2e)/i;

/** Limits of the counts held in memory between two writes. */
const MAX_READ = 10_000;
const MAX_MISSING = 1000;
const MAX_PATH = 500;

interface MissingPage {
  path: string;
  hits: number;
  referrerHost: string | null;
}

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
};

/** A part of a string keeps the whole of it in memory: a long query would stay with its path. */
const copyOf = (path: string) => Buffer.from(path).toString();

const hostOf = (referrer: string | undefined): string | null =>
  referrer && URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 200) || null : null;

/** Counts pages in memory, within bounds: a page that is read costs one step in a map. */
export const createVisitCounter = () => {
  /** By path. */
  let reads = new Map<string, number>();
  let missing = new Map<string, MissingPage>();
  let probes = 0;

  const countMissing = (url: string, referrer: string | undefined) => {
    const path = pathOf(url);
    const existing = missing.get(path);
    // A flood of invented addresses is counted as one.
    const isFlood = !existing && missing.size >= MAX_MISSING;
    if (isFlood || path.length > MAX_PATH || PROBE.test(path)) {
      probes += 1;
      return;
    }
    const referrerHost = hostOf(referrer) ?? existing?.referrerHost ?? null;
    missing.set(path, { path, hits: (existing?.hits ?? 0) + 1, referrerHost });
  };

  return {
    count(url: string, status: number, referrer?: string) {
      const path = pathOf(url);
      // Programs read the twins; what people read is counted by pages.
      if (pageOfTwin(path) !== undefined) return;
      if (status === 200 || status === 304) {
        const hits = reads.get(path);
        if (hits !== undefined) reads.set(path, hits + 1);
        else if (reads.size < MAX_READ && path.length <= MAX_PATH) reads.set(copyOf(path), 1);
      } else if (status === 404) countMissing(url, referrer);
    },
    /** Everything since the last call. */
    take() {
      const taken = { reads, missing: [...missing.values()], probes };
      reads = new Map();
      missing = new Map();
      probes = 0;
      return taken;
    },
  };
};

type Visits = ReturnType<ReturnType<typeof createVisitCounter>['take']>;

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

const writeReads = (db: Executor, rows: { path: string; hits: number }[]) =>
  db.execute(sql`insert into ${pageReads} (day, path, hits)
    select current_date, path, hits from json_to_recordset(${JSON.stringify(rows)}::json) as t(path text, hits int)
    on conflict (day, path) do update set hits = page_reads.hits + excluded.hits`);

const writeMissing = (db: Executor, rows: MissingPage[]) =>
  db.execute(sql`insert into ${missingPages} (path, hits, last_at, referrer_host)
    select path, hits, now(), "referrerHost"
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(path text, hits int, "referrerHost" text)
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
