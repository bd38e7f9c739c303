import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { withClient } from './client.server.ts';

/** Any number will do; it must only be the same for every starter. */
export const MIGRATION_LOCK = 727_402_611;

export const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url));

/** Runs what is missing in one transaction; several starters at once wait for the first. */
export const migrateDatabase = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    // The lock ends with the connection, however the process ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  });
