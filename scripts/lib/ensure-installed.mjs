import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime, readOr, root, Stop, say, seconds, sha256 } from './project.mjs';

const lockfile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.install-stamp');

/** npm's own note of what it installed: a plain `npm install` that followed the lockfile needs no second one. */
function followsLockfile() {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const found = JSON.parse(readFileSync(note, 'utf8')).packages;
  const isMet = ([path, entry]) => {
    if (path === '') return true;
    if (!found[path]) return entry.optional === true;
    return found[path].version === entry.version && found[path].integrity === entry.integrity;
  };
  return Object.entries(wanted).every(isMet) && Object.keys(found).every((path) => wanted[path]);
}

function runNpmCi() {
  // The Node that runs npm, since npm is about to replace the one that may be running this.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const isWindows = process.platform === 'win32';
  return new Promise((resolve) => {
    const child = npm
      ? spawn(node, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
      : spawn('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(code === 0 ? undefined : `npm ci ended with ${code}`));
  });
}

/** Installs exactly what the lockfile says, unless that is what is there. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Stop(`Node 20 or newer is needed to begin, this is ${process.version}.`);
  }
  if (!existsSync(lockfile)) throw new Stop(`package-lock.json is missing in ${root}: restore it.`);
  const hash = sha256(readFileSync(lockfile));
  const isDone = () => readOr(stamp, '') === hash;
  if (isDone()) return;
  await oneAtATime('installation', async () => {
    if (isDone()) return;
    if (!followsLockfile()) {
      const since = performance.now();
      say('Installing what package-lock.json names (only when it has changed; about a minute) …');
      const failure = await runNpmCi();
      if (failure) {
        throw new Stop(
          `The installation failed: ${failure}. It needs npm 10 or newer, the npm registry, and a folder that can be written: ${root}`,
        );
      }
      say(`Installed in ${seconds(since)}.`);
    }
    writeFileSync(stamp, hash);
  });
}
