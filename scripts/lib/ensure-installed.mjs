import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
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

/**
 * Compares npm's own note of what it installed with the lockfile; packages for other platforms may be in one alone, and
 * a built release runs without those of development.
 */
function followsLockfile({ withDev }) {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const found = readNote();
  if (!found) return false;
  const isMet = ([path, entry]) => {
    if (path === '') return true;
    const mayLack = entry.optional || (!withDev && (entry.dev || entry.devOptional));
    if (!found[path]) return mayLack === true;
    return found[path].version === entry.version && found[path].integrity === entry.integrity;
  };
  const isWanted = ([path, entry]) => wanted[path] !== undefined || entry.optional === true;
  return Object.entries(wanted).every(isMet) && Object.entries(found).every(isWanted);
}

/**
 * Not `npm ci`: that refuses a lockfile which lacks a package of some other platform, and a registry need not have them
 * all. `npm install --no-save` takes the versions of the lockfile and never writes it; the comparison proves it.
 */
const installAll = () =>
  runNpm(
    [
      'install',
      '--no-save',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--min-release-age=0',
      '--loglevel=error',
    ],
    { stdio: ['ignore', 2, 2] },
  );

async function install(content) {
  const count = Object.keys(JSON.parse(content).packages).length;
  const what = `Installing up to ${count} packages, as package-lock.json names them`;
  const failure = await withProgress(what, 'usually one to two minutes, once', installAll);
  if (failure) {
    throw new Stop(
      `The installation failed: ${failure}. It needs npm 10 or newer, an npm registry, and a folder that can be written: ${root}`,
    );
  }
  if (!followsLockfile({ withDev: true })) {
    throw new Stop('package.json and package-lock.json disagree: run npm install and commit both.');
  }
}

/** npm takes a platform package that it cannot get for an unneeded one, and says nothing. */
function checkNative(content, purpose) {
  const platform = currentPlatform();
  const isInstalled = (path) => existsSync(join(root, path, 'package.json'));
  const missing = findUninstalled(JSON.parse(content), { platform, isInstalled, purpose });
  if (!missing) return;
  throw new Stop(
    `${missing.name}, the part of ${missing.of} for ${platform}, is not installed: delete node_modules and run this again, and if it stays away, check that your npm registry has it.`,
  );
}

/** The note saves the next start the comparison; an image that is read-only compares each time. */
function noteInstalled(found) {
  if (readOr(stamp, '') === found) return;
  try {
    writeFileSync(stamp, found);
  } catch (error) {
    if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
  }
}

/**
 * Installs exactly what the lockfile says, unless that is what is there: for 'running' what the server loads is enough,
 * 'building' takes the packages of development too, and 'testing' their tools on every platform.
 */
export async function ensureInstalled(purpose = 'building') {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Stop(`Node 20 or newer is needed to begin, this is ${process.version}.`);
  }
  if (!existsSync(lockfile)) throw new Stop(`package-lock.json is missing in ${root}: restore it.`);
  const content = readFileSync(lockfile, 'utf8');
  checkNode(JSON.parse(content));
  const hash = sha256(content);
  const runningHash = `${hash} without development`;
  const isDone = () => {
    const done = readOr(stamp, '');
    return done === hash || (purpose === 'running' && done === runningHash);
  };
  if (!isDone()) {
    await oneAtATime('installation', async () => {
      if (isDone()) return;
      const isWhole = followsLockfile({ withDev: true });
      const isEnough = isWhole || (purpose === 'running' && followsLockfile({ withDev: false }));
      if (!isEnough) await install(content);
      noteInstalled(isEnough && !isWhole ? runningHash : hash);
    });
  }
  checkNative(content, purpose);
}
