import type { AppParts } from '#kit/app-parts.server.ts';
import { timedJob } from '#platform/jobs/timed.server.ts';
import { createDesk } from './desk.server.ts';
import { fetchFeeds, openFeedsOf } from './feeds/fetch-feeds.server.ts';

/** Fetches the feeds at the times of NEWS_FETCH_CRON; nothing to do where none is set up at the moment. */
export const newsFeedsJob = (
  parts: Pick<AppParts, 'settings' | 'connection' | 'content' | 'log'>,
) => {
  const desk = createDesk(parts);
  return timedJob({
    name: 'news-feeds',
    pattern: parts.settings.NEWS_FETCH_CRON ?? '',
    run: async () => {
      if ((await openFeedsOf(desk)).length === 0) return;
      const { errors, hasReadAny } = await fetchFeeds(desk, null);
      if (!hasReadAny) throw new Error(errors[0]);
    },
  });
};
