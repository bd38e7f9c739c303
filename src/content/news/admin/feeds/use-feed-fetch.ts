import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { sayError } from '#admin/toast.ts';
import { followJob } from '#content/news/admin/follow-job.ts';
import { refreshNews } from '#content/news/admin/news-data.ts';
import { sayNews } from '#content/news/admin/news-toast.ts';
import type { JobEvent } from '#content/news/jobs/job-event.ts';

export interface FetchSummary {
  saved: number;
  errors: string[];
}

export interface FeedFetch {
  isRunning: boolean;
  /** How far it is, while it runs. */
  progress: JobEvent | null;
  /** What came of it, until it is closed. */
  summary: FetchSummary | null;
}

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

export const summaryText = ({ saved, errors }: FetchSummary): string =>
  `${count(saved, 'article', 'articles')} saved, ${count(errors.length, 'error', 'errors')}`;

const IDLE: FeedFetch = { isRunning: false, progress: null, summary: null };

/** Reads all feeds, and tells how far it is while it does. */
export const useFeedFetch = () => {
  const queryClient = useQueryClient();
  const [state, setState] = useState<FeedFetch>(IDLE);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const fetchFeeds = async () => {
    if (state.isRunning) return;
    setState({ ...IDLE, isRunning: true });
    stop.current = followJob('/api/news/fetch-rss/progress?wait=1', {
      onStep: (progress) => setState((before) => ({ ...before, progress })),
      onEnd: () => undefined,
    });
    let summary: FetchSummary | null = null;
    try {
      summary = await adminSend<FetchSummary>('POST', '/api/news/fetch-rss');
      sayNews('RSS Feed Fetched', summaryText(summary));
    } catch (error) {
      sayError(serverMessage(error) ?? 'Failed to fetch RSS feed');
    }
    stop.current();
    setState({ ...IDLE, summary });
    if (summary) refreshNews(queryClient);
  };

  return { ...state, fetchFeeds, clear: () => setState(IDLE) };
};
