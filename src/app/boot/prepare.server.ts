import { createContent } from '#content/content.server.ts';
import { loadStarter } from '#content/files/starter.server.ts';
import { registry } from '#content/index.ts';
import { ensureFirstAdmin } from '#modules/auth/first-admin.server.ts';
import { importUploads, uploadFolder } from '#modules/uploads/import-uploads.server.ts';
import { sweepUnfinished, uploadCacheFolder } from '#modules/uploads/upload-cache.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { startOrJoinEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import type { Settings } from '#platform/env.server.ts';

export type Say = (line: string) => void;

export interface Prepared {
  databaseUrl: string;
  firstAdmin: { email: string; password: string } | null;
  stop(): Promise<void>;
}

const fill = async (databaseUrl: string, settings: Settings, say: Say) => {
  const connection = connect(databaseUrl, { max: 2, isUnhurried: true });
  const content = createContent(registry, connection.db, { recordsActivity: false });
  try {
    await importUploads(connection.db, settings.DATA_DIR, say);
    const begun = performance.now();
    if (await content.fillSearch()) {
      say(`Filled the search table in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
    }
    if (settings.STARTER_CONTENT === 'on') {
      const since = performance.now();
      const count = await loadStarter(content, connection.db);
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      if (count > 0) say(`Loaded the starter content: ${count} items in ${seconds} s.`);
    }
    return await ensureFirstAdmin(connection.db, settings);
  } finally {
    await connection.close();
  }
};

/** Everything that one process does for all of them: the database, its tables, its first content, the first user. */
export const prepare = async (settings: Settings, say: Say): Promise<Prepared> => {
  const embedded = settings.DATABASE_URL
    ? null
    : await startOrJoinEmbedded({
        dataDir: settings.DATA_DIR,
        log: (line) => say(`Database: ${line}.`),
      });
  const databaseUrl = settings.DATABASE_URL ?? embedded?.url ?? '';
  const stop = async () => embedded?.stop();
  try {
    await migrateDatabase(databaseUrl);
    await sweepUnfinished(uploadFolder(settings.DATA_DIR));
    await sweepUnfinished(uploadCacheFolder(settings.DATA_DIR));
    const firstAdmin = await fill(databaseUrl, settings, say);
    return { databaseUrl, firstAdmin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
