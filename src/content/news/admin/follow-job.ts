import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';

interface Follower {
  onStep: (step: JobEvent) => void;
  onEnd: (end: JobEnd) => void;
}

const dataOf = <T>({ data }: MessageEvent<string>): T => JSON.parse(data);

/** Listens to the server-sent events of a job; returns how to stop. */
export const followJob = (path: string, { onStep, onEnd }: Follower): (() => void) => {
  const source = new EventSource(path);
  source.addEventListener('step', (event) => onStep(dataOf<JobEvent>(event)));
  source.addEventListener('end', (event) => {
    source.close();
    onEnd(dataOf<JobEnd>(event));
  });
  source.addEventListener('error', () => {
    // A dropped line is taken up again by the browser; a refusal is final.
    if (source.readyState === EventSource.CLOSED) onEnd({ state: 'none', message: '' });
  });
  return () => source.close();
};
