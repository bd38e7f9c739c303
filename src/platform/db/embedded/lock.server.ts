import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { exists } from './files.server.ts';

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
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  await checkWritable(path);
  const since = Date.now();
  let told = false;
  let handle = tryLock(path);
  while (handle === undefined) {
    if (!told && Date.now() - since > 3000) {
      told = true;
      onWait();
    }
    await sleep(20 + Math.random() * 20);
    handle = tryLock(path);
  }
  try {
    return await work();
  } finally {
    handle.close();
  }
}
