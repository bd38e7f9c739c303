import pg from 'pg';

/** Ends a connection at once, with all that waits on it: a dead one would never hear a farewell. */
export const cutConnection = (client: Pick<pg.Client, 'connection'>): void => {
  client.connection.stream.destroy();
};

const endedAfterUse = new WeakSet<pg.ClientBase>();

/** Ends a connection when its holder gives it back. */
const endAfterUse = (client: pg.ClientBase): void => {
  endedAfterUse.add(client);
};

const isTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

/** A connection that left a query without a result is used for no other. */
export const cutAfterTimeout = (client: pg.PoolClient): void => {
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

/**
 * Gives a connection that ended back to its pool, whether or not its holder does: Drizzle never releases the one whose
 * BEGIN failed, and the pool would be smaller by it for ever.
 */
export const releaseAtEnd = (client: pg.PoolClient, onRelease: () => void): pg.PoolClient => {
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

interface Limits {
  statementMs: number;
  lockMs: number;
  /** How long the database has for taking them. */
  withinMs: number;
}

const SET_LIMITS = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** By a statement and not as parameters of the connection, which a pooler refuses. */
export const setLimits = async (
  client: pg.ClientBase,
  { statementMs, lockMs, withinMs }: Limits,
): Promise<void> => {
  const values = [String(statementMs), String(lockMs)];
  try {
    const query = { text: SET_LIMITS, values, query_timeout: withinMs };
    const { rows } = await client.query<{ isReadOnly: boolean }>(query);
    // A session that began on a database without changes stays so when the database takes them again.
    if (rows[0]?.isReadOnly) endAfterUse(client);
  } catch (error) {
    if (client instanceof pg.Client) cutConnection(client);
    throw error;
  }
};
