import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr, fresh } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { toastError } from '#admin/toast.ts';
import { countArticles } from '#content/news/admin/article-status.ts';
import { followJob } from '#content/news/admin/follow-job.ts';
import { refreshNews, sayNews } from '#content/news/admin/news-data.ts';
import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';
import { counted } from '#platform/words.ts';

export interface FetchSummary {
  saved: number;
  errors: string[];
}

export interface FeedFetch {
  isRunning: boolean;
  /** How far it is, while it runs. */
  progress: JobEvent | null;
  /** The result, until it is closed. */
  summary: FetchSummary | null;
}

const IDLE: FeedFetch = { isRunning: false, progress: null, summary: null };

export const summaryText = ({ saved, errors }: FetchSummary): string =>
  `${countArticles(saved)} saved, ${counted(errors.length, 'error', 'errors')}`;

/** The result of a fetch that was only followed; null when it did not finish. */
export const summaryOf = (end: JobEnd, last: JobEvent | null): FetchSummary | null =>
  end.state === 'done' && last?.step === 'done'
    ? { saved: last.saved ?? 0, errors: last.problems ?? [] }
    : null;

const FAILED = 'Failed to fetch RSS feed';

const FETCH = '/api/news/fetch-rss';
const fetchQuery = adminQueryOr(null, FETCH);

/** Reads all feeds and tells how far it is; a fetch that a reload or a colleague left running is found again. */
export const useFeedFetch = () => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<FeedFetch>(IDLE);
  const stop = useRef<(() => void) | null>(null);
  const { data: running } = useQuery(fresh(fetchQuery));

  const finish = (summary: FetchSummary | null, failure: string | null) => {
    stop.current?.();
    stop.current = null;
    setState({ ...IDLE, summary });
    if (summary) sayNews('RSS Feed Fetched', summaryText(summary));
    if (failure) toastError(failure);
    if (summary) void refreshNews(queryClient);
  };

  const reconnect = useEffectEvent((steps: readonly JobEvent[]) => {
    let last = steps.at(-1) ?? null;
    setState({ ...IDLE, isRunning: true, progress: last });
    stop.current = followJob('/api/news/fetch-rss/progress', {
      onStep: (progress) => {
        last = progress;
        setState((before) => ({ ...before, progress }));
      },
      onEnd: (end) =>
        finish(summaryOf(end, last), end.state === 'failed' ? end.message || FAILED : null),
    });
  });
  useEffect(() => {
    if (running && !stop.current) reconnect(running.steps);
  }, [running]);
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
