import type { Settings } from '#platform/env.server.ts';
import { type Connection, connect } from './database.server.ts';
import { startOrJoinEmbedded } from './embedded-postgres.server.ts';
import { migrateDatabase } from './migrate.server.ts';

/** The database of a command-line tool: the outside one, or the embedded one started or joined. */
export const withDatabase = async <T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startOrJoinEmbedded({ dataDir: settings.DATA_DIR, log: () => undefined });
  try {
    const { DATABASE_DIRECT_URL, DATABASE_URL } = settings;
    const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? embedded?.url ?? '';
    await migrateDatabase(url);
    const connection = connect(url, { max: 2, isUnhurried: true });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    await embedded?.stop();
  }
};
