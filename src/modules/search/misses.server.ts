import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';

/** Longer texts are no search, and an email address (`@`) must not be stored. */
const MAX_WORDS = 60;
const MAX_A_DAY = 500;
const RETENTION_DAYS = 90;

/** Counts a search that found nothing, by day and words and nothing else. A response never waits for it. */
export const createMissCounter = (db: Database) => (q: string, words: string) => {
  if (words === '' || words.length > MAX_WORDS || q.includes('@')) return;
  const count = async () => {
    const { rows } = await db.execute(sql`
      insert into search_misses (day, words, count) select current_date, ${words}, 1
      where (select count(*) from search_misses where day = current_date) < ${MAX_A_DAY}
        or exists (select 1 from search_misses where day = current_date and words = ${words})
      on conflict (day, words) do update set count = search_misses.count + 1
      returning count`);
    // The first of a word is rare enough to sweep with it.
    if (Number(rows[0]?.count) !== 1) return;
    await db.execute(
      sql`delete from search_misses where day < current_date - ${RETENTION_DAYS}::int`,
    );
  };
  // One that is not counted is no loss.
  count().catch(() => undefined);
};

const SHOWN = 20;
const SHOWN_DAYS = 30;

type Miss = { words: string; count: number; lastDay: string };

/** Recent searches without a hit, the most frequent first, without existing search terms. */
export const listMisses = async (db: Database): Promise<Miss[]> => {
  const { rows } = await db.execute<Miss>(sql`
    select m.words, sum(m.count)::int as count, max(m.day)::text as "lastDay" from search_misses m
    where m.day > current_date - ${SHOWN_DAYS}::int
      and not exists (select 1 from search_terms t where lower(t.term) = m.words)
    group by m.words order by count desc, "lastDay" desc, m.words limit ${SHOWN}`);
  return rows;
};
