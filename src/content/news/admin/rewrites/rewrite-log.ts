import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';

export interface RewriteLog {
  articleId: number;
  title: string;
  state: 'running' | 'done' | 'failed';
  steps: readonly JobEvent[];
}

export const newLog = (articleId: number, title: string): RewriteLog => ({
  articleId,
  title,
  state: 'running',
  steps: [],
});

/** The same step may come by the stream and by the response. */
export const addSteps = (log: RewriteLog, more: readonly JobEvent[]): RewriteLog => {
  const byNumber = new Map([...log.steps, ...more].map((step) => [step.n, step]));
  return { ...log, steps: [...byNumber.values()].sort((a, b) => a.n - b.n) };
};

const isLast = ({ step }: JobEvent) => step === 'done' || step === 'failed';

/** A rewrite that never began, or whose end was not told, still ends with a line that says so. */
export const endLog = (log: RewriteLog, { state, message }: JobEnd): RewriteLog => {
  if (state === 'none') return log;
  const ended = { ...log, state };
  if (message === '' || log.steps.some(isLast)) return ended;
  const n = (log.steps.at(-1)?.n ?? 0) + 1;
  const level = state === 'done' ? 'success' : 'error';
  return addSteps(ended, [{ n, step: state, level, message, at: new Date().toISOString() }]);
};

/** Puts a log in the place of the one for the same article, or at the end. */
export const putLog = (logs: readonly RewriteLog[], log: RewriteLog): RewriteLog[] =>
  logs.some(({ articleId }) => articleId === log.articleId)
    ? logs.map((other) => (other.articleId === log.articleId ? log : other))
    : [...logs, log];

export const changeLog = (
  logs: readonly RewriteLog[],
  articleId: number,
  change: (log: RewriteLog) => RewriteLog,
): RewriteLog[] => logs.map((log) => (log.articleId === articleId ? change(log) : log));

export const dropLog = (logs: readonly RewriteLog[], articleId: number): RewriteLog[] =>
  logs.filter((log) => log.articleId !== articleId);
