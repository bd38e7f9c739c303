import { and, count, desc, isNotNull, ne } from 'drizzle-orm';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { news } from './news.collection.ts';

const MAX = 200;
const table = tableOf(news);

const countBy = async (db: Executor, name: typeof table.originalFeed) => {
  const articles = count();
  const rows = await db
    .select({ name, articles })
    .from(table)
    .where(and(isNotNull(name), ne(name, ''), ne(table.status, 'published')))
    .groupBy(name)
    .orderBy(desc(articles), name)
    .limit(MAX);
  return rows.flatMap(({ name: given, articles: waiting }) =>
    given ? [{ name: given, waiting }] : [],
  );
};

/** Where articles that are not published came from, the busiest first. */
export const listSources = async (db: Executor) => ({
  feeds: await countBy(db, table.originalFeed),
  publishers: await countBy(db, table.originalPublisher),
});
