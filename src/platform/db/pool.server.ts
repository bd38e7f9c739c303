import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '#platform/causes.server.ts';
import { createPlaces, type QueueLimits } from '#platform/visitors.server.ts';

const RETRY_FOR_MS = 1000;
const PAUSE_MS = 25;

interface ConnectionLimits {
  max: number;
  connectMs: number;
  lockMs: number;
  /** Without it no statement is cut short. */
  statementMs?: number | undefined;
  /** The server's own limit does not help when the server is gone without a word. */
  graceMs: number;
}

/** No server listens, or it is just starting or stopping. */
const isNotUp = (error: unknown) => /^(ECONNREFUSED|ENOENT|57P03)$/.test(codeOf(error));

/** An event loop that stood still may have missed a word that was there. */
export const isTimeout = (error: unknown) =>
  error instanceof Error &&
  /due to connection timeout|Query read timeout|timeout exceeded when/.test(error.message);

/** Ends a connection at once, with all that waits on it: a dead one would never hear a farewell. */
export const cutConnection = (client: Pick<pg.Client, 'connection'>): void => {
  client.connection.stream.destroy();
};

/** A connection that left a statement without a result is used for no other; the pool sees to those that it asks itself. */
const cutAfterTimeout = (client: pg.PoolClient): void => {
  const queryOnce: (...args: unknown[]) => unknown = client.query.bind(client);
  Object.assign(client, {
    query(...args: unknown[]) {
      const asked = queryOnce(...args);
      if (asked instanceof Promise) {
        asked.catch((error: unknown) => isTimeout(error) && cutConnection(client));
      }
      return asked;
    },
  });
};

const endedAfterUse = new WeakSet<pg.ClientBase>();

/**
 * Gives a connection that ended back to its pool, whether or not its holder does: Drizzle never releases the one whose
 * BEGIN failed, and the pool would be smaller by it for ever.
 */
const releaseAtEnd = (client: pg.PoolClient, onRelease: () => void): pg.PoolClient => {
  const releaseOnce = client.release;
  let isHeld = true;
  const release = (error?: Error | boolean) => {
    if (!isHeld) return;
    isHeld = false;
    client.off('end', discard);
    releaseOnce(error || endedAfterUse.has(client));
    onRelease();
  };
  const discard = () => release(true);
  client.once('end', discard);
  return Object.assign(client, { release });
};

const SET_LIMITS = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** By a statement and not as parameters of the connection, since its result tells whether the database takes changes. */
const setLimits = async (client: pg.ClientBase, { statementMs, ...limits }: ConnectionLimits) => {
  const values = [String(statementMs), String(limits.lockMs)];
  try {
    const query = { text: SET_LIMITS, values, query_timeout: limits.connectMs };
    const { rows } = await client.query<{ isReadOnly: boolean }>(query);
    // A session that began on a database without changes stays so when the database takes them again.
    if (rows[0]?.isReadOnly) endedAfterUse.add(client);
  } catch (error) {
    if (client instanceof pg.Client) cutConnection(client);
    throw error;
  }
};

export const createPool = (url: string, limits: ConnectionLimits): pg.Pool => {
  const { max, connectMs, statementMs, graceMs } = limits;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    ...(statementMs && {
      query_timeout: statementMs + graceMs,
      onConnect: (client) => setLimits(client, limits),
    }),
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    application_name: 'family-office-software',
  });
  // An idle client that loses its server is dropped by the pool; the next query says what is wrong.
  pool.on('error', () => undefined);
  pool.on('connect', cutAfterTimeout);
  return pool;
};

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * Has requests wait in a line when all connections are taken, where the time that connecting may take does not count.
 * And it lets a pool sit out a restart of its server: a connection is tried for a second.
 */
export const withRetries = (pool: pg.Pool, limits: QueueLimits): pg.Pool => {
  const places = createPlaces(limits);
  const connectOnce: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

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
    await places.take('');
    try {
      return releaseAtEnd(await connectPatiently(), () => places.give(''));
    } catch (error) {
      places.give('');
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
  });
};
