import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { tellClusterMetrics } from './cluster-metrics.server.ts';
import { CannotStart } from './explain.server.ts';

const QUICK_MS = 2000;
const PAUSE_MS = 1000;
const STOP_MS = 7500;

/** Several serving processes on one port; one that dies is replaced. */
export const startWorkers = async (count: number, env: NodeJS.ProcessEnv, log: Logger) => {
  tellClusterMetrics();
  let isClosing = false;
  let port = 0;

  const fork = (): Worker => {
    const born = Date.now();
    const worker = cluster.fork(env);
    worker.on('listening', (address) => {
      port = address.port;
    });
    worker.on('exit', (code, signal) => {
      if (isClosing) return;
      log.error({ pid: worker.process.pid, code, signal }, 'a serving process died; replacing it');
      // One that dies at once is not started again and again without a breath.
      const pause = Date.now() - born < QUICK_MS ? PAUSE_MS : 0;
      setTimeout(() => {
        if (!isClosing) fork();
      }, pause);
    });
    return worker;
  };

  const close = async () => {
    isClosing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const end = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, STOP_MS);
    const gone = workers.map((worker) => (worker.isDead() ? null : once(worker, 'exit')));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(gone);
    clearTimeout(end);
  };

  const isUp = (worker: Worker) => {
    const up = Promise.withResolvers<void>();
    worker.once('listening', () => up.resolve());
    worker.once('exit', () => up.reject(new CannotStart('A serving process did not start.')));
    return up.promise;
  };

  try {
    await Promise.all(Array.from({ length: count }, () => isUp(fork())));
  } catch (error) {
    await close();
    throw error;
  }
  return { port, close };
};
