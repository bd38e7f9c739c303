import type pg from 'pg';
import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible';

export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

/** A statement with a name is known to one connection alone, and behind a pooler the next one may be another. */
const withoutNames = (pool: pg.Pool) => ({
  query: ({ name: _name, ...query }: pg.QueryConfig) => pool.query(query),
});

/** Counts in the database, so that several processes count together; one limiter for sign-ins sweeps expired rows for all. */
export const createLimiters =
  (pool: pg.Pool) =>
  ({ name, points, seconds }: Limit, more: Partial<IRateLimiterPostgresOptions> = {}) =>
    new RateLimiterPostgres({
      storeClient: withoutNames(pool),
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      ...more,
    });

export type MakeLimiter = ReturnType<typeof createLimiters>;
