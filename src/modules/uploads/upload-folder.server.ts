import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#platform/errors.ts';

/** The only names that are ever read: random, so that none can be guessed or made up. */
const NAME = /^[0-9a-f]{32}\.webp$/;

const folderOf = (dataDir: string) => join(dataDir, 'uploads');

const writeDurably = async (path: string, data: Uint8Array) => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Keeps the bytes under a new name; the file appears whole or not at all. */
export const storeUpload = async (dataDir: string, data: Uint8Array): Promise<string> => {
  const folder = folderOf(dataDir);
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const unfinished = join(folder, `${name}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await writeDurably(unfinished, data);
    await rename(unfinished, join(folder, name));
    return name;
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new AppError('unavailable', 'The image could not be stored on the server', { cause });
  }
};

/** The answer for /uploads/{name}, or null when there is no such file. */
export const serveUpload = async (dataDir: string, name: string): Promise<Response | null> => {
  if (!NAME.test(name)) return null;
  try {
    const data = await readFile(join(folderOf(dataDir), name));
    return new Response(new Uint8Array(data), {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(data.length),
        // A name never gets other bytes.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
