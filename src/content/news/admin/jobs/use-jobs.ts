import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr, fresh } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { useNoAi } from '#admin/no-ai.ts';
import { toastError } from '#admin/toast.ts';
import { ApiError } from '#platform/api-error.ts';
import { counted } from '#platform/words.ts';
import type { JobEnd, JobEvent } from '../../jobs/job-event.ts';
import { countArticles, refreshNews, sayNews } from '../news-data.ts';

/** The state of one job: a rewrite, or the fetch of the feeds. */
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
type Ended = JobEnd & Pick<Partial<JobEvent>, 'saved' | 'problems'>;

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

interface Job {
  id: string;
  title: string;
  /** Of its server-sent events. */
  path: string;
}

export const FETCH: Job = { id: 'fetch', title: 'Feeds', path: '/api/news/fetch-rss/progress' };

const rewriteOf = (id: number, title: string): Job => ({
  id: String(id),
  title,
  path: `/api/news/${id}/rewrite/events`,
});

/** Each rewrite takes two of the few connections that a browser opens to one server. */
const AT_ONCE = 2;
export const FULL = 'Two rewrites are running; please wait for one';

const FETCH_FAILED = 'Failed to fetch RSS feed';
const fetchQuery = adminQueryOr(null, '/api/news/fetch-rss');
const rewritesQuery = adminQueryOr([], '/api/news/rewrites');

export const summaryText = ({ saved = 0, problems = [] }: Partial<JobEvent>): string =>
  `${countArticles(saved)} saved, ${counted(problems.length, 'error', 'errors')}`;

const tellFetch = (end: Partial<JobEvent>) => sayNews('RSS Feed Fetched', summaryText(end));

const stepsIn = (error: unknown): JobEvent[] => {
  const steps = error instanceof ApiError ? error.json?.steps : null;
  return Array.isArray(steps) ? steps : [];
};

const dataOf = <T>({ data }: MessageEvent<string>): T => JSON.parse(data);

/** The jobs of the desk: those started here, and those that a reload or a colleague left running. */
export const useJobs = () => {
  const queryClient = useQueryClient();
  const [logs, setLogs] = useState<readonly JobLog[]>([]);
  const streams = useRef(new Map<string, EventSource>());
  const { data: fetch } = useQuery(fresh(fetchQuery));
  const { data: rewrites } = useQuery(fresh(rewritesQuery));
  const notSetUp = useNoAi();

  const change = (id: string, make: (log: JobLog) => JobLog) =>
    setLogs((before) => before.map((log) => (log.id === id ? make(log) : log)));
  const stop = (id: string) => {
    streams.current.get(id)?.close();
    streams.current.delete(id);
  };

  const follow = (
    { id, title, path }: Job,
    onEnd: (end: JobEnd, last: JobEvent | undefined) => void = () => undefined,
  ) => {
    stop(id);
    let last: JobEvent | undefined;
    setLogs((before) => putLog(before, { id, title, state: 'running', steps: [] }));
    const source = new EventSource(path);
    streams.current.set(id, source);
    const end = (told: JobEnd) => {
      stop(id);
      change(id, (log) => endLog(log, told));
      onEnd(told, last);
    };
    source.addEventListener('step', (event) => {
      const step = dataOf<JobEvent>(event);
      last = step;
      change(id, (log) => addSteps(log, [step]));
    });
    source.addEventListener('end', (event) => end(dataOf<JobEnd>(event)));
    source.addEventListener('error', () => {
      // A dropped line is taken up again by the browser; a refusal is final.
      if (source.readyState === EventSource.CLOSED) end({ state: 'none', message: '' });
    });
  };

  /** Those that a reload left running. */
  const reconnect = useEffectEvent((jobs: readonly Job[]) => {
    for (const job of jobs) {
      if (streams.current.has(job.id) || streams.current.size > AT_ONCE) continue;
      follow(job, ({ state, message }, last) => {
        // Its end could not be heard: no log is better than one that never ends.
        if (state === 'none') setLogs((before) => before.filter(({ id }) => id !== job.id));
        if (job.id === FETCH.id && state === 'done' && last?.step === 'done') tellFetch(last);
        if (job.id === FETCH.id && state === 'failed') toastError(message || FETCH_FAILED);
        void refreshNews(queryClient);
      });
    }
  });
  useEffect(() => {
    if (fetch) reconnect([FETCH]);
  }, [fetch]);
  useEffect(
    () => reconnect((rewrites ?? []).map(({ articleId, title }) => rewriteOf(articleId, title))),
    [rewrites],
  );
  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const source of open.values()) source.close();
      open.clear();
    };
  }, []);

  /** Sends the call that does the work, and follows its steps meanwhile. */
  const run = async <T>(
    job: Job,
    send: () => Promise<T>,
    {
      failed,
      endOf,
    }: {
      failed: string;
      endOf: (made: T) => Omit<Ended, 'state'> & { steps?: readonly JobEvent[] };
    },
  ) => {
    follow({ ...job, path: `${job.path}?wait=1` });
    try {
      const { steps = [], ...end } = endOf(await send());
      change(job.id, (log) => endLog(addSteps(log, steps), { state: 'done', ...end }));
    } catch (error) {
      const message = serverMessage(error) ?? failed;
      change(job.id, (log) => endLog(addSteps(log, stepsIn(error)), { state: 'failed', message }));
      toastError(message);
    } finally {
      stop(job.id);
      void refreshNews(queryClient);
    }
  };

  const rewrite = ({ id, title }: { id: number; title: string }) =>
    run(
      rewriteOf(id, title),
      () => adminSend('POST', '/api/news/{id}/rewrite', { params: { id } }),
      {
        failed: 'Failed to rewrite article',
        endOf: ({ message, steps }) => {
          sayNews('Article Rewritten', message);
          return { message, steps };
        },
      },
    );

  /** One after another: each takes a connection, and the AI service its time. */
  const rewriteAll = async (articles: readonly { id: number; title: string }[]) => {
    for (const article of articles) await rewrite(article);
  };

  const running = new Set(logs.flatMap(({ id, state }) => (state === 'running' ? [id] : [])));
  const fetchFeeds = async () => {
    if (running.has(FETCH.id)) return;
    await run(FETCH, () => adminSend('POST', '/api/news/fetch-rss'), {
      failed: FETCH_FAILED,
      endOf: ({ saved, errors: problems }) => {
        tellFetch({ saved, problems });
        return { message: summaryText({ saved, problems }), saved, problems };
      },
    });
  };

  return {
    /** Of the fetch, and of the rewrites. */
    fetch: logs.find(({ id }) => id === FETCH.id),
    rewrites: logs.filter(({ id }) => id !== FETCH.id),
    /** Why no rewrite can be started; null where one can. */
    notSetUp,
    rewrite,
    rewriteAll,
    fetchFeeds,
    isRunning: (id: number | string) => running.has(String(id)),
    isFull: running.difference(new Set([FETCH.id])).size >= AT_ONCE,
    /** Removes ended logs from the screen. */
    clear: (ended: readonly JobLog[]) =>
      setLogs((before) => before.filter((log) => log.state === 'running' || !ended.includes(log))),
  };
};

export type Jobs = ReturnType<typeof useJobs>;
