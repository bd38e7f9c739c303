import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
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
import { type FileLock, readIfThere, tryLock } from './embedded/files.server.ts';
import { findPlace, type Place } from './embedded/place.server.ts';
import {
  type Postmaster,
  type StartPlan,
  startPostmaster,
  stopPostmaster,
  tryConnect,
} from './embedded/postmaster.server.ts';
import { giveTo, runAs } from './embedded/runner.server.ts';

// The builtin locale sorts and folds the same on every system, whatever libraries that system has.
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];
const DATABASE_NAME = 'family_office_software';
/** A site that is stopping needs at most 10 seconds. */
const SITE_WAIT_MS = 15_000;
/** A site that is starting may have to put its data in order first. */
const COMMAND_WAIT_MS = 60_000;

export type EmbeddedOptions = {
  dataDir: string;
  log: (message: string) => void;
  /** Only for data that may be lost: the tests. */
  durable?: boolean;
};

export type Embedded = { url: string; stop: (seconds?: number) => Promise<void> };

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
async function createCluster({ place, binaries, durable }: StartPlan): Promise<void> {
  await sweepDrafts(place.cluster);
  const draft = `${place.cluster}.draft-${process.pid}-${Date.now()}`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(place.runner, draft);
  const { code, output } = await runAs(place.runner, binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    ...LOCALE,
    ...place.address.initArgs,
    ...(durable ? [] : ['--no-sync']),
  ]);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw explainOutput(output, dirname(place.cluster));
  }
  await rename(draft, place.cluster);
  await syncFolder(dirname(place.cluster));
}

/** Returns whether the cluster had to be made. */
async function ensureCluster(plan: StartPlan): Promise<boolean> {
  const { cluster } = plan.place;
  const version = (await readIfThere(join(cluster, 'PG_VERSION')))?.trim();
  if (version === plan.binaries.major) return false;
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

async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (found.rowCount === 0) {
    await client.query(`CREATE DATABASE ${escapeIdentifier(DATABASE_NAME)}`);
  }
}

async function bringUp(plan: StartPlan, log: (message: string) => void): Promise<Postmaster> {
  if (await ensureCluster(plan)) log('made a new PostgreSQL cluster');
  // A server that runs without an owner is what a killed process left.
  await stopPostmaster(plan.place, plan.binaries);
  const { postmaster, client } = await startPostmaster(plan, log);
  await ensureDatabase(client).finally(() => client.end());
  return postmaster;
}

/** Runs the server until it is stopped; when it dies meanwhile, it is brought up again. */
async function own(plan: StartPlan, lock: FileLock, log: (message: string) => void) {
  let isClosing = false;
  let recovery = Promise.resolve();
  let stopping: Promise<void> | undefined;

  async function recover(): Promise<void> {
    log('the embedded PostgreSQL went away; bringing it up again');
    while (!isClosing) {
      try {
        watch(await bringUp(plan, log));
        log('the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log(explainFault(error, plan.place.dataDir).message);
        await sleep(1000, undefined, { ref: false });
      }
    }
  }

  function watch({ ended }: Postmaster): void {
    void ended.then(() => {
      if (!isClosing) recovery = recover();
    });
  }

  async function stop(seconds?: number): Promise<void> {
    isClosing = true;
    await recovery;
    await stopPostmaster(plan.place, plan.binaries, seconds).finally(() => lock.release());
  }

  watch(await bringUp(plan, log));
  return (seconds?: number) => {
    stopping ??= stop(seconds);
    return stopping;
  };
}

/** Takes the server as its own, or returns undefined while another process owns it. */
async function tryOwn(
  place: Place,
  { log, durable = true }: EmbeddedOptions,
): Promise<Embedded | undefined> {
  const lock = await tryLock(place.lock);
  if (!lock) return undefined;
  try {
    const binaries = await installBinaries(place.dataDir);
    const stop = await own({ place, binaries, durable }, lock, log);
    return { url: place.address.urlOf(DATABASE_NAME), stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The server that another process owns; it stops when its owner does. */
async function tryShare({ address }: Place): Promise<Embedded | undefined> {
  const url = address.urlOf(DATABASE_NAME);
  const client = await tryConnect(url);
  await client?.end();
  return client && { url, stop: async () => {} };
}

async function openEmbedded(
  options: EmbeddedOptions,
  { mayShare, waitMs }: { mayShare: boolean; waitMs: number },
): Promise<Embedded> {
  const since = Date.now();
  try {
    await ensureDataFolder(options.dataDir);
    const place = await findPlace(options.dataDir, options.log);
    for (;;) {
      const embedded = (await tryOwn(place, options)) ?? (mayShare && (await tryShare(place)));
      if (embedded) return embedded;
      if (Date.now() - since > waitMs) {
        throw new EmbeddedPostgresError(
          `Another process works with the database in ${place.cluster}; stop it first, or wait for its end.`,
        );
      }
      await sleep(100);
    }
  } catch (error) {
    throw explainFault(error, options.dataDir);
  }
}

/** For the site: starts the PostgreSQL of this data folder, as the one process that owns it until `stop`. */
export const startEmbedded = (options: EmbeddedOptions): Promise<Embedded> =>
  openEmbedded(options, { mayShare: false, waitMs: SITE_WAIT_MS });

/** For a command: the PostgreSQL of the running site, or while none runs its own. */
export const borrowEmbedded = (options: EmbeddedOptions): Promise<Embedded> =>
  openEmbedded(options, { mayShare: true, waitMs: COMMAND_WAIT_MS });
