import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

export const children = new Set<ChildProcess>();

interface RunOptions {
  /** As a supervisor starts it: a signal to the group reaches it and what it started, and nobody else. */
  hasOwnGroup?: boolean;
}

export const runNode = (
  args: string[],
  env: NodeJS.ProcessEnv = {},
  { hasOwnGroup = false }: RunOptions = {},
) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: hasOwnGroup,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, output }));
  return { child, ended, output: () => output };
};

/** A serving process like any other, with a page that needs no build. */
const NODE_SCRIPT = `
import { pino } from 'pino';
import { readSettings } from ${urlOf('../platform/env.server.ts')};
import { startNode } from ${urlOf('../app/boot/node.server.ts')};
import { prepare } from ${urlOf('../app/boot/prepare.server.ts')};
import { stopOnSignals } from ${urlOf('../app/boot/stop.server.ts')};
const settings = readSettings(process.env);
const log = pino({ level: 'silent' });
const renderer = {
  pageParams: () => [],
  async fetch(request, { context }) {
    const { pathname } = new URL(request.url);
    if (pathname === '/crash') setImmediate(() => { throw new Error('nobody catches this'); });
    if (pathname.startsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 300));
    const response = await context.api.request('/api/vendors/addepar');
    return new Response('<title>t</title>' + await response.text() + 'x'.repeat(100_000), {
      status: response.status, headers: { 'content-type': 'text/html' } });
  },
};
const { databaseUrl, stop } = settings.DATABASE_URL
  ? { databaseUrl: settings.DATABASE_URL, stop: async () => {} }
  : await prepare(settings, () => {});
const node = await startNode({ settings, databaseUrl, log, renderer });
stopOnSignals({ close: async () => { await node.close(); await stop(); }, log });
console.log('port ' + node.port);
`;

const childrenOf = async (parent: number): Promise<number[]> => {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      : '';
    if (Number(stat.split(') ')[1]?.split(' ')[1]) === parent) found.push(Number(name));
  }
  return found;
};

/** As systemd does it by default: every process of the service is told, the database's too. */
export const signalAll = async (server: number, postmaster: number) => {
  for (const pid of [...(await childrenOf(postmaster)), postmaster, server]) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended already.
    }
  }
};

/** The first line of its output that starts with the word, without it. */
const readLine = ({ child, ended }: ReturnType<typeof runNode>, word: string) =>
  new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith(`${word} `)) resolve(line.slice(word.length + 1));
    });
    void ended.then(({ output }) => reject(new Error(output)));
  });

/** On the named database, or on the embedded one of the named folder. */
type Place = ({ DATABASE_URL: string } | { DATA_DIR: string }) & Record<string, string>;

const envOf = (place: Place) => ({
  ...place,
  PORT: '0',
  HOST: '127.0.0.1',
  NODE_ENV: 'test',
});

export const startServing = async (place: Place, options?: RunOptions) => {
  const run = runNode(['--input-type=module', '-e', NODE_SCRIPT], envOf(place), options);
  return { ...run, port: Number(await readLine(run, 'port')) };
};

/** The built site; a second port answers how many bytes are in use when all garbage is collected. */
const SITE_SCRIPT = `
import { createServer } from 'node:http';
import { pino } from 'pino';
import { readSettings } from ${urlOf('../platform/env.server.ts')};
import { startNode } from ${urlOf('../app/boot/node.server.ts')};
import { loadRenderer } from ${urlOf('../app/boot/renderer.server.ts')};
const node = await startNode({
  settings: readSettings(process.env),
  databaseUrl: process.env.DATABASE_URL,
  log: pino({ level: 'silent' }),
  renderer: await loadRenderer(),
});
const inspector = createServer(async (_req, res) => {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  res.end(String(heapUsed + external));
});
inspector.listen(0, '127.0.0.1', () => console.log('ports ' + node.port + ' ' + inspector.address().port));
`;

export const startSite = async (databaseUrl: string, settings: Record<string, string> = {}) => {
  const args = [
    '--expose-gc',
    '--max-old-space-size=512',
    '--input-type=module',
    '-e',
    SITE_SCRIPT,
  ];
  const run = runNode(args, envOf({ ...settings, DATABASE_URL: databaseUrl }));
  const [port = 0, inspectPort = 0] = (await readLine(run, 'ports')).split(' ').map(Number);
  return { ...run, port, inspectPort };
};

/** Asks again and again over keep-alive connections, and counts responses that did not arrive whole. */
export const load = (
  port: number,
  pathOf = (visitor: number, n: number) => `/slow-${visitor % 5}/${n}`,
  connections = 20,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const seen = { whole: 0, putOff: 0, cut: [] as string[] };
  let isOver = false;
  const once = (visitor: number, n: number) =>
    new Promise<void>((resolve) => {
      let expected = -1;
      let received = 0;
      const req = request({ port, host: '127.0.0.1', path: pathOf(visitor, n), agent }, (res) => {
        expected = Number(res.headers['content-length']);
        res.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        res.on('error', () => undefined);
        res.on('close', () => {
          const isWhole = received === expected;
          if (isWhole && res.statusCode === 200) seen.whole += 1;
          else if (isWhole && res.statusCode === 503) seen.putOff += 1;
          else seen.cut.push(`${res.statusCode} ${received}/${expected}`);
          resolve();
        });
      });
      req.on('error', (error) => {
        // A port that is closed is no cut response.
        if (expected === -1 && !('code' in error && error.code === 'ECONNREFUSED')) {
          seen.cut.push(error.message);
        }
        resolve();
      });
      req.end();
    });
  const visitors = Array.from({ length: connections }, async (_, i) => {
    for (let n = 0; !isOver; n += 1) {
      await once(i, i * 1000 + n);
      await sleep(5);
    }
  });
  return {
    seen,
    /** However fast the machine is, so many responses have come. */
    async arrive(count: number) {
      while (seen.whole < count) await sleep(20);
    },
    async end() {
      isOver = true;
      await Promise.all(visitors);
      agent.destroy();
    },
  };
};
