import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Env } from '#platform/http/endpoint.server.ts';
import type { JobEnd, JobEvent } from './job-event.ts';
import { isAlive, type Job, type Jobs, STOPPED_MESSAGE } from './jobs.server.ts';

/** A job may run in any process, so its row is read again and again. */
export const LOOK_MS = 500;
const WAIT_MS = 10_000;

interface Watched {
  kind: 'rewrite' | 'fetch';
  subject?: number;
  /** Wait for the next job instead of telling of the last one. */
  wait: boolean;
}

const findJob = async (jobs: Jobs, { kind, subject, wait }: Watched, stream: SSEStreamingApi) => {
  const first = await jobs.latest(kind, subject);
  const isWanted = (job: Job | null) =>
    !wait || (job !== null && (isAlive(job) || job.id !== first?.id));
  let job = first;
  for (const end = Date.now() + WAIT_MS; !isWanted(job) && Date.now() < end; ) {
    await stream.sleep(LOOK_MS);
    if (stream.aborted) return null;
    job = await jobs.latest(kind, subject);
  }
  return isWanted(job) ? job : null;
};

const endOf = ({ state, steps }: Job): JobEnd => {
  const last = steps.at(-1);
  const isTold = last?.step === 'done' || last?.step === 'failed';
  return {
    state: state === 'done' ? 'done' : 'failed',
    message: isTold ? last.message : STOPPED_MESSAGE,
  };
};

/** The steps so far, then each step as it comes, then the end. A line that was cut begins anew with the first. */
const tellJob = async (stream: SSEStreamingApi, jobs: Jobs, watched: Watched) => {
  const send = (event: 'step' | 'end', data: JobEvent | JobEnd) =>
    stream.writeSSE({ event, data: JSON.stringify(data) });
  let job = await findJob(jobs, watched, stream);
  for (let told = 0; job && !stream.aborted; job = await jobs.byId(job.id)) {
    for (const step of job.steps.slice(told)) await send('step', step);
    told = job.steps.length;
    if (!isAlive(job)) return send('end', endOf(job));
    await stream.sleep(LOOK_MS);
  }
  await send('end', { state: 'none', message: 'Nothing is running' });
};

/** Server-sent events of one job. */
export const streamJob = (c: Context<Env>, jobs: Jobs, watched: Watched): Response => {
  c.header('X-Accel-Buffering', 'no');
  // The stream just ends: the browser opens it again, and a fault of the database is told there.
  return streamSSE(c, (stream) => tellJob(stream, jobs, watched).catch(() => undefined));
};
