import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { causesOf, codeOf, hasCode } from '#platform/causes.server.ts';
import { AppError, databaseAway, databaseReadOnly, tooBusy } from '#platform/errors.ts';
import { isVersionKnown } from '#platform/version/site-version.server.ts';
import { isForVisitor, type QueueLimits } from '#platform/visitors.server.ts';
import { createPool, isTimeout, withRetries } from './pool.server.ts';

/**
 * Asks what is done for anonymous visitors of connections of their own, so that they can never take all of them.
 */
const shareOut = (pool: pg.Pool, visitors?: pg.Pool): pg.Pool => {
  const own = { connect: pool.connect.bind(pool), query: pool.query.bind(pool) };
  const pick = () => (visitors && isForVisitor() ? visitors : own);
  return Object.assign(pool, {
    connect: (...args: []) => pick().connect(...args),
    query: (...args: [string]) => pick().query(...args),
  });
};

export type Database = NodePgDatabase;
/** A transaction, or the database itself where none is open. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct' | '$count'
>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  visitorPool?: pg.Pool;
  /** The one connection of the readiness check, so that it never waits behind editors. */
  probePool?: pg.Pool;
  /** Those through which people's statements go. */
  pools: readonly pg.Pool[];
  url: string;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1500;
/** Reads meet a lock only while a table is being changed, and writes are short: a longer wait is refused. */
const LOCK_TIMEOUT_MS = 1500;
const STATEMENT_TIMEOUT_MS = 10_000;
/** A page or a search takes milliseconds, and half a second where nothing is remembered. */
const VISITOR_STATEMENT_TIMEOUT_MS = 3000;
const PROBE_STATEMENT_TIMEOUT_MS = 1000;

export interface ConnectOptions {
  /** Connections for the panel, and for background work. */
  max?: number;
  /** Connections for anonymous visitors; without them they share the others. */
  visitors?: number;
  /** For tools that work alone and wait for each other: no statement is cut short. */
  isUnhurried?: boolean;
}

/** An editor rather waits than is refused; a visitor has waited for a place in line already. */
const PANEL_LINE = { waiting: 200, waitMs: 10_000 };
const VISITOR_LINE = { waiting: 200, waitMs: 4000 };

type Line = Omit<QueueLimits, 'running'>;

const openPool = (
  url: string,
  max: number,
  statementMs: number | undefined,
  line: Line = PANEL_LINE,
): pg.Pool => {
  const limits = { connectMs: CONNECT_TIMEOUT_MS, lockMs: LOCK_TIMEOUT_MS, graceMs: 1000 };
  const pool = createPool(url, { max, statementMs, ...limits });
  return withRetries(pool, { ...line, running: max });
};

const open = (pool: pg.Pool, visitors?: pg.Pool): Database => drizzle(shareOut(pool, visitors));

export const connect = (url: string, options: ConnectOptions = {}): Connection => {
  const { max = 5, visitors = 0, isUnhurried = false } = options;
  const pool = openPool(url, max, isUnhurried ? undefined : STATEMENT_TIMEOUT_MS);
  if (visitors === 0) return { db: open(pool), pool, pools: [pool], url, close: () => pool.end() };
  const second = openPool(url, visitors, VISITOR_STATEMENT_TIMEOUT_MS, VISITOR_LINE);
  const probePool = openPool(url, 1, PROBE_STATEMENT_TIMEOUT_MS);
  const close = async () => {
    await Promise.all([pool.end(), second.end(), probePool.end()]);
  };
  const pools = [pool, second];
  return { db: open(pool, second), pool, visitorPool: second, probePool, pools, url, close };
};

/** The server is well and has too much to do: a lock, or more statements than it can make in time. */
const BUSY_CODES = /^(57014|55P03|53300)/;

/** Why there is no response just now, in words that a person may read. */
export const asUnavailable = (error: unknown): AppError | undefined => {
  for (const cause of causesOf(error)) {
    if (cause instanceof AppError) return cause.code === 'unavailable' ? cause : undefined;
    if (BUSY_CODES.test(codeOf(cause))) return tooBusy(error);
  }
  if (isReadOnly(error)) return databaseReadOnly(error);
  if (!isDatabaseAway(error)) return undefined;
  // The connection that follows the site's version would have noticed: it is this process that was too slow.
  return causesOf(error).some(isTimeout) && isVersionKnown() ? tooBusy(error) : databaseAway(error);
};

const AWAY_CODES = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EACCES|57014|57P0|55P03|08|53300)/;
const AWAY_WORDS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|not currently accepting connections|is not queryable/;

/** The server is away, shutting down, out of places, or did not answer within the time that a statement has. */
export const isDatabaseAway = (error: unknown): boolean =>
  hasCode(error, AWAY_CODES) || causesOf(error).some(({ message }) => AWAY_WORDS.test(message));

/** A standby, or a database that was made read-only. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, /^25006$/);

export const violatedConstraint = (error: unknown): string | undefined => {
  for (const cause of causesOf(error)) {
    if (codeOf(cause) === '23505' && 'constraint' in cause) return String(cause.constraint);
  }
  return undefined;
};
