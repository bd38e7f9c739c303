import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, Stop } from './project.mjs';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PRELOAD = new URL('./end-with-parent.mjs', import.meta.url).href;

const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The machine's own Node, where npm has none for this platform and it is new enough. */
function machineNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Stop(
    `Node 24 is needed, this is ${process.version}, and npm has none for ${process.platform}-${process.arch}: install Node 24.`,
  );
}

/** Before anything is installed: is there a Node, or will there be one, to run the project with? */
export function checkNode({ packages }) {
  if (!packages[`node_modules/${PACKAGE}`]) machineNode();
}

/** The Node that the lockfile brings, else the machine's. */
function pinnedNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(root, 'node_modules', PACKAGE, 'bin', program);
  return existsSync(path) ? path : machineNode();
}

/** The script behind a command of an installed package, to be run by the pinned Node. */
export function toolPath(packageName, command) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** The parent of the shell that npm runs us in; elsewhere than on Linux only the shell itself is watched. */
function grandparent() {
  if (process.platform !== 'linux') return undefined;
  try {
    // The name in brackets may hold anything; the parent is the second field after it.
    return readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
  } catch {
    return undefined;
  }
}

/** Told to stop, npm ends only the shell between us; killed, it leaves that shell behind. Both are noticed. */
function onLostParent(act) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const npm = grandparent();
  const timer = setInterval(() => {
    if (process.ppid === parent && grandparent() === npm) return;
    clearInterval(timer);
    act();
  }, 500);
  return () => clearInterval(timer);
}

/**
 * Runs the pinned Node to its end and returns its exit code. The child gets a session of its own, because Ctrl-C in a
 * terminal arrives here twice (from the terminal and from npm) and the child must hear it once: a second one means 'now'.
 */
export function runPinned(args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode(), ['--import', PRELOAD, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let heard = Number.NEGATIVE_INFINITY;
    const passOn = (signal) => {
      const isEcho = performance.now() - heard < 1000;
      heard = performance.now();
      if (!isEcho) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const stopWatching = onLostParent(() => passOn('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopWatching();
      for (const name of PASSED_ON) process.off(name, passOn);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** The same with the output kept instead of shown. */
export function capturePinned(args, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }),
    );
  });
}
