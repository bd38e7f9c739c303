import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openContent } from '#app/content.server.ts';
import { readSealingKey } from '#modules/auth/sealed.server.ts';
import { ensureFirstAdmin } from '#modules/auth/users.server.ts';
import { importUploads } from '#modules/uploads/import-uploads.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { ensureDataFolder } from '#platform/db/embedded/fault.server.ts';
import { startOrJoinEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { migrateDatabase, refuseOther } from '#platform/db/migrate.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { loadStarter } from '#tools/files/starter.server.ts';

/**
 * The key of this installation, in a file beside the embedded database and never inside it, so that neither a backup
 * nor a copy of the tables opens a secret. Without the file only secrets have to be typed again.
 */
export const readSecretsKey = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secrets.key');
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim();
  const known = await read();
  if (known) return known;
  const made = randomBytes(32).toString('base64');
  // Of two processes that make one, the second reads the first one's.
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await read()) || made;
};

export type Say = (line: string) => void;

export interface Prepared {
  databaseUrl: string;
  /** The same without a pooler in between. */
  directUrl: string;
  /** Encrypts the secrets that owners type in the panel; with an outside database only where the environment has it. */
  secretsKey: string | undefined;
  firstAdmin: { email: string; password: string } | null;
  /** Else it is filled while the site is served. */
  isSearchFilled: boolean;
  stop(): Promise<void>;
}

/** Left for the database when requests used up the rest of a stop. */
const DATABASE_STOP_SECONDS = 2;
/** A second's work; more rows are filled in the background. */
const FILLED_AT_ONCE = 2000;

const fill = async (databaseUrl: string, settings: Settings, say: Say) => {
  const connection = connect(databaseUrl, { max: 4, isUnhurried: true });
  const content = openContent(connection.db, { recordsActivity: false });
  try {
    await importUploads(connection.db, settings.DATA_DIR, say);
    const search = await content.fillSearch({ maxRows: FILLED_AT_ONCE });
    if (settings.STARTER_CONTENT === 'on') {
      const since = performance.now();
      const count = await loadStarter(content, connection.db);
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      if (count > 0) say(`Loaded the starter content: ${count} items in ${seconds} s.`);
    }
    // Made now, so that forms open also while the database takes no changes.
    await readSealingKey(connection.db);
    const firstAdmin = await ensureFirstAdmin(connection.db, settings);
    return { firstAdmin, isSearchFilled: search !== 'too many' };
  } finally {
    await connection.close();
  }
};

/** Everything that one process does for all of them: the database, its tables, its first content, the first user. */
export const prepare = async (settings: Settings, say: Say): Promise<Prepared> => {
  await ensureDataFolder(settings.DATA_DIR);
  const embedded = settings.DATABASE_URL
    ? null
    : await startOrJoinEmbedded({
        dataDir: settings.DATA_DIR,
        log: (line) => say(`Database: ${line}.`),
      });
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
  const directUrl = settings.DATABASE_DIRECT_URL ?? databaseUrl;
  const secretsKey =
    settings.SECRETS_KEY ?? (embedded ? await readSecretsKey(settings.DATA_DIR) : undefined);
  const stop = async () => embedded?.stop(DATABASE_STOP_SECONDS);
  try {
    await migrateDatabase(directUrl);
    if (directUrl !== databaseUrl) await refuseOther(databaseUrl, directUrl);
    return { databaseUrl, directUrl, secretsKey, stop, ...(await fill(directUrl, settings, say)) };
  } catch (error) {
    await stop();
    throw error;
  }
};
