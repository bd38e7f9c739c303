import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
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
const refuseUnsuited = (url: string): Promise<void> =>
  withClient(url, (client) =>
    withClient(url, async (other) => {
      if (await sharesBackends(client, other)) {
        throw new Error(
          'A pooler in transaction mode stands before the database, which loses LISTEN, locks and migrations: set DATABASE_DIRECT_URL to the address of the database itself.',
        );
      }
      if ((await ask(client)).isReadOnly) {
        throw new Error(
          'The database takes no changes, because it is read-only or a standby: make it writable, or name the primary in DATABASE_URL.',
        );
      }
    }),
  );

const SAME_DATABASE_LOCK = 727_402_621;

/** Says in one line when the pooler leads to another database than the direct address, or to none. */
export const refuseOther = (pooledUrl: string, directUrl: string): Promise<void> =>
  withClient(directUrl, async (direct) => {
    await direct.query('select pg_advisory_lock($1)', [SAME_DATABASE_LOCK]);
    const { rows } = await withClient(pooledUrl, (pooled) =>
      pooled.query('select pg_try_advisory_xact_lock($1) as "isFree"', [SAME_DATABASE_LOCK]),
    );
    if (!rows[0]?.isFree) return;
    throw new Error(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: name the same one.',
    );
  });

/** Any number will do; it must only be the same for every starter. */
export const MIGRATION_LOCK = 727_402_611;

export const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url));

/** Tables that a later release has changed are not understood by this one. */
const refuseNewer = async (client: pg.Client): Promise<void> => {
  const { rows: found } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!found[0]?.exists) return;
  const { rows } = await client.query(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  );
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  if (Number(rows[0]?.last ?? 0) <= newest) return;
  throw new Error(
    'The database is of a newer release than this program; start that release, or restore a backup of this one.',
  );
};

/** Runs what is missing in one transaction; several starters at once wait for the first. */
export const migrateDatabase = async (url: string): Promise<void> => {
  await refuseUnsuited(url);
  await withClient(url, async (client) => {
    // The lock ends with the connection, however the process ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewer(client);
    await migrate(drizzle(client), { migrationsFolder });
  });
};
