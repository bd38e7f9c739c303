import type { AppParts } from '#kit/app-parts.server.ts';
import { startTimedJob, type TimedJob } from '#platform/timed-job.server.ts';
import { createDesk } from './desk.server.ts';
import { fetchFeeds, openFeedsOf } from './feeds/fetch-feeds.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>;

/** Fetches the feeds; nothing to do where none is set up at the moment. */
export const newsJobOf = (parts: Parts): TimedJob => {
  const { NEWS_FETCH_CRON: pattern = '' } = parts.settings;
  const desk = createDesk(parts);
  return {
    name: 'news-feeds',
    setting: 'NEWS_FETCH_CRON',
    pattern,
    run: async () => {
      if ((await openFeedsOf(desk)).length === 0) return;
      const { errors, hasReadAny } = await fetchFeeds(desk, null);
      if (!hasReadAny) throw new Error(errors[0]);
    },
  };
};

/** Fetches the feeds by itself at the times of NEWS_FETCH_CRON; every node may start it. */
export const startNewsSchedule = (parts: Parts): { stop(): void } =>
  startTimedJob(parts, newsJobOf(parts));
