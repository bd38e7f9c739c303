import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseAway } from '#platform/errors.ts';
import { asUnavailable } from './database.server.ts';

/** A load balancer gives up on a check soon: no word within this time is word enough. */
const LIMIT_MS = 1500;

/** No row is touched; a database that takes no changes refuses it all the same. */
const PROBE = 'update app_meta set key = key where false';

/** Asks whether the database answers and takes changes; checks at one time share one statement. */
export const createReadiness = (pool: pg.Pool) => {
  let inFlight: Promise<unknown> | undefined;
  const ask = () => {
    inFlight ??= pool.query(PROBE).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
  const giveUp = async () => {
    await sleep(LIMIT_MS, undefined, { ref: false });
    throw new Error(`No answer within ${LIMIT_MS} ms`);
  };
  return async (): Promise<void> => {
    try {
      await Promise.race([ask(), giveUp()]);
    } catch (cause) {
      throw asUnavailable(cause) ?? databaseAway(cause);
    }
  };
};
