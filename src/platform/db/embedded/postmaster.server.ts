import { spawn } from 'node:child_process';
import { open, readdir, readFile, readlink, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf } from '#platform/causes.server.ts';
import type { Binaries } from './binaries.server.ts';
import { explainOutput } from './fault.server.ts';
import { readIfThere } from './files.server.ts';
import type { Place } from './place.server.ts';
import { RUN_ENV, runAs } from './runner.server.ts';

export type StartPlan = { place: Place; binaries: Binaries; durable: boolean };

/** The server as our child: `ended` resolves with what it said from this start on. */
export type Postmaster = { output: string | undefined; ended: Promise<void> };

const LOG_LIMIT = 10_000_000;
const LEFTOVERS_MS = 60_000;

const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
};

const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** A pid alone proves nothing: after a restart of the machine or the container it is another process. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.split('\0').includes(cluster)) return true;
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
  }
  if (!isAlive(pid) || process.platform === 'win32') return isAlive(pid);
  const listed = await runAs(undefined, '/bin/ps', ['-p', String(pid), '-o', 'command=']);
  return listed.output.includes('postgres');
}

async function readPid(cluster: string): Promise<number | undefined> {
  const pid = Number((await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** The process of the server that runs on this cluster. */
export async function findPostmaster(cluster: string): Promise<number | undefined> {
  const pid = await readPid(cluster);
  return pid && (await isServerOf(pid, cluster)) ? pid : undefined;
}

/** Only when no server runs on this cluster: files that are left name a process that is not a server of ours. */
async function clearLeftovers({ cluster, sockets }: Place): Promise<void> {
  for (const name of await readdir(sockets)) await rm(join(sockets, name), { force: true });
  const stale = await readPid(cluster);
  // PostgreSQL clears a file that names a dead process by itself, but refuses to start over an empty one.
  if (!stale || isAlive(stale)) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** In a process group of its own: a signal to our group does not reach it, and we stop it when nothing needs it any more. */
async function launch({ place, binaries, durable }: StartPlan): Promise<Postmaster> {
  const logFile = join(place.dataDir, 'postgres.log');
  await clearLeftovers(place);
  if ((await sizeOf(logFile)) > LOG_LIMIT) await truncate(logFile);
  const from = await sizeOf(logFile);
  const log = await open(logFile, 'a', 0o600);
  const settings = { ...SETTINGS, ...place.address.settings, ...(durable ? {} : CARELESS) };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const postmaster: Postmaster = { output: undefined, ended };
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...args], {
    ...place.runner,
    cwd: '/',
    env: RUN_ENV,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    windowsHide: true,
  });
  child.once('error', (error) => {
    postmaster.output = error.message;
    resolve();
  });
  child.once('exit', async () => {
    const text = await readFile(logFile).catch(() => Buffer.alloc(0));
    postmaster.output = text.subarray(from).toString();
    resolve();
  });
  child.unref();
  await log.close();
  return postmaster;
}

/** A connection to the server, or undefined where it is away, starting or stopping. */
export async function tryConnect(url: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    await client.end().catch(() => {});
    return undefined;
  }
}

/** Starts the server and waits until it takes connections; what passes by itself after a kill is waited for. */
export async function startPostmaster(
  plan: StartPlan,
  log: (message: string) => void,
): Promise<{ postmaster: Postmaster; client: Client }> {
  const since = Date.now();
  let isAnnounced = false;
  let postmaster = await launch(plan);
  for (;;) {
    const client = await tryConnect(plan.place.address.urlOf('postgres'));
    if (client) return { postmaster, client };
    const waited = Date.now() - since;
    if (postmaster.output !== undefined) {
      // The last processes of a killed server end within seconds.
      const isPassing = /still in use|already exists/.test(postmaster.output);
      if (!isPassing || waited > LEFTOVERS_MS) {
        throw explainOutput(postmaster.output, plan.place.cluster);
      }
      await sleep(200);
      postmaster = await launch(plan);
    }
    if (!isAnnounced && waited > 3000) {
      isAnnounced = true;
      log('PostgreSQL is putting its data in order; this may take a while');
    }
    await sleep(20);
  }
}

/**
 * The fast way of pg_ctl: open transactions are rolled back, and everything is on the disk when it returns. When that takes
 * longer than it may, the server is cut: committed writes are in its log, which the next start reads.
 */
export async function stopPostmaster(
  place: Place,
  binaries: Binaries,
  seconds = 120,
): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!(await findPostmaster(place.cluster))) return;
    const args = ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', `${seconds}`, '-s'];
    const { code, output } = await runAs(place.runner, binaries.pgCtl, args);
    if (code === 0) return;
    if (mode === 'immediate' && (await findPostmaster(place.cluster))) {
      throw explainOutput(output, place.cluster);
    }
  }
}
