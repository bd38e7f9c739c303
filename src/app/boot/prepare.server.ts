import { openContent } from '#app/content.server.ts';
import { readSealingKey } from '#modules/auth/sealed.server.ts';
import { resealSecrets } from '#modules/auth/second-factor.server.ts';
import { ensureFirstAdmin } from '#modules/auth/users.server.ts';
import { findForgottenServices } from '#modules/settings/stored-services.server.ts';
import { takeOverSettings } from '#modules/settings/take-over.server.ts';
import { importUploads } from '#modules/uploads/import-uploads.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { ensureDataFolder } from '#platform/db/embedded/fault.server.ts';
import { startEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { readSecretsKey } from '#platform/secrets-key.server.ts';
import { loadStarter } from '#tools/files/starter.server.ts';

export type Say = (line: string) => void;

export interface Prepared {
  databaseUrl: string;
  /** The key of the installation; with an outside database only where the environment has it. */
  secretsKey: string | undefined;
  firstAdmin: { email: string; password: string } | null;
  stop(): Promise<void>;
}

/** Left for the database when requests used up the rest of a stop. */
const DATABASE_STOP_SECONDS = 2;

const fill = async (
  databaseUrl: string,
  settings: Settings,
  { say, secretsKey }: { say: Say; secretsKey: string | undefined },
) => {
  const connection = connect(databaseUrl, { max: 4, isUnhurried: true });
  const content = openContent(connection.db, { recordsActivity: false });
  try {
    await importUploads(connection.db, settings.DATA_DIR, say);
    const notes = [
      await takeOverSettings(connection.db, process.env),
      await findForgottenServices(connection.db, settings),
    ];
    for (const note of notes) if (note) say(note);
    if (settings.STARTER_CONTENT === 'on') {
      const since = performance.now();
      const count = await loadStarter(content, connection.db);
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      if (count > 0) say(`Loaded the starter content: ${count} items in ${seconds} s.`);
    }
    await resealSecrets(connection.db, { SECRETS_KEY: secretsKey });
    // Made now, so that forms open also while the database takes no changes.
    await readSealingKey(connection.db);
    return await ensureFirstAdmin(connection.db, settings);
  } finally {
    await connection.close();
  }
};

/** Everything that one process does for all of them: the database, its tables, its first content, the first user. */
export const prepare = async (settings: Settings, say: Say): Promise<Prepared> => {
  await ensureDataFolder(settings.DATA_DIR);
  const embedded = settings.DATABASE_URL
    ? null
    : await startEmbedded({
        dataDir: settings.DATA_DIR,
        log: (line) => say(`Database: ${line}.`),
      });
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
  const secretsKey = await readSecretsKey(settings);
  const stop = async () => embedded?.stop(DATABASE_STOP_SECONDS);
  try {
    await migrateDatabase(databaseUrl);
    return {
      databaseUrl,
      secretsKey,
      stop,
      firstAdmin: await fill(databaseUrl, settings, { say, secretsKey }),
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
