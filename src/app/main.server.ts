import { pino } from 'pino';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { explainStart } from './boot/explain.server.ts';
import { writeGreeting } from './boot/greeting.server.ts';
import { startNode } from './boot/node.server.ts';
import { prepare } from './boot/prepare.server.ts';
import { loadRenderer } from './boot/renderer.server.ts';
import { findPort, loadSettings } from './boot/settings.server.ts';
import { stopOnSignals } from './boot/stop.server.ts';

const isDev = process.argv.includes('--dev');
const say = (line: string) => console.log(line);

const run = async (settings: Settings) => {
  const log = pino({ level: settings.LOG_LEVEL });
  const renderer = isDev ? null : await loadRenderer();
  const prepared = await prepare(settings, say);
  const { databaseUrl } = prepared;
  settings.SECRETS_KEY = prepared.secretsKey;
  const node = await startNode({ settings, databaseUrl, log, renderer }).catch(
    async (error: unknown) => {
      await prepared.stop();
      throw error;
    },
  );
  const close = async () => {
    await node.close();
    await prepared.stop();
  };
  stopOnSignals({ close, log });
  // The wait counts from the start of the process.
  const ms = performance.now();
  say(writeGreeting({ port: node.port, settings, firstAdmin: prepared.firstAdmin, ms }));
};

let settings: Settings | undefined;
try {
  settings = loadSettings();
  process.env.PORT = String(await findPort(settings));
  settings = readSettings(process.env);
  await run(settings);
} catch (error) {
  process.stderr.write(`${explainStart(error, settings)}\n`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
