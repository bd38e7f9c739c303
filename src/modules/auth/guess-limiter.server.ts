import type pg from 'pg';
import { createLimit } from '#modules/public-forms/form-limits.server.ts';
import { originKey } from './client-address.server.ts';

/** Wrong links from one address in a quarter of an hour; an office may share one, and old links are opened in good faith. */
const GUESSES = { points: 30, seconds: 15 * 60 };

/** Counts wrong links by where they come from. */
export const createGuessLimiter = (pool: pg.Pool, name: 'preview' | 'link' | 'passkey') => {
  const limit = createLimit(pool, { name, ...GUESSES });
  return {
    refuseTooMany: (address: string) => limit.check(originKey(address)),
    count: (address: string) => limit.count(originKey(address)),
  };
};
