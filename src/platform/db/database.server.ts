import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { cutAfterTimeout } from './dead-connections.server.ts';
import { shareOut } from './pool-shares.server.ts';
import { withRetries } from './retries.server.ts';

export type Database = NodePgDatabase;
/** A transaction, or the database itself where none is open. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct' | '$count'
>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  /** Where anonymous visitors have connections of their own. */
  visitorPool?: pg.Pool;
  url: string;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1500;
/** Reads meet a lock only while a table is being changed, and writes are short: who waits longer is told to come back. */
const LOCK_TIMEOUT_MS = 1500;
const STATEMENT_TIMEOUT_MS = 10_000;
/** What a page or a search asks for takes milliseconds, and half a second where nothing is remembered. */
const VISITOR_STATEMENT_TIMEOUT_MS = 3000;

export interface ConnectOptions {
  /** Connections for the panel, and for everything that nobody waits for. */
  max?: number;
  /** Connections for anonymous visitors; without them they share the others. */
  visitors?: number;
  /** For tools that work alone and wait for each other: no statement is cut short. */
  isUnhurried?: boolean;
}

const openPool = (url: string, max: number, statementMs: number | undefined): pg.Pool => {
  const limits = statementMs && {
    statement_timeout: statementMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    // The server's own limit does not help when the server is gone without a word.
    query_timeout: statementMs + 1000,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...limits,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'family-office-software',
  });
  // An idle client that loses its server is dropped by the pool; the next query says what is wrong.
  pool.on('error', () => undefined);
  pool.on('connect', cutAfterTimeout);
  return withRetries(pool);
};

export const connect = (url: string, options: ConnectOptions = {}): Connection => {
  const { max = 5, visitors = 0, isUnhurried = false } = options;
  const pool = openPool(url, max, isUnhurried ? undefined : STATEMENT_TIMEOUT_MS);
  if (visitors === 0) return { db: drizzle(pool), pool, url, close: () => pool.end() };
  const second = openPool(url, visitors, VISITOR_STATEMENT_TIMEOUT_MS);
  const close = async () => {
    await Promise.all([pool.end(), second.end()]);
  };
  return { db: drizzle(shareOut(pool, second)), pool, visitorPool: second, url, close };
};

/** The server is away, shutting down, out of places, or did not answer within the time that a statement has. */
export const isDatabaseAway = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EACCES|57014|57P0|55P03|08|53300)/.test(code)) return true;
    if (
      /Connection terminated|Query read timeout|timeout exceeded when trying to connect|not currently accepting connections|is not queryable/.test(
        current.message,
      )
    ) {
      return true;
    }
  }
  return false;
};

/** Which unique index a write ran into, if it did. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '23505' && 'constraint' in current) {
      return String(current.constraint);
    }
  }
  return undefined;
};
