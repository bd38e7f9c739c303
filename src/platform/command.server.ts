import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Connection, connect } from './db/database.server.ts';
import { borrowEmbedded } from './db/embedded-postgres.server.ts';
import { migrateDatabase } from './db/migrate.server.ts';
import { readSettings, type Settings } from './env.server.ts';

/** Runs a command-line tool: it may resolve to an exit code, and a failure is one line. */
export const runCommand = async (run: (args: readonly string[]) => Promise<unknown>) => {
  try {
    const code = await run(process.argv.slice(2));
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};

type Action = (settings: Settings, path: string) => Promise<void>;

/** The same, of a tool that does one of these actions on a file or a folder. */
export const runActions = (help: string, actions: Record<string, Action>): Promise<void> =>
  runCommand(async ([action = '', path, ...more]) => {
    if (action === '--help' || action === '-h') return console.log(help);
    const work = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!work || path === undefined || more.length > 0) {
      console.error(help);
      return 1;
    }
    if (existsSync('.env')) process.loadEnvFile('.env');
    return work(readSettings(process.env), resolve(path));
  });

/** The database of a command-line tool: the outside one, or the embedded one. */
export const withDatabase = async <T>(
  settings: Settings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await borrowEmbedded({ dataDir: settings.DATA_DIR, log: () => undefined });
  try {
    const url = settings.DATABASE_URL ?? embedded?.url ?? '';
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
