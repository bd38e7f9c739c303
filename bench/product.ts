import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { SERVER_ENV, SERVER_FLAGS } from '../scripts/lib/node-flags.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY = /^Ready in/m;
const START_LIMIT_MS = 120_000;

export interface Product {
  port: number;
  url: string;
  startMs: number;
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Memory of another process; 0 where the system has no /proc. */
const readMemoryMb = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return 0;
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** The product as an operator starts it, on a folder and a port of its own. Without `databaseUrl` its database is the embedded one. */
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
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const startMs = await new Promise<number>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data.toString();
      if (READY.test(output)) resolve(performance.now() - since);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The server is not ready:\n${output}`)),
      START_LIMIT_MS,
    ).unref();
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    port,
    url,
    startMs,
    memoryMb: () => readMemoryMb(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
