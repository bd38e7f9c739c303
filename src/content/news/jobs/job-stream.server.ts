import { once } from 'node:events';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Env } from '#platform/http/endpoint.server.ts';
import type { JobEnd, JobEvent } from './job-event.ts';
import { isAlive, type Job, type Jobs, STOPPED_MESSAGE } from './jobs.server.ts';

/** Jobs of other nodes are seen by looking again; our own tell us at once. */
const LOOK_MS = 1000;
const WAIT_MS = 10_000;
const PING_MS = 15_000;
/** A browser opens a closed stream again by itself, and is then asked for its session again. */
const LIFE_MS = 300_000;

interface Watched {
  kind: Job['kind'];
  subject?: number;
  /** Wait for the next job instead of telling of the last one. */
  wait: boolean;
}

type Message =
  | { event: 'step'; id: string; data: JobEvent }
  | { event: 'end'; data: JobEnd }
  | { event: 'ping' };

/** Until a job of this node tells something, or it is time to look for those of others. */
export const pause = async (jobs: Jobs, signal?: AbortSignal) => {
  const late = AbortSignal.timeout(LOOK_MS);
  const bound = signal ? AbortSignal.any([signal, late]) : late;
  await once(jobs.changes, 'change', { signal: bound }).catch(() => undefined);
};

const findJob = async (jobs: Jobs, watched: Watched, signal: AbortSignal): Promise<Job | null> => {
  const first = await jobs.latest(watched.kind, watched.subject);
  if (!watched.wait || (first && isAlive(first))) return first;
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end && !signal.aborted) {
    await pause(jobs, signal);
    const next = await jobs.latest(watched.kind, watched.subject);
    if (next && next.id !== first?.id) return next;
  }
  return null;
};

const endOf = (job: Job): JobEnd | null => {
  if (isAlive(job)) return null;
  const last = job.steps.at(-1);
  const state = job.state === 'done' ? 'done' : 'failed';
  const isTold = last?.step === 'done' || last?.step === 'failed';
  return { state, message: isTold && last ? last.message : STOPPED_MESSAGE };
};

/** The steps so far, then each step as it comes, then the end. */
async function* watchJob(
  jobs: Jobs,
  watched: Watched,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId?: string | undefined },
): AsyncGenerator<Message> {
  let job = await findJob(jobs, watched, signal);
  if (!job) {
    yield { event: 'end', data: { state: 'none', message: 'Nothing is running' } };
    return;
  }
  const [seenJob, seenStep] = (lastEventId ?? '').split('-').map(Number);
  let told = seenJob === job.id ? (seenStep ?? 0) : 0;
  let lastSign = Date.now();
  while (job && !signal.aborted) {
    for (const step of job.steps.slice(told)) {
      yield { event: 'step', id: `${job.id}-${step.n}`, data: step };
      lastSign = Date.now();
    }
    told = Math.max(told, job.steps.length);
    const end = endOf(job);
    if (end) {
      yield { event: 'end', data: end };
      return;
    }
    if (Date.now() - lastSign > PING_MS) {
      yield { event: 'ping' };
      lastSign = Date.now();
    }
    await pause(jobs, signal);
    job = await jobs.byId(job.id);
  }
}

const send = (stream: SSEStreamingApi, message: Message) => {
  if (message.event === 'ping') return stream.write(': still here\n\n');
  const { event, data } = message;
  const id = message.event === 'step' ? { id: message.id } : {};
  return stream.writeSSE({ event, data: JSON.stringify(data), ...id });
};

/** Server-sent events of one job. */
export const streamJob = (c: Context<Env>, jobs: Jobs, watched: Watched): Response => {
  c.header('X-Accel-Buffering', 'no');
  const closed = new AbortController();
  const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(LIFE_MS)]);
  const lastEventId = c.req.header('last-event-id');
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => closed.abort());
    try {
      for await (const message of watchJob(jobs, watched, { signal, lastEventId })) {
        await send(stream, message);
        if (stream.aborted) closed.abort();
      }
    } catch {
      // The stream just ends: the browser opens it again, and a fault of the database is told there.
      closed.abort();
    }
  });
};
