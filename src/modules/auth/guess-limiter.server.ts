import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#platform/errors.ts';
import { originKey } from './client-address.server.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong links from one address; an office may share one, and old links are opened in good faith. */
const MAX_GUESSES = 30;

/** Counts wrong links by where they come from, in the database, so that several processes count together. */
export const createGuessLimiter = (pool: pg.Pool, keyPrefix: 'preview' | 'link' | 'passkey') => {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    duration: WINDOW_SECONDS,
    keyPrefix,
    points: MAX_GUESSES,
  });
  // Refused origins: further guesses skip the database.
  const refused = new LRUCache<string, true>({ max: 10_000 });
  const keyOf = (address: string) => createHash('sha256').update(originKey(address)).digest('hex');

  const tellWait = (ms: number) => tooMany(Math.max(1, Math.ceil(ms / 1000)));

  const refuse = (key: string, { msBeforeNext }: RateLimiterRes): never => {
    refused.set(key, true, { ttl: Math.max(1, msBeforeNext) });
    throw tellWait(msBeforeNext);
  };

  return {
    async refuseTooMany(address: string) {
      const key = keyOf(address);
      if (refused.has(key)) throw tellWait(refused.getRemainingTTL(key));
      const counted = await limiter.get(key);
      if (counted && counted.consumedPoints >= MAX_GUESSES) refuse(key, counted);
    },
    async count(address: string) {
      const key = keyOf(address);
      await limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) refuse(key, refusal);
        throw refusal;
      });
    },
  };
};
