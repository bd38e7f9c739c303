import cluster from 'node:cluster';
import { pino } from 'pino';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { explainStart } from './boot/explain.server.ts';
import { fillSearch } from './boot/fill-search.server.ts';
import { writeGreeting } from './boot/greeting.server.ts';
import { startNode } from './boot/node.server.ts';
import { prepare } from './boot/prepare.server.ts';
import { loadRenderer } from './boot/renderer.server.ts';
import { findPort, loadSettings } from './boot/settings.server.ts';
import { stopOnSignals } from './boot/stop.server.ts';
import { startWorkers } from './boot/workers.server.ts';

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
