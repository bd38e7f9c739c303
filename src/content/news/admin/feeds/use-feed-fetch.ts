import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr, fresh } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { toastError } from '#admin/toast.ts';
import { followJob } from '#content/news/admin/follow-job.ts';
import { refreshNews, sayNews } from '#content/news/admin/news-data.ts';
import { type FeedFetch, type FetchSummary, IDLE, summaryOf, summaryText } from './feed-fetch.ts';

const FAILED = 'Failed to fetch RSS feed';

const FETCH = '/api/news/fetch-rss';
const fetchQuery = adminQueryOr(null, FETCH);

/** Reads all feeds and tells how far it is; a fetch that a reload or a colleague left running is found again. */
export const useFeedFetch = () => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<FeedFetch>(IDLE);
  const stop = useRef<(() => void) | null>(null);
  const { data: running } = useQuery(fresh(fetchQuery));

  const finish = useCallback(
    (summary: FetchSummary | null, failure: string | null) => {
      stop.current?.();
      stop.current = null;
      setState({ ...IDLE, summary });
      if (summary) sayNews('RSS Feed Fetched', summaryText(summary));
      if (failure) toastError(failure);
      if (summary) void refreshNews(queryClient);
    },
    [queryClient],
  );

  useEffect(() => {
    if (!running || stop.current) return;
    let last = running.steps.at(-1) ?? null;
    setState({ ...IDLE, isRunning: true, progress: last });
    stop.current = followJob('/api/news/fetch-rss/progress', {
      onStep: (progress) => {
        last = progress;
        setState((before) => ({ ...before, progress }));
      },
      onEnd: (end) =>
        finish(summaryOf(end, last), end.state === 'failed' ? end.message || FAILED : null),
    });
  }, [running, finish]);

  useEffect(
    () => () => {
      stop.current?.();
      stop.current = null;
    },
    [],
  );

  const fetchFeeds = async () => {
    if (stop.current) return;
    setState({ ...IDLE, isRunning: true });
    stop.current = followJob('/api/news/fetch-rss/progress?wait=1', {
      onStep: (progress) => setState((before) => ({ ...before, progress })),
      onEnd: () => undefined,
    });
    try {
      finish(await adminSend('POST', FETCH), null);
    } catch (error) {
      finish(null, serverMessage(error) ?? FAILED);
    }
  };

  return { ...state, fetchFeeds, clear: () => setState(IDLE) };
};
