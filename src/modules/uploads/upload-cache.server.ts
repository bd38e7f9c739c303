import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 1_073_741_824;
/** A file that is half written for so long was left by a process that was killed. */
const UNFINISHED_MS = 3_600_000;

/** Copies of database rows; the folder may be deleted at any time. */
export const uploadCacheFolder = (dataDir: string) => join(dataDir, 'upload-cache');

const listFiles = async (folder: string) => {
  const names = await readdir(folder).catch(() => []);
  const files = names.map(async (name) => {
    const path = join(folder, name);
    // Another process of this machine may just have removed it.
    const found = await stat(path).catch(() => undefined);
    return { path, bytes: found?.size ?? 0, since: found?.mtimeMs ?? Date.now() };
  });
  return Promise.all(files);
};

const removeOldest = async (folder: string, maxBytes: number): Promise<void> => {
  let total = 0;
  const files = (await listFiles(folder)).sort((a, b) => b.since - a.since);
  for (const { path, bytes, since } of files) {
    total += bytes;
    const isLeft = path.endsWith('.part') && since < Date.now() - UNFINISHED_MS;
    if (isLeft || total > maxBytes) await rm(path, { force: true });
  }
};

/** The pictures that this machine has shown, on its own disk; those that came first go first. */
export const createUploadCache = (folder: string, maxBytes = MAX_BYTES) => {
  let unchecked = Number.POSITIVE_INFINITY;

  /** Adding up the whole folder is worth while only now and then. */
  const keepBound = async (added: number) => {
    unchecked += added;
    if (unchecked < maxBytes / 10) return;
    unchecked = 0;
    await removeOldest(folder, maxBytes);
  };

  /** The file appears whole or not at all. */
  return async (name: string, data: Uint8Array): Promise<void> => {
    const unfinished = join(folder, `${name}.${randomUUID()}.part`);
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(unfinished, data, { flag: 'wx' });
      await rename(unfinished, join(folder, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await keepBound(data.length);
  };
};
