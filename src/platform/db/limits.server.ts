import pg from 'pg';
import { cutConnection, endAfterUse } from './dead-connections.server.ts';

export interface Limits {
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
