import type { AppParts } from '#kit/app-parts.server.ts';
import { startTimedJob, type TimedJob } from '#platform/timed-job.server.ts';
import { createDesk } from './desk.server.ts';
import { fetchFeeds } from './feeds/fetch-feeds.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

/** Fetches the feeds; nothing to do where no feed is named. */
export const newsJobOf = (parts: Parts): TimedJob => {
  const { NEWS_FETCH_CRON: pattern = '', NEWS_FEED_URLS: feeds } = parts.settings;
  const desk = createDesk(parts);
  return {
    name: 'news-feeds',
    setting: 'NEWS_FETCH_CRON',
    pattern: feeds.length > 0 ? pattern : '',
    run: async () => {
      const { errors, hasReadAny } = await fetchFeeds(desk, null);
      if (!hasReadAny) throw new Error(errors[0]);
    },
  };
};

/** Fetches the feeds by itself at the times of NEWS_FETCH_CRON; every node may start it. */
export const startNewsSchedule = (parts: Parts): { stop(): void } =>
  startTimedJob(parts, newsJobOf(parts));
