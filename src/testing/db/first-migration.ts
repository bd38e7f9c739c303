import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { withClient } from '#platform/db/client.server.ts';
import { migrationsFolder } from '#platform/db/migrate.server.ts';

interface Journal {
  entries: { tag: string; idx: number }[];
}

export const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));

/** Makes the tables as they were after a number of migrations. */
const migrateSome = async (url: string, count: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journal = await readJournal();
    const cut = { ...journal, entries: journal.entries.slice(0, count) };
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(cut));
    await withClient(url, (client) => migrate(drizzle(client), { migrationsFolder: folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Makes the tables as the first release had them. */
export const migrateFirst = (url: string): Promise<void> => migrateSome(url, 1);

/** Makes the tables as they were before this migration. */
export const migrateBefore = async (url: string, tag: string): Promise<void> => {
  const { entries } = await readJournal();
  const at = entries.findIndex((entry) => entry.tag === tag);
  if (at === -1) throw new Error(`There is no migration ${tag}`);
  await migrateSome(url, at);
};
