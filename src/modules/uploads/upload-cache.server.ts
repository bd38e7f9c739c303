import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies of database rows; the folder may be deleted at any time. */
export const uploadCacheFolder = (dataDir: string) => join(dataDir, 'upload-cache');

/** Keeps a picture that was shown on the disk of this machine. The file appears whole or not at all. */
export const keepOnDisk = async (folder: string, name: string, data: Uint8Array): Promise<void> => {
  const unfinished = join(folder, `${name}.${randomUUID()}.part`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(unfinished, data, { flag: 'wx' });
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};
