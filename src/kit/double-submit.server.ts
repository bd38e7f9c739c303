import { isDeepStrictEqual } from 'node:util';
import { desc, gt, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import type { AnyItem, Collection } from './collection.ts';
import { tableOf } from './table.server.ts';

/** Longer than two clicks, shorter than a second thought. */
const REPEAT_SECONDS = 10;

/** The same row, made a moment ago: the second half of a double submit. Its sender waits for the first. */
export const findRepeated = async (
  tx: Executor,
  collection: Collection,
  draft: Record<string, unknown>,
): Promise<AnyItem | undefined> => {
  const table = tableOf(collection);
  await tx.execute(sql`lock table ${table} in share row exclusive mode`);
  const rows: AnyItem[] = await tx
    .select()
    .from(table)
    .where(gt(table.createdAt, sql`clock_timestamp() - make_interval(secs => ${REPEAT_SECONDS})`))
    .orderBy(desc(table.id))
    .limit(50);
  return rows.find((item) =>
    Object.entries(draft).every(([key, value]) => isDeepStrictEqual(item[key], value)),
  );
};
