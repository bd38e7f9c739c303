import { sql } from 'drizzle-orm';
import type { Viewer } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { news } from './news.collection.ts';

const table = tableOf(widen(news));
const { category, status } = columnsOf(table);
const MAX = 200;

/** Names of the categories that articles carry; a stranger's are those of published ones. */
export const listCategories = async (db: Executor, viewer: Viewer): Promise<string[]> => {
  noteRead('news');
  const rows = await db
    .selectDistinct({ category: sql<string>`${category}` })
    .from(table)
    .where(
      viewer
        ? sql`${category} is not null`
        : sql`${category} is not null and ${status} = 'published'`,
    )
    .orderBy(sql`${category}`)
    .limit(MAX);
  return rows.map((row) => row.category);
};
