import { notInArray } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { readRow } from './live-settings.server.ts';
import { feedResults } from './settings.tables.server.ts';

/** A feed's name in messages: its query may hold a secret key. */
export const feedLabel = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`.replace(/\/$/, '').slice(0, 120);
};

/** The feeds of the environment, then those that owners added. */
export const listFeeds = async (db: Executor, { NEWS_FEED_URLS }: Settings) => {
  const given = [...new Set(NEWS_FEED_URLS)];
  const { values } = await readRow(db);
  const added = (values.feeds ?? []).filter(({ url }) => !given.includes(url));
  return [
    ...given.map((url) => ({
      url,
      isPaused: false,
      category: null,
      language: null,
      isFixed: true,
    })),
    ...added.map((feed) => ({ ...feed, isFixed: false })),
  ];
};

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
