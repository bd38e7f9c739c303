import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#platform/db/database.server.ts';
import { UPLOAD_NAME } from '#platform/upload-size.ts';
import { saveUpload } from './upload-store.server.ts';
import { uploads } from './uploads.tables.server.ts';

/**
 * Copies the pictures of an older release into the database, each in a transaction of its own: a killed process
 * resumes at the next start. The files stay where they are.
 */
export const importUploads = async (
  db: Database,
  dataDir: string,
  say: (line: string) => void,
): Promise<void> => {
  // Where earlier releases stored them.
  const folder = join(dataDir, 'uploads');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((each) => each.isFile() && UPLOAD_NAME.test(each.name));
  if (files.length === 0) return;
  const stored = new Set((await db.select().from(uploads)).map(({ name }) => name));
  let count = 0;
  for (const { name } of files) {
    if (stored.has(name)) continue;
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
