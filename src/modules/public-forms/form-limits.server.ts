import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import {
  type IRateLimiterPostgresOptions,
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { networkOf } from '#modules/auth/client-address.server.ts';
import { tooMany } from '#platform/errors.ts';

interface Limit {
  name: string;
  points: number;
  seconds: number;
}

/** Counts in the database, so that several processes count together; one limiter for sign-ins sweeps expired rows for all. */
export const createLimiter = (
  pool: pg.Pool,
  { name, points, seconds }: Limit,
  more: Partial<IRateLimiterPostgresOptions> = {},
) =>
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

const tellWait = (ms: number) => tooMany(Math.max(1, Math.ceil(ms / 1000)));

/** Counts one; throws 429 where it is one too many. */
export const consume = async (limiter: RateLimiterAbstract, key: string) => {
  await limiter.consume(key).catch((refusal: unknown) => {
    throw refusal instanceof RateLimiterRes ? tellWait(refusal.msBeforeNext) : refusal;
  });
};

/** Counts by a key, hashed. */
export const createLimit = (pool: pg.Pool, limit: Limit) => {
  const limiter = createLimiter(pool, limit);
  // Refused keys skip the database until their time is over.
  const refused = new LRUCache<string, true>({ max: 10_000 });
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');

  const refuse = (key: string, { msBeforeNext }: RateLimiterRes): never => {
    refused.set(key, true, { ttl: Math.max(1, msBeforeNext) });
    throw tellWait(msBeforeNext);
  };
  const refuseKnown = (key: string) => {
    if (refused.has(key)) throw tellWait(refused.getRemainingTTL(key));
  };

  return {
    /** Counts nothing; throws 429 where no points are left. */
    async check(text: string) {
      const key = hash(text);
      refuseKnown(key);
      const counted = await limiter.get(key);
      if (counted && counted.consumedPoints >= limit.points) refuse(key, counted);
    },
    /** Counts one; throws 429 where it is one too many. */
    async count(text: string) {
      const key = hash(text);
      refuseKnown(key);
      await limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) refuse(key, refusal);
        throw refusal;
      });
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

/** How often a form that anybody may send is taken. When the day is full, no network is counted any more. */
export const createFormLimits = (pool: pg.Pool, { name, perNetwork, perDay }: FormLimits) => {
  const [networks, days] = [`${name}-network`, `${name}-day`];
  const network = createLimit(pool, { name: networks, points: perNetwork, seconds: HOUR });
  const day = createLimit(pool, { name: days, points: perDay, seconds: 24 * HOUR });
  return async (address: string) => {
    await day.check(EVERYBODY);
    await network.count(networkOf(address));
    await day.count(EVERYBODY);
  };
};
