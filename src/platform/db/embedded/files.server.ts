import { access, constants, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

/** Whole or not at all, even when the machine loses power in between. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
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

/** Ends with the process that holds it, however that process ends. */
export type FileLock = { release(): void };

/**
 * Locks a file for this process, or returns undefined while another one has it. Node has no file lock of its own; SQLite's is the
 * kernel's, so a stale lock cannot exist. Nothing is ever stored in the file.
 */
export async function tryLock(path: string): Promise<FileLock | undefined> {
  // SQLite does not say why it cannot write. The file is not opened to find out: to close it would end our own lock on it.
  await access(dirname(path), constants.W_OK);
  if (await exists(path)) await access(path, constants.W_OK);
  const handle = new DatabaseSync(path);
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return { release: () => handle.close() };
  } catch (error) {
    handle.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      return undefined;
    }
    throw error;
  }
}
