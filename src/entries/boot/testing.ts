import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

export const children = new Set<ChildProcess>();

export const runNode = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
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
import { readSettings } from ${urlOf('../../platform/env.server.ts')};
import { startNode } from ${urlOf('./node.server.ts')};
import { stopOnSignals } from ${urlOf('./stop.server.ts')};
const settings = readSettings(process.env);
const log = pino({ level: 'silent' });
const renderer = {
  knownParams: () => ['n'],
  async fetch(request, { context }) {
    const { pathname } = new URL(request.url);
    if (pathname === '/crash') setImmediate(() => { throw new Error('nobody catches this'); });
    if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = await context.api.request('/api/vendors/addepar');
    return new Response('<title>t</title>' + await answer.text() + 'x'.repeat(100_000), {
      status: answer.status, headers: { 'content-type': 'text/html' } });
  },
};
const node = await startNode({ settings, databaseUrl: process.env.DATABASE_URL, log, renderer });
stopOnSignals({ close: node.close, log });
console.log('port ' + node.port);
`;

export const startServing = async (databaseUrl: string) => {
  const env = { DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'test' };
  const run = runNode(['--input-type=module', '-e', NODE_SCRIPT], env);
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(run.child.stdout).on('line', (line) => {
      if (line.startsWith('port ')) resolve(Number(line.slice(5)));
    });
    void run.ended.then(({ output }) => reject(new Error(output)));
  });
  return { ...run, port };
};
