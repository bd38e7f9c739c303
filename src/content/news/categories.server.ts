import { and, isNotNull } from 'drizzle-orm';
import type { Reader } from '#kit/reader.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { news } from './news.collection.ts';

const MAX = 200;

/** Names of the categories that articles carry; an anonymous visitor's are those of published ones. */
export const listCategories = async (
  db: Executor,
  { table, conditionOf }: Reader<typeof news>,
  viewer: Viewer,
): Promise<string[]> => {
  const { category } = table;
  const rows = await db
    .selectDistinct({ category })
    .from(table)
    .where(and(isNotNull(category), conditionOf({ viewer })))
    .orderBy(category)
    .limit(MAX);
  return rows.flatMap((row) => row.category ?? []);
};
