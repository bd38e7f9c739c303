import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { type Logger, pino } from 'pino';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { tellClusterMetrics } from './boot/cluster-metrics.server.ts';
import { CannotStart, explainStart } from './boot/explain.server.ts';
import { fillSearch } from './boot/fill-search.server.ts';
import { writeGreeting } from './boot/greeting.server.ts';
import { startNode } from './boot/node.server.ts';
import { prepare } from './boot/prepare.server.ts';
import { loadRenderer } from './boot/renderer.server.ts';
import { findPort, loadSettings } from './boot/settings.server.ts';
import { stopOnSignals } from './boot/stop.server.ts';

const QUICK_MS = 2000;
const PAUSE_MS = 1000;
const STOP_MS = 7500;

/** Several serving processes on one port; one that dies is replaced. */
const startWorkers = async (count: number, env: NodeJS.ProcessEnv, log: Logger) => {
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

const isDev = process.argv.includes('--dev');
const say = (line: string) => console.log(line);

const runWorker = async (settings: Settings) => {
  const log = pino({ level: settings.LOG_LEVEL });
  const databaseUrl = settings.DATABASE_URL ?? '';
  const node = await startNode({ settings, databaseUrl, log, renderer: await loadRenderer() });
  stopOnSignals({ close: node.close, log, ignoresInterrupt: true });
};

const runPrimary = async (settings: Settings) => {
  const log = pino({ level: settings.LOG_LEVEL });
  const renderer = isDev ? null : await loadRenderer();
  const prepared = await prepare(settings, say);
  const { databaseUrl, directUrl, secretsKey } = prepared;
  settings.SECRETS_KEY = secretsKey;
  const isAlone = isDev || settings.WEB_CONCURRENCY === 1;
  const serve = () =>
    isAlone
      ? startNode({ settings, databaseUrl, log, renderer })
      : startWorkers(
          settings.WEB_CONCURRENCY,
          { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey },
          log,
        );
  const running = await serve().catch(async (error: unknown) => {
    await prepared.stop();
    throw error;
  });
  const stopFill = prepared.isSearchFilled ? () => undefined : fillSearch(directUrl, log);
  const close = async () => {
    stopFill();
    await running.close();
    await prepared.stop();
  };
  stopOnSignals({ close, log });
  // The wait counts from the start of the process.
  const ms = performance.now();
  say(writeGreeting({ port: running.port, settings, firstAdmin: prepared.firstAdmin, ms }));
};

let settings: Settings | undefined;
try {
  settings = loadSettings();
  if (cluster.isPrimary) {
    process.env.PORT = String(await findPort(settings));
    settings = readSettings(process.env);
  }
  await (cluster.isWorker ? runWorker(settings) : runPrimary(settings));
} catch (error) {
  process.stderr.write(`${explainStart(error, settings)}\n`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
