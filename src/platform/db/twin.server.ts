import { isDeepStrictEqual } from 'node:util';
import { desc, gt, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AnyItem } from '#kit/collection.ts';
import type { Executor } from './database.server.ts';
import { toItem } from './rows.server.ts';

/** Longer than two clicks, shorter than a second thought. */
const TWIN_SECONDS = 10;

type Table = PgTable & Record<'id' | 'createdAt', Parameters<typeof desc>[0]>;

/** The same row, made a moment ago: the second half of a double submit. Its sender waits for the first. */
export const findTwin = async (
  tx: Executor,
  table: PgTable,
  draft: Record<string, unknown>,
): Promise<AnyItem | null> => {
  const { id, createdAt } = table as Table;
  await tx.execute(sql`lock table ${table} in share row exclusive mode`);
  const rows = await tx
    .select()
    .from(table)
    .where(gt(createdAt as never, sql`clock_timestamp() - make_interval(secs => ${TWIN_SECONDS})`))
    .orderBy(desc(id))
    .limit(50);
  const twin = rows
    .map(toItem)
    .find((item) =>
      Object.entries(draft).every(([key, value]) => isDeepStrictEqual(item[key], value)),
    );
  return twin ?? null;
};
