import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { ask } from '#testing/serve.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../scripts/lib/node-flags.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ADDRESS = /https?:\/\/[^\s/]+:(\d+)/;
const EDITOR = { email: 'editor@example.com', password: 'a long pass phrase' };
const START_LIMIT_MS = 120_000;

const running = new Set<number>();
const folders: string[] = [];

/** Open to the account that the embedded PostgreSQL runs under. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'fos-fault-'));
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
};

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
};

/** Root writes wherever it wants; without these two rights it may do what a folder's permissions say. */
const BOUND = ['--bounding-set', '-dac_override,-dac_read_search', '--', process.execPath];
const isRoot = process.getuid?.() === 0;

/** Whether permissions can bind a program that the tests start: a container may forbid root to give up a right. */
export const canBind = (): boolean =>
  !isRoot || spawnSync('setpriv', [...BOUND, '--version']).status === 0;

const commandOf = (args: readonly string[], isBound: boolean): [string, string[]] =>
  isBound && isRoot && canBind()
    ? ['setpriv', [...BOUND, ...SERVER_FLAGS, ...args]]
    : [process.execPath, [...SERVER_FLAGS, ...args]];

interface ProgramOptions {
  /** The permissions of files bind it, even when the tests are run by root. */
  isBound?: boolean;
}

/** A program of the product in a process group of its own, as a supervisor starts it. */
export const runProgram = (
  args: readonly string[],
  env: Record<string, string>,
  { isBound = false }: ProgramOptions = {},
) => {
  const child = spawn(...commandOf(args, isBound), {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...SERVER_ENV,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const pid = child.pid ?? 0;
  running.add(pid);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    running.delete(pid);
    return { code, said };
  });
  return {
    pid,
    ended,
    said: () => said,
    kill: (name: NodeJS.Signals = 'SIGKILL') => signal(pid, name),
    /** Every process of the group hears it, as under systemd. */
    killGroup: (name: NodeJS.Signals) => signal(-pid, name),
  };
};

const SERVER = 'src/app/main.server.ts';

export const serverEnv = (place: Record<string, string>) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  NODE_ENV: 'production',
  LINK_CHECK_CRON: '',
  ADMIN_EMAIL: EDITOR.email,
  ADMIN_PASSWORD: EDITOR.password,
  ...place,
});

/** The built server, ready to answer; what it took to get there is `startMs`. */
export const startServer = async (place: Record<string, string>, options?: ProgramOptions) => {
  const since = performance.now();
  const program = runProgram([SERVER], serverEnv(place), options);
  const isOver = program.ended.then(({ said }) => {
    throw new Error(`The server ended:\n${said}`);
  });
  isOver.catch(() => undefined);
  const becomeReady = async () => {
    while (!/^Ready in/m.test(program.said())) {
      if (performance.now() - since > START_LIMIT_MS) throw new Error(program.said());
      await sleep(20);
    }
  };
  await Promise.race([becomeReady(), isOver]);
  const port = Number(ADDRESS.exec(program.said())?.[1]);
  return { ...program, port, startMs: performance.now() - since };
};

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Signs in through the front door; returns the cookie. */
export const signIn = async (port: number): Promise<string> => {
  const reply = await ask(port, '/api/auth/login', { method: 'POST', json: EDITOR });
  const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0];
  if (!cookie) throw new Error(`Sign-in was answered with ${reply.status}: ${reply.text}`);
  return cookie;
};

/** Ends what a test left running, the databases of killed servers too, and takes its folders away. */
export const cleanUp = async () => {
  for (const pid of running) signal(-pid, 'SIGKILL');
  for (const folder of folders.splice(0)) {
    const postmaster = await findPostmaster(join(folder, 'postgres')).catch(() => undefined);
    if (postmaster) signal(postmaster, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
};
