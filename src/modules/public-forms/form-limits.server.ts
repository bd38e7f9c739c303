import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '#modules/auth/client-address.server.ts';
import { tooMany } from '#platform/errors.ts';

interface Limit {
  name: string;
  points: number;
  seconds: number;
}

/** Counts by a key in the database, so that several processes count together; a refused key costs no statement until its end. */
export const createLimit = (pool: pg.Pool, { name, points, seconds }: Limit) => {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  const refused = new LRUCache<string, true>({ max: 10_000 });
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const tellWait = (ms: number) => tooMany(Math.max(1, Math.ceil(ms / 1000)));
  /** Throws 429 for a key that is known to be out of points, and counts nothing. */
  const check = (text: string) => {
    const key = hash(text);
    if (refused.has(key)) throw tellWait(refused.getRemainingTTL(key));
  };
  return {
    check,
    /** Counts one; throws 429 when it is one too many. */
    async count(text: string) {
      check(text);
      const key = hash(text);
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        refused.set(key, true, { ttl: Math.max(1, refusal.msBeforeNext) });
        throw tellWait(refusal.msBeforeNext);
      }
    },
  };
};

const HOUR = 3600;
const EVERYBODY = 'everybody';

interface FormLimits {
  name: string;
  /** From one network in an hour; an office may share one. */
  perNetwork: number;
  /** From everybody in a day: as many as a desk can read. */
  perDay: number;
}

/** How often a form that anybody may send is taken. Refused requests leave no rows behind. */
export const createFormLimits = (pool: pg.Pool, { name, perNetwork, perDay }: FormLimits) => {
  const network = createLimit(pool, { name: `${name}-network`, points: perNetwork, seconds: HOUR });
  const day = createLimit(pool, { name: `${name}-day`, points: perDay, seconds: 24 * HOUR });
  return async (address: string) => {
    day.check(EVERYBODY);
    await network.count(networkOf(address));
    await day.count(EVERYBODY);
  };
};
