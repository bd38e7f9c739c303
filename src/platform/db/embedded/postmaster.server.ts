import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, readFile, readlink, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '#platform/causes.server.ts';
import type { Binaries } from './binaries.server.ts';
import { explainOutput } from './fault.server.ts';
import { readIfThere, writeWhole } from './files.server.ts';
import type { Place } from './place.server.ts';
import { RUN_ENV, runAs } from './runner.server.ts';

/** How the server is reached: what initdb and postgres are told, and the address that follows from it. */
export type Address = {
  initArgs: string[];
  settings: Record<string, string>;
  urlOf: (database: string) => string;
};

// Caller settings such as PGPORT or PGSSLMODE would fill every gap in the address, so it has none.
const PORT = 5432;

function socketAddress(sockets: string): Address {
  return {
    initArgs: ['--auth=trust'],
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    urlOf: (database) =>
      `postgresql://postgres@${encodeURIComponent(sockets)}:${PORT}/${database}?sslmode=disable`,
  };
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  return String(typeof bound === 'object' && bound ? bound.port : PORT);
}

async function keep(path: string, make: () => Promise<string> | string): Promise<string> {
  const existing = await readIfThere(path);
  if (existing) return existing;
  const made = await make();
  await writeWhole(path, made);
  return made;
}

/** Windows has no such socket for PostgreSQL's clients: a port that only this machine reaches, and a password. */
async function loopbackAddress(dataDir: string): Promise<Address> {
  const port = await keep(join(dataDir, 'postgres-port'), findFreePort);
  const secret = join(dataDir, 'postgres-password');
  const password = await keep(secret, () => randomBytes(24).toString('hex'));
  return {
    initArgs: ['--auth=scram-sha-256', `--pwfile=${secret}`],
    settings: { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' },
    urlOf: (database) =>
      `postgresql://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`,
  };
}

export async function findAddress(dataDir: string, sockets: string): Promise<Address> {
  return process.platform === 'win32' ? loopbackAddress(dataDir) : socketAddress(sockets);
}

export type StartPlan = {
  place: Place;
  binaries: Binaries;
  address: Address;
  durable: boolean;
  logFile: string;
};

/** `output` is set once the server has ended, with what it said from this start on. */
export type Launch = { output: string | undefined };

const LOG_LIMIT = 10_000_000;

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
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const listed = await runAs(undefined, '/bin/ps', ['-p', String(pid), '-o', 'command=']);
  return listed.output.includes('postgres');
}

async function readPidFile(
  cluster: string,
): Promise<{ pid: number; isReady: boolean } | undefined> {
  const lines = (await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isReady: lines?.[7]?.trim() === 'ready' };
}

export async function findPostmaster(cluster: string) {
  const found = await readPidFile(cluster);
  return found && (await isServerOf(found.pid, cluster)) ? found : undefined;
}

/** Only when no server runs on this cluster: what lies about then names a process that is not a server of ours. */
async function clearLeftovers({ cluster, sockets }: Place): Promise<void> {
  for (const name of await readdir(sockets)) await rm(join(sockets, name), { force: true });
  const stale = await readPidFile(cluster);
  // PostgreSQL clears a file that names a dead process by itself, but refuses to start over an empty one.
  if (!stale || isAlive(stale.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** In a session of its own: Ctrl-C in the terminal does not reach the server, and others may be using it. */
export async function launchPostmaster(plan: StartPlan): Promise<Launch> {
  await clearLeftovers(plan.place);
  if ((await sizeOf(plan.logFile)) > LOG_LIMIT) await truncate(plan.logFile);
  const from = await sizeOf(plan.logFile);
  const log = await open(plan.logFile, 'a', 0o600);
  const settings = { ...SETTINGS, ...plan.address.settings, ...(plan.durable ? {} : CARELESS) };
  const launch: Launch = { output: undefined };
  try {
    const child = spawn(
      plan.binaries.postgres,
      [
        '-D',
        plan.place.cluster,
        ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      {
        ...plan.place.runner,
        cwd: '/',
        env: RUN_ENV,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        windowsHide: true,
      },
    );
    child.once('error', (error) => {
      launch.output = error.message;
    });
    child.once('exit', async () => {
      const text = await readFile(plan.logFile).catch(() => Buffer.alloc(0));
      launch.output = text.subarray(from).toString();
    });
    child.unref();
  } finally {
    await log.close();
  }
  return launch;
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
