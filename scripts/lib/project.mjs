import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const say = (line) => console.error(line);

/** A reason that a person can act on: shown as one line, without a stack. */
export class Stop extends Error {}

export async function runOrExplain(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** Runs a command to its exit code; `--help` says what it does. */
export async function runCommand(help, work) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) console.log(help);
  else await runOrExplain(() => work(args));
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const TOLD_EVERY_MS = 10_000;

/** Says what is being done, how long that usually takes, that it still goes on, and how long it took. */
export async function withProgress(what, usually, work) {
  const since = performance.now();
  say(`${what} (${usually}) …`);
  const timer = setInterval(() => say(`  still at it after ${seconds(since)} …`), TOLD_EVERY_MS);
  try {
    const result = await work();
    say(`  took ${seconds(since)}.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

export const sha256 = (content) => createHash('sha256').update(content).digest('hex');

export const readOr = (path, otherwise) =>
  existsSync(path) ? readFileSync(path, 'utf8') : otherwise;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** One process at a time does this work in this folder; the lock of a process that is gone counts for nothing. */
export async function oneAtATime(name, work) {
  const uid = process.getuid?.() ?? 0;
  const lock = join(tmpdir(), `fos-${name}-${uid}-${sha256(root).slice(0, 16)}.lock`);
  let told = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(readOr(lock, '0'));
    if (owner > 0 && !isAlive(owner)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!told) say(`Waiting for another process that does the ${name} …`);
    told = true;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
