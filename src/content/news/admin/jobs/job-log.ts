import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';

/** What is known here of one job: a rewrite, or the fetch of the feeds. */
export interface JobLog {
  id: string;
  title: string;
  state: 'running' | 'done' | 'failed';
  steps: readonly JobEvent[];
}

/** The same step may come by the stream and by the response. */
export const addSteps = (log: JobLog, more: readonly JobEvent[]): JobLog => {
  const byNumber = new Map([...log.steps, ...more].map((step) => [step.n, step]));
  return { ...log, steps: [...byNumber.values()].sort((a, b) => a.n - b.n) };
};

const isLast = ({ step }: JobEvent) => step === 'done' || step === 'failed';

/** The end of a job, with what came of a fetch. */
export type Ended = JobEnd & Pick<Partial<JobEvent>, 'saved' | 'problems'>;

/** A job that never began, or whose end was not told, still ends with a line that says so. */
export const endLog = (log: JobLog, { state, ...told }: Ended): JobLog => {
  if (state === 'none') return log;
  const ended = { ...log, state };
  if (told.message === '' || log.steps.some(isLast)) return ended;
  const n = (log.steps.at(-1)?.n ?? 0) + 1;
  const level = state === 'done' ? 'success' : 'error';
  return addSteps(ended, [{ n, step: state, level, at: new Date().toISOString(), ...told }]);
};

/** Puts a log in the place of the one for the same job, or at the end. */
export const putLog = (logs: readonly JobLog[], log: JobLog): JobLog[] =>
  logs.some(({ id }) => id === log.id)
    ? logs.map((other) => (other.id === log.id ? log : other))
    : [...logs, log];
