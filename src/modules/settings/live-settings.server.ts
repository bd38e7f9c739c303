import { eq, notInArray } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { onVersion, outdateAll } from '#platform/version/site-version.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { feedResults, settingsTable } from './settings.tables.server.ts';

export const ROW = 1;
const AGAIN_MS = 5000;

type Parts = Pick<AppParts, 'settings' | 'connection'>;
type Row = typeof settingsTable.$inferSelect;

export const readRow = async (db: Executor): Promise<Row> => {
  const [row] = await db.select().from(settingsTable).where(eq(settingsTable.id, ROW));
  return row ?? { id: ROW, version: 1, values: {} };
};

/** The row, for the transaction that changes it. */
export const lockRow = async (tx: Tx): Promise<Row> => {
  await tx.insert(settingsTable).values({ id: ROW }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(settingsTable)
    .where(eq(settingsTable.id, ROW))
    .for('update');
  return row ?? readRow(tx);
};

/** Takes over the names that owners set; resolves to whether pages print something else from now on. */
const applySettings = async ({ settings, connection }: Parts): Promise<boolean> => {
  const { values } = await readRow(connection.db);
  return settings.site.change(values);
};

/** One after the other, so that what was read last is what counts. */
const inTurn = pLimit(1);

/** Every page prints the name of the site: after another one nothing that was made before is true. */
export const refreshSettings = (parts: Parts): Promise<void> =>
  inTurn(async () => {
    if (await applySettings(parts)) outdateAll();
  });

/** Keeps the names of the site in this process as they are in the table, whichever process changes them. */
export const followSettings = async (parts: Pick<AppParts, 'settings' | 'connection' | 'log'>) => {
  let timer: NodeJS.Timeout | undefined;
  const refresh = () =>
    refreshSettings(parts).catch((err: unknown) => {
      parts.log.warn({ err }, 'the settings could not be read; trying again');
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), AGAIN_MS).unref();
    });
  const forget = onVersion(() => void refresh());
  await inTurn(() => applySettings(parts));
  return {
    stop: () => {
      forget();
      clearTimeout(timer);
    },
  };
};

/** A feed's name in messages: its query may hold a secret key. */
export const feedLabel = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`.replace(/\/$/, '').slice(0, 120);
};

export const listFeeds = async (db: Executor) => (await readRow(db)).values.feeds ?? [];

type Result = Omit<typeof feedResults.$inferInsert, 'url' | 'at'>;

export const noteFeedResult = async (db: Executor, url: string, result: Result) => {
  const values = { found: 0, saved: 0, cut: 0, problem: null, ...result, at: new Date() };
  await db
    .insert(feedResults)
    .values({ url, ...values })
    .onConflictDoUpdate({ target: feedResults.url, set: values });
};

/** Of feeds that are no longer there. */
export const forgetFeedResults = (db: Executor, feeds: readonly { url: string }[]) => {
  const urls = feeds.map(({ url }) => url);
  return db.delete(feedResults).where(notInArray(feedResults.url, urls));
};
