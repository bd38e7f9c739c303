import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

export type Database = NodePgDatabase;
/** A transaction, or the database itself where none is open. */
export type Executor = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct' | '$count'
>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1500;
/** A page must answer within 2 s even when the database hangs: see PROMISES 19. */
const STATEMENT_TIMEOUT_MS = 10_000;

export const connect = (url: string, options: { max?: number } = {}): Connection => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The server's own limit does not help when the server is gone without a word.
    query_timeout: STATEMENT_TIMEOUT_MS + 2000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'family-office-software',
  });
  // An idle client that loses its server is dropped by the pool; the next query says what is wrong.
  pool.on('error', () => undefined);
  return { db: drizzle(pool), pool, url, close: () => pool.end() };
};

/** Connection faults: the server is away, shutting down, or out of places. */
export const isDatabaseAway = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EACCES|57P0|08|53300)/.test(code)) return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|not currently accepting connections/.test(
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
