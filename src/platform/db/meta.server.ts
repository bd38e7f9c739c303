import { eq } from 'drizzle-orm';
import type { Executor } from './database.server.ts';
import { appMeta } from './meta.table.server.ts';

export const readMeta = async (db: Executor, key: string): Promise<unknown> => {
  const [row] = await db.select().from(appMeta).where(eq(appMeta.key, key));
  return row?.value;
};

export const writeMeta = (db: Executor, key: string, value: unknown) =>
  db
    .insert(appMeta)
    .values({ key, value })
    .onConflictDoUpdate({ target: appMeta.key, set: { value } });
