import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { withClient } from './client.server.ts';

/** Says in one line why a database could not be worked with for long. */
const refuseReadOnly = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (!rows[0]?.isReadOnly) return;
  throw new Error(
    'The database takes no changes, because it is read-only or a standby: make it writable, or name the primary in DATABASE_URL.',
  );
};

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
  await withClient(url, async (client) => {
    await refuseReadOnly(client);
    // A pooler may keep the connection for others, with what was set on it: lock and limits end with the transaction.
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await refuseNewer(client);
    // A BEGIN within a transaction does nothing; the COMMIT at its end ends this one.
    await migrate(drizzle(client), { migrationsFolder });
  });
};
