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

/** Makes the tables as the first release had them. */
export const migrateFirst = async (url: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journal = await readJournal();
    const cut = { ...journal, entries: journal.entries.slice(0, 1) };
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(cut));
    await withClient(url, (client) => migrate(drizzle(client), { migrationsFolder: folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
