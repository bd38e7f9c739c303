import { parentPort } from 'node:worker_threads';

/** The other end of a worker pool: one task at a time, each with a reply. */
export const serveTasks = <Task>(work: (task: Task) => unknown): void => {
  const post = (message: object) => parentPort?.postMessage(message);
  parentPort?.on('message', (task: Task) => {
    try {
      post({ kind: 'done', result: work(task) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      post({ kind: 'failed', reason: reason.slice(0, 200) });
    }
  });
  post({ kind: 'ready' });
};
