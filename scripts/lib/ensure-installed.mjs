import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode } from './pinned.mjs';
import { currentPlatform, findUninstalled } from './platform-packages.mjs';
import { oneAtATime, readOr, root, Stop, sha256, withProgress } from './project.mjs';

const lockfile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.install-stamp');

function readNote() {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
      .packages;
  } catch {
    return undefined;
  }
}

/** Compares npm's own note of what it installed with the lockfile; packages for other platforms may be in one alone. */
function followsLockfile() {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const found = readNote();
  if (!found) return false;
  const isMet = ([path, entry]) => {
    if (path === '') return true;
    if (!found[path]) return entry.optional === true;
    return found[path].version === entry.version && found[path].integrity === entry.integrity;
  };
  const isWanted = ([path, entry]) => wanted[path] !== undefined || entry.optional === true;
  return Object.entries(wanted).every(isMet) && Object.entries(found).every(isWanted);
}

/**
 * Not `npm ci`: that refuses a lockfile which lacks a package of some other platform, and a registry need not have them
 * all. `npm install --no-save` takes the versions of the lockfile and never writes it; the comparison proves it.
 */
function runNpm() {
  // The Node that runs npm, since npm may be about to replace the one that runs this.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  const include = ['--include=dev', '--include=optional'];
  const args = ['install', '--no-save', ...include, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  return new Promise((resolve) => {
    const child = npm
      ? spawn(node, [npm, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`));
  });
}

async function install(content) {
  const count = Object.keys(JSON.parse(content).packages).length;
  const what = `Installing up to ${count} packages, as package-lock.json names them`;
  const failure = await withProgress(what, 'usually one to two minutes, once', runNpm);
  if (failure) {
    throw new Stop(
      `The installation failed: ${failure}. It needs npm 10 or newer, an npm registry, and a folder that can be written: ${root}`,
    );
  }
  if (!followsLockfile()) {
    throw new Stop('package.json and package-lock.json disagree: run npm install and commit both.');
  }
}

/** npm takes a platform package that it cannot get for one that nobody needs, and says nothing. */
function checkNative(content, withDev) {
  const platform = currentPlatform();
  const isInstalled = (path) => existsSync(join(root, path, 'package.json'));
  const missing = findUninstalled(JSON.parse(content), { platform, isInstalled, withDev });
  if (!missing) return;
  throw new Stop(
    `${missing.name}, the part of ${missing.of} for ${platform}, is not installed: delete node_modules and run this again, and if it stays away, check that your npm registry has it.`,
  );
}

/** Installs exactly what the lockfile says, unless that is what is there; `withDev` looks for the tools of tests too. */
export async function ensureInstalled({ withDev = false } = {}) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Stop(`Node 20 or newer is needed to begin, this is ${process.version}.`);
  }
  if (!existsSync(lockfile)) throw new Stop(`package-lock.json is missing in ${root}: restore it.`);
  const content = readFileSync(lockfile, 'utf8');
  checkNode(JSON.parse(content));
  const hash = sha256(content);
  const isDone = () => readOr(stamp, '') === hash;
  if (!isDone()) {
    await oneAtATime('installation', async () => {
      if (isDone()) return;
      if (!followsLockfile()) await install(content);
      writeFileSync(stamp, hash);
    });
  }
  checkNative(content, withDev);
}
