import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import type { Content } from '#content/content.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { importFiles } from './import-files.server.ts';
import { readContentFolder } from './read-folder.server.ts';

const MARKER = 'starter-content';
const STARTER_LOCK = 727_402_612;

export const starterFolder = fileURLToPath(new URL('../../../starter', import.meta.url));

/** Fills an empty database once; the marker and the content commit together or not at all. */
export const loadStarter = async (content: Content, db: Database): Promise<number> => {
  const [done] = await db.select().from(appMeta).where(eq(appMeta.key, MARKER));
  if (done) return 0;
  const files = await readContentFolder(content.registry, starterFolder);
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${STARTER_LOCK})`);
    const marked = await tx
      .insert(appMeta)
      .values({ key: MARKER, value: { files: files.length } })
      .onConflictDoNothing()
      .returning();
    if (marked.length === 0) return 0;
    return importFiles(content, tx, files);
  });
};
