import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQueryOr, fresh } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { useNoAi } from '#admin/no-ai.ts';
import { toastError } from '#admin/toast.ts';
import { followJob } from '#content/news/admin/follow-job.ts';
import { refreshNews, sayNews } from '#content/news/admin/news-data.ts';
import type { JobEnd, JobEvent } from '#content/news/jobs/job-event.ts';
import { ApiError } from '#platform/api-error.ts';
import {
  addSteps,
  changeLog,
  dropLog,
  endLog,
  newLog,
  putLog,
  type RewriteLog,
} from './rewrite-log.ts';

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

  const change = useCallback(
    (id: number, make: (log: RewriteLog) => RewriteLog) =>
      setLogs((before) => changeLog(before, id, make)),
    [],
  );
  const stop = useCallback((id: number) => {
    streams.current.get(id)?.();
    streams.current.delete(id);
  }, []);

  const follow = useCallback(
    (id: number, wait: boolean, onEnd: (told: JobEnd) => void) => {
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
    },
    [change, stop],
  );

  // Reconnects to running rewrites after a reload.
  useEffect(() => {
    for (const { articleId, title, steps } of running ?? []) {
      if (streams.current.has(articleId) || streams.current.size >= AT_ONCE) continue;
      setLogs((before) => putLog(before, addSteps(newLog(articleId, title), steps)));
      follow(articleId, false, ({ state }) => {
        // Its end could not be heard: no log is better than one that never ends.
        if (state === 'none') setLogs((before) => dropLog(before, articleId));
        void refreshNews(queryClient);
      });
    }
  }, [running, follow, queryClient]);

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

export type Rewrites = ReturnType<typeof useRewrites>;
