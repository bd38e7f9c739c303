import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';

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

export const IDLE: FeedFetch = { isRunning: false, progress: null, summary: null };

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

export const summaryText = ({ saved, errors }: FetchSummary): string =>
  `${count(saved, 'article', 'articles')} saved, ${count(errors.length, 'error', 'errors')}`;

/** The result of a fetch that was only followed; null when it did not finish. */
export const summaryOf = (end: JobEnd, last: JobEvent | null): FetchSummary | null =>
  end.state === 'done' && last?.step === 'done'
    ? { saved: last.saved ?? 0, errors: last.problems ?? [] }
    : null;
