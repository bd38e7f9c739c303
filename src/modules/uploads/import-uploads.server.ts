import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import { UPLOAD_NAME } from '#platform/upload-size.ts';
import { saveUpload } from './upload-store.server.ts';
import { uploads } from './uploads.tables.server.ts';

/** Where earlier releases stored the pictures. */
const uploadFolder = (dataDir: string) => join(dataDir, 'uploads');

const listNames = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((each) => each.isFile()).map(({ name }) => name);
};

const findMissing = async (db: Database, names: string[]): Promise<string[]> => {
  const stored = await db
    .select({ name: uploads.name })
    .from(uploads)
    .where(inArray(uploads.name, names));
  return names.filter((name) => !stored.some((each) => each.name === name));
};

/**
 * Copies the pictures of an older release into the database, each in a transaction of its own: a killed process
 * resumes at the next start. The files stay where they are.
 */
export const importUploads = async (
  db: Database,
  dataDir: string,
  say: (line: string) => void,
): Promise<void> => {
  const folder = uploadFolder(dataDir);
  const names = (await listNames(folder)).filter((name) => UPLOAD_NAME.test(name));
  if (names.length === 0) return;
  let count = 0;
  for (const name of await findMissing(db, names)) {
    const data = await readFile(join(folder, name)).catch(() => undefined);
    if (!data) {
      say(`The image ${join(folder, name)} cannot be read and was left out.`);
      continue;
    }
    await saveUpload(db, name, data);
    count += 1;
  }
  if (count > 0) say(`Took ${count} images from ${folder} into the database.`);
};
