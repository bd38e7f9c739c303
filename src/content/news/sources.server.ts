import { and, count, desc, isNotNull, ne } from 'drizzle-orm';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { news } from './news.collection.ts';

const MAX = 200;
const table = tableOf(news);

/** Where articles that are not published came from, the busiest first: a feed goes by its own name. */
export const listSources = async (db: Executor) => {
  const { originalPublisher: name } = table;
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
