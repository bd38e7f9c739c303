import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from '#platform/causes.server.ts';
import { readsOfStatement } from '#platform/statement-reads.server.ts';
import { createPlaces, type QueueLimits, visitorKind } from '#platform/visitors.server.ts';
import { releaseAtEnd } from './dead-connections.server.ts';
import { textOf } from './trace-statements.server.ts';

const RETRY_FOR_MS = 1000;
const PAUSE_MS = 25;

/** No server listens, or it is just starting or stopping. */
const isNotUp = (error: unknown) => /^(ECONNREFUSED|ENOENT|57P03)$/.test(codeOf(error));

/** An event loop that stood still may have missed a word that was there. */
export const isTimeout = (error: unknown) =>
  error instanceof Error &&
  /due to connection timeout|Query read timeout|timeout exceeded when/.test(error.message);

const isCut = (error: unknown) =>
  /^(57P0[12]|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  (error instanceof Error && error.message.startsWith('Connection terminated unexpectedly'));

const isRead = (query: unknown): boolean => /^\s*select\b/i.test(textOf(query));

/** The tables of the statement for which a connection is taken. */
const asked = new AsyncLocalStorage<readonly string[]>();

export interface PoolLimits extends QueueLimits {
  /** How many connections are held at once by statements that read the same table. */
  perTable: number;
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * Has requests wait in a line when all connections are taken, where the time that connecting may take does not count;
 * of those for visitors one kind of page holds a few at most, and one table not all, whichever pages read it: a table that
 * hangs is its own matter alone. And it
 * lets a pool sit out a restart of its server: a connection is tried for a second, and a read that was cut is asked once more. A write
 * that was cut fails, because it may have happened.
 */
export const withRetries = (pool: pg.Pool, limits: PoolLimits): pg.Pool => {
  const places = createPlaces(limits);
  const connectOnce: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  const queryOnce: (...args: unknown[]) => Promise<unknown> = pool.query.bind(pool);

  const connectPatiently = async (): Promise<pg.PoolClient> => {
    const end = performance.now() + RETRY_FOR_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connectOnce();
      } catch (error) {
        const isPassing = isNotUp(error) ? performance.now() < end : isTimeout(error);
        if (!isPassing || (isTimeout(error) && attempt > 1)) throw error;
        await sleep(PAUSE_MS);
      }
    }
  };

  const connect = async (): Promise<pg.PoolClient> => {
    const tables = asked.getStore() ?? [];
    const shares = new Map([
      [`kind ${visitorKind()}`, limits.perKind],
      ...tables.map((table) => [`table ${table}`, limits.perTable] as const),
    ]);
    await places.take(shares);
    try {
      return releaseAtEnd(await connectPatiently(), () => places.give(shares));
    } catch (error) {
      places.give(shares);
      throw error;
    }
  };

  return Object.assign(pool, {
    connect(tell?: (...connected: Connected) => void) {
      if (!tell) return connect();
      return connect().then(
        (client) => tell(undefined, client, (error) => client.release(error)),
        (error) => tell(error, undefined, () => undefined),
      );
    },
    async query(...args: unknown[]) {
      const tables = readsOfStatement(textOf(args[0])).map(({ table }) => table);
      const ask = () => asked.run(tables, queryOnce, ...args);
      try {
        return await ask();
      } catch (error) {
        if (!isCut(error) || !isRead(args[0])) throw error;
        return ask();
      }
    },
  });
};
