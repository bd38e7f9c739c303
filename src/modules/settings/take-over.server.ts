import { eq } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { noteChange, transact } from '#platform/version/transact.server.ts';
import { lockRow, ROW } from './live-settings.server.ts';
import type { StoredValues } from './settings.schema.server.ts';
import { settingsTable } from './settings.tables.server.ts';

const DONE = 'settings-taken-over';
const NAMES = ['SITE_PUBLISHER', 'SITE_CONTACT_EMAIL', 'NEWS_FEED_URLS'] as const;

const mergeInto = (values: StoredValues, env: NodeJS.ProcessEnv): StoredValues => {
  const urls = (env.NEWS_FEED_URLS ?? '').split(',').map((url) => url.trim());
  const own = values.feeds ?? [];
  const given = [...new Set(urls)].filter((url) => url && !own.some((feed) => feed.url === url));
  const asFeed = (url: string) => ({ url, isPaused: false, category: null, language: null });
  return {
    ...values,
    // Where both had one, the environment won.
    ...(values.siteName && env.SITE_NAME && { siteName: env.SITE_NAME }),
    ...(env.SITE_PUBLISHER && { publisher: env.SITE_PUBLISHER }),
    ...(env.SITE_CONTACT_EMAIL && { contactEmail: env.SITE_CONTACT_EMAIL }),
    ...(given.length > 0 && { feeds: [...given.map(asFeed), ...own] }),
  };
};

/**
 * Takes settings that earlier releases read from the environment into the panel, once. Returns a line for the operator as
 * long as the environment names one of them.
 */
export const takeOverSettings = async (
  db: Database,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> => {
  const isDone = await transact(db, async (tx) => {
    const { values, version } = await lockRow(tx);
    const marks = await tx.insert(appMeta).values({ key: DONE, value: true }).onConflictDoNothing();
    if (marks.rowCount === 0) return true;
    const after = { values: mergeInto(values, env), version: version + 1 };
    await tx.update(settingsTable).set(after).where(eq(settingsTable.id, ROW));
    noteChange(tx);
    return false;
  });
  const named = NAMES.filter((name) => env[name]).join(', ');
  if (named === '') return undefined;
  return isDone
    ? `The environment sets ${named}, which is not read: owners set it in the panel (Settings).`
    : `Took ${named} from the environment into the panel (Settings), where owners change it from now on; the environment is not read for it any more.`;
};
