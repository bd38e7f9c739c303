import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { releaseAtEnd } from './dead-connections.server.ts';

const RETRY_FOR_MS = 1000;
const PAUSE_MS = 25;

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Nobody listens, or the server is just starting or stopping. */
const isNotUp = (error: unknown) => /^(ECONNREFUSED|ENOENT|57P03)$/.test(codeOf(error));

const isCut = (error: unknown) =>
  /^(57P0[12]|ECONNRESET|EPIPE)$/.test(codeOf(error)) ||
  (error instanceof Error && error.message.startsWith('Connection terminated unexpectedly'));

const isRead = (query: unknown): boolean => {
  const text = typeof query === 'object' && query && 'text' in query ? query.text : query;
  return typeof text === 'string' && /^\s*select\b/i.test(text);
};

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * Lets a pool sit out a restart of its server: a connection is tried for a second, and a read that was cut is asked
 * once more. A write that was cut fails, because nobody knows whether it happened.
 */
export const withRetries = (pool: pg.Pool): pg.Pool => {
  const connectOnce: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  const queryOnce: (...args: unknown[]) => Promise<unknown> = pool.query.bind(pool);

  const connect = async (): Promise<pg.PoolClient> => {
    const end = performance.now() + RETRY_FOR_MS;
    for (;;) {
      try {
        return releaseAtEnd(await connectOnce());
      } catch (error) {
        if (!isNotUp(error) || performance.now() > end) throw error;
        await sleep(PAUSE_MS);
      }
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
      try {
        return await queryOnce(...args);
      } catch (error) {
        if (!isCut(error) || !isRead(args[0])) throw error;
        return queryOnce(...args);
      }
    },
  });
};
