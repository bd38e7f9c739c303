import type pg from 'pg';
import { withClient } from './client.server.ts';

const ASK = `select pg_backend_pid() as backend, current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

const ask = async (client: pg.Client) => {
  const { rows } = await client.query<{ backend: number; isReadOnly: boolean }>(ASK);
  return { backend: rows[0]?.backend, isReadOnly: rows[0]?.isReadOnly };
};

/** A pooler in transaction mode hands each transaction whichever connection is free: one client meets several, two the same. */
const sharesBackends = async (client: pg.Client, other: pg.Client): Promise<boolean> => {
  const { backend } = await ask(client);
  if ((await ask(client)).backend !== backend) return true;
  await other.query('begin');
  if ((await ask(other)).backend === backend) return true;
  if ((await ask(client)).backend !== backend) return true;
  await other.query('rollback');
  return false;
};

/** Says in one line what a database lacks that the product could not work with for long. */
export const refuseUnsuited = (url: string): Promise<void> =>
  withClient(url, (client) =>
    withClient(url, async (other) => {
      if (await sharesBackends(client, other)) {
        throw new Error(
          'DATABASE_URL leads through a pooler in transaction mode, which loses LISTEN, locks and prepared statements: set pool_mode to session there, or name the direct address of the database.',
        );
      }
      if ((await ask(client)).isReadOnly) {
        throw new Error(
          'The database takes no changes, because it is read-only or a standby: make it writable, or name the primary in DATABASE_URL.',
        );
      }
    }),
  );
