import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr, fresh } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { useNoAi } from '#admin/no-ai.ts';
import { toastError } from '#admin/toast.ts';
import { followJob } from '#content/news/admin/follow-job.ts';
import { refreshNews, sayNews } from '#content/news/admin/news-data.ts';
import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';
import { ApiError } from '#platform/api-error.ts';

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

/** Each takes two of the few connections that a browser opens to one server. */
const AT_ONCE = 2;
export const FULL = 'Two rewrites are running; please wait for one';

const rewritesQuery = adminQueryOr([], '/api/news/rewrites');

const stepsIn = (error: unknown): JobEvent[] => {
  const steps = error instanceof ApiError ? error.json?.steps : null;
  return Array.isArray(steps) ? steps : [];
};

/** The rewrites that run now: those started here, and those that a reload or a colleague left running. */
export const useRewrites = () => {
  const queryClient = useQueryClient();
  const [logs, setLogs] = useState<readonly RewriteLog[]>([]);
  const streams = useRef(new Map<number, () => void>());
  const { data: running } = useQuery(fresh(rewritesQuery));

  const notSetUp = useNoAi();

  const change = (id: number, make: (log: RewriteLog) => RewriteLog) =>
    setLogs((before) => changeLog(before, id, make));
  const stop = (id: number) => {
    streams.current.get(id)?.();
    streams.current.delete(id);
  };

  const follow = (id: number, wait: boolean, onEnd: (told: JobEnd) => void) => {
    stop(id);
    const path = `/api/news/${id}/rewrite/events${wait ? '?wait=1' : ''}`;
    const end = followJob(path, {
      onStep: (step) => change(id, (log) => addSteps(log, [step])),
      onEnd: (told) => {
        streams.current.delete(id);
        change(id, (log) => endLog(log, told));
        onEnd(told);
      },
    });
    streams.current.set(id, end);
  };

  /** Those that a reload left running. */
  const reconnect = useEffectEvent((found: NonNullable<typeof running>) => {
    for (const { articleId, title, steps } of found) {
      if (streams.current.has(articleId) || streams.current.size >= AT_ONCE) continue;
      setLogs((before) => putLog(before, addSteps(newLog(articleId, title), steps)));
      follow(articleId, false, ({ state }) => {
        // Its end could not be heard: no log is better than one that never ends.
        if (state === 'none') {
          setLogs((before) => before.filter((log) => log.articleId !== articleId));
        }
        void refreshNews(queryClient);
      });
    }
  });
  useEffect(() => reconnect(running ?? []), [running]);

  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const close of open.values()) close();
      open.clear();
    };
  }, []);

  const rewrite = async ({ id, title }: { id: number; title: string }) => {
    setLogs((before) => putLog(before, newLog(id, title)));
    follow(id, true, () => undefined);
    try {
      const response = await adminSend('POST', '/api/news/{id}/rewrite', { params: { id } });
      const done = { state: 'done', message: response.message } as const;
      change(id, (log) => endLog(addSteps(log, response.steps), done));
      sayNews('Article Rewritten', response.message);
    } catch (error) {
      const message = serverMessage(error) ?? 'Failed to rewrite article';
      change(id, (log) => endLog(addSteps(log, stepsIn(error)), { state: 'failed', message }));
      toastError(message);
    } finally {
      stop(id);
      void refreshNews(queryClient);
    }
  };

  /** One after another: each takes a connection, and the AI service its time. */
  const rewriteAll = async (articles: readonly { id: number; title: string }[]) => {
    for (const article of articles) await rewrite(article);
  };

  const runningIds = new Set(
    logs.filter(({ state }) => state === 'running').map(({ articleId }) => articleId),
  );
  return {
    logs,
    /** Why none can be started; null where they can. */
    notSetUp,
    rewrite,
    rewriteAll,
    isRunning: (id: number) => runningIds.has(id),
    isFull: runningIds.size >= AT_ONCE,
    /** Removes ended logs from the screen. */
    clear: () => setLogs((before) => before.filter(({ state }) => state === 'running')),
  };
};
