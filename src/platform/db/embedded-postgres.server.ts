import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, escapeIdentifier } from 'pg';
import { installBinaries } from './embedded/binaries.server.ts';
import {
  EmbeddedPostgresError,
  ensureDataFolder,
  explainFault,
  explainOutput,
} from './embedded/fault.server.ts';
import { randomName, readIfThere, withFileLock } from './embedded/files.server.ts';
import { type Hold, holdServer, isLastUser, watchUsers } from './embedded/hold.server.ts';
import { findPlace } from './embedded/place.server.ts';
import { findAddress, type StartPlan, stopPostmaster } from './embedded/postmaster.server.ts';
import { giveTo, giveTreeTo, runAs } from './embedded/runner.server.ts';

// The builtin locale sorts and folds the same on every system, whatever libraries that system has.
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The initdb of a killed start may still be writing: its draft has a name of its own, and goes when it can. */
async function sweepDrafts(cluster: string): Promise<void> {
  const home = dirname(cluster);
  for (const name of await readdir(home)) {
    if (!name.startsWith(`${basename(cluster)}.draft-`)) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

/** Made beside its place and then renamed, so that a killed start never leaves half a cluster under the real name. */
async function createCluster({ place, binaries, address, durable }: StartPlan): Promise<void> {
  await sweepDrafts(place.cluster);
  const draft = `${place.cluster}.draft-${randomName()}`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(place.runner, draft);
  const { code, output } = await runAs(place.runner, binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    ...LOCALE,
    ...address.initArgs,
    ...(durable ? [] : ['--no-sync']),
  ]);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw explainOutput(output, dirname(place.cluster));
  }
  await rename(draft, place.cluster);
  await syncFolder(dirname(place.cluster));
}

/** Call it under the lock of the data folder. Returns whether the cluster had to be made. */
async function ensureCluster(plan: StartPlan): Promise<boolean> {
  const { cluster, runner } = plan.place;
  const version = (await readIfThere(join(cluster, 'PG_VERSION')))?.trim();
  if (version === plan.binaries.major) {
    await giveTreeTo(runner, cluster);
    return false;
  }
  if (version !== undefined) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster} is of PostgreSQL ${version}, this is ${plan.binaries.major}; move it over with a dump, or set DATABASE_URL.`,
    );
  }
  const found = await readdir(cluster).catch(() => []);
  if (found.length > 0) {
    throw new EmbeddedPostgresError(
      `${cluster} holds files that are not a database; move them away.`,
    );
  }
  await createCluster(plan);
  return true;
}

const DATABASE_NAME = 'family_office_software';

async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (found.rowCount === 0)
    await client.query(`CREATE DATABASE ${escapeIdentifier(DATABASE_NAME)}`);
}

export type EmbeddedOptions = {
  dataDir: string;
  log: (message: string) => void;
  /** Only for data that may be lost: the tests. */
  durable?: boolean;
};

export type Embedded = { url: string; started: boolean; stop: (seconds?: number) => Promise<void> };

type Held = { hold: Hold; started: boolean; plan: StartPlan };

async function bringUp(dataDir: string, { log, durable = true }: EmbeddedOptions): Promise<Held> {
  const place = await findPlace(dataDir, log);
  const binaries = await installBinaries(dataDir, place.runner);
  const address = await findAddress(dataDir, place.sockets);
  const plan = { place, binaries, address, durable, logFile: join(dataDir, 'postgres.log') };
  if (await ensureCluster(plan)) log('made a new PostgreSQL cluster');
  const { hold, started } = await holdServer(plan, log);
  const held = { hold, started, plan };
  try {
    await watchUsers(plan);
    await ensureDatabase(hold.client);
    return held;
  } catch (error) {
    await letGo(held);
    throw error;
  }
}

/** Call it under the lock of the data folder. The last user turns the server off. */
async function letGo({ hold, plan }: Held, seconds?: number): Promise<void> {
  const isLast = await isLastUser(hold).catch(() => false);
  if (isLast) await stopPostmaster(plan.place, plan.binaries, seconds);
  await hold.client.end().catch(() => {});
}

/**
 * Brings up the PostgreSQL of this data folder, or joins it when it runs already. Every process that uses it holds a
 * shared advisory lock on it for as long as it lives; the last one to stop turns the server off. When the last one is
 * killed, the server sees within a second that it is unused, and stops. If it dies, its users bring it up again.
 */
export async function startOrJoinEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options;
  let dataDir = options.dataDir;
  const bringUpLocked = () =>
    withFileLock(
      join(dataDir, 'postgres.lock'),
      () => bringUp(dataDir, options),
      () => log('waiting for another process that is starting the database'),
    );

  let held: Held;
  try {
    await ensureDataFolder(dataDir);
    dataDir = await realpath(dataDir);
    held = await bringUpLocked();
  } catch (error) {
    throw explainFault(error, dataDir);
  }

  const { started, plan } = held;
  let isClosing = false;
  let recovery: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  async function recover(): Promise<void> {
    log('the embedded PostgreSQL went away; bringing it up again');
    while (!isClosing) {
      try {
        held = await bringUpLocked();
        watch(held.hold);
        log('the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log(explainFault(error, dataDir).message);
        await sleep(1000, undefined, { ref: false });
      }
    }
  }

  // Unreferenced, so that it never keeps a process alive that has nothing else to do.
  function watch({ client, socket }: Hold): void {
    socket.unref();
    client.once('end', () => {
      if (!isClosing) recovery = recover();
    });
  }

  async function stop(seconds?: number): Promise<void> {
    isClosing = true;
    await recovery;
    await withFileLock(join(dataDir, 'postgres.lock'), () => letGo(held, seconds));
  }

  watch(held.hold);
  return {
    url: plan.address.urlOf(DATABASE_NAME),
    started,
    stop: (seconds) => {
      stopping ??= stop(seconds);
      return stopping;
    },
  };
}
