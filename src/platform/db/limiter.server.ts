import type pg from 'pg';
import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible';

export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

/** Counts in the database, so that several processes count together; one limiter for sign-ins sweeps expired rows for all. */
export const createLimiters =
  (pool: pg.Pool) =>
  ({ name, points, seconds }: Limit, more: Partial<IRateLimiterPostgresOptions> = {}) =>
    new RateLimiterPostgres({
      storeClient: pool,
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
