import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#platform/causes.server.ts';

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Step by step: `recursive` never comes back from a folder such as /proc, which says of its own content that it is missing. */
export async function makeFolders(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  await mkdir(path).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isFolder(path))) throw error;
  });
}

export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

export function randomName(): string {
  return randomBytes(6).toString('hex');
}

/** Whole or not at all, even when the machine loses power in between. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomName()}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

const SQLITE_BUSY = 5;

function tryLock(path: string): DatabaseSync | undefined {
  const handle = new DatabaseSync(path);
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return handle;
  } catch (error) {
    handle.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined;
    throw error;
  }
}

/** SQLite does not say why it cannot write. The file is not opened to find out: to close it would end our own lock on it. */
async function checkWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK);
  if (await exists(path)) await access(path, constants.W_OK);
}

/**
 * Runs the work while no other process runs work under the same file. Node has no file lock of its own; SQLite's is
 * the kernel's, so a killed holder lets go at once and a stale lock cannot exist. Nothing is ever stored in the file.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await checkWritable(path);
  let handle = tryLock(path);
  while (handle === undefined) {
    await sleep(20 + Math.random() * 20);
    handle = tryLock(path);
  }
  try {
    return await work();
  } finally {
    handle.close();
  }
}
