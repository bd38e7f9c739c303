import type { AppParts } from '#kit/app-parts.server.ts';
import { runTimed, startTimedJob, type TimedJob } from '#platform/timed-job.server.ts';
import { createDesk, type Desk } from './desk.server.ts';
import { fetchFeeds } from './feeds/fetch-feeds.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

const jobOf = (desk: Desk): TimedJob => ({
  key: 'news-timed-fetch',
  lock: 727_402_616,
  setting: 'NEWS_FETCH_CRON',
  run: () => fetchFeeds(desk, null),
});

/** One timed fetch for the whole site: true when this node did it. */
export const runTimedFetch = ({ connection }: Parts, desk: Desk, slot: Date): Promise<boolean> =>
  runTimed(connection, jobOf(desk), slot);

/** Fetches the feeds by itself at the times of NEWS_FETCH_CRON; every node may start it. */
export const startNewsSchedule = (parts: Parts): { stop(): void } => {
  const { NEWS_FETCH_CRON: pattern, NEWS_FEED_URLS: feeds } = parts.settings;
  if (!pattern || feeds.length === 0) return { stop: () => undefined };
  return startTimedJob(parts, pattern, jobOf(createDesk(parts)));
};
