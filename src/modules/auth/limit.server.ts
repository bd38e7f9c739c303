import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, MakeLimiter } from '#platform/db/limiter.server.ts';
import { tooMany } from '#platform/errors.ts';
import { hashOf } from '#platform/secret.server.ts';

const tellWait = (ms: number) => tooMany(Math.max(1, Math.ceil(ms / 1000)));

/** Counts one; throws 429 where it is one too many. */
export const consume = async (limiter: RateLimiterAbstract, key: string) => {
  await limiter.consume(key).catch((refusal: unknown) => {
    throw refusal instanceof RateLimiterRes ? tellWait(refusal.msBeforeNext) : refusal;
  });
};

/** Counts by a key, hashed. */
export const createLimit = (makeLimiter: MakeLimiter, limit: Limit) => {
  const limiter = makeLimiter(limit);
  // Refused keys skip the database until their time is over.
  const refused = new LRUCache<string, true>({ max: 10_000 });

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
      const key = hashOf(text);
      refuseKnown(key);
      const counted = await limiter.get(key);
      if (counted && counted.consumedPoints >= limit.points) refuse(key, counted);
    },
    /** Counts one; throws 429 where it is one too many. */
    async count(text: string) {
      const key = hashOf(text);
      refuseKnown(key);
      await limiter.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) refuse(key, refusal);
        throw refusal;
      });
    },
  };
};
