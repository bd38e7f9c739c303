import { settingsTable } from '#modules/settings/settings.tables.server.ts';
import type { Executor } from '#platform/db/database.server.ts';

/** News feeds as an owner adds them in the panel. */
export const setFeeds = async (db: Executor, urls: readonly string[]) => {
  const feeds = urls.map((url) => ({ url, isPaused: false, category: null, language: null }));
  const values = { feeds };
  await db
    .insert(settingsTable)
    .values({ id: 1, values })
    .onConflictDoUpdate({ target: settingsTable.id, set: { values } });
};
