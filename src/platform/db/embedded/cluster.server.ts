import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError, explainOutput } from './fault.server.ts';
import { randomName, readIfThere } from './files.server.ts';
import type { StartPlan } from './postmaster.server.ts';
import { giveTo, giveTreeTo, runAs } from './runner.server.ts';

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
export async function ensureCluster(plan: StartPlan): Promise<boolean> {
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
