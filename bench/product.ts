import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/lib/node-flags.mjs';
import { readUsage } from './usage.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Lets the benchmark read the figures that the server tells of itself. */
export const METRICS_TOKEN = 'a token of the benchmark';
const READY = /^Ready in/m;
const START_LIMIT_MS = 120_000;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

export interface Product {
  pid: number;
  port: number;
  url: string;
  startMs: number;
  usage(): ReturnType<typeof readUsage>;
  stop(): Promise<void>;
}

/** The product as an operator starts it, on a folder and a port of its own; its database is the embedded one, or the one that is named. */
export const startProduct = async (dataDir: string, databaseUrl = ''): Promise<Product> => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const since = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...SERVER_FLAGS, 'src/app/main.server.ts'], {
    cwd: ROOT,
    env: {
      ...SERVER_ENV,
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      NODE_ENV: 'production',
      LINK_CHECK_CRON: '',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      METRICS_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const startMs = await new Promise<number>((resolve, reject) => {
    const hear = (data: Buffer) => {
      said += data.toString();
      if (READY.test(said)) resolve(performance.now() - since);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
    setTimeout(
      () => reject(new Error(`The server is not ready:\n${said}`)),
      START_LIMIT_MS,
    ).unref();
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    port,
    url,
    startMs,
    usage: () => readUsage(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
