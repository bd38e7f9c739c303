import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import { activity } from './activity.table.server.ts';

/** As the trigger on the table has it, too. */
const RETENTION_DAYS = 400;
const PER_ROUND = 5000;

/** Deletes entries after 400 days, in batches, so that no request waits. */
export const sweepActivity = async (db: Database): Promise<number> => {
  let swept = 0;
  for (let count = PER_ROUND; count === PER_ROUND; swept += count) {
    const gone = await db.execute(sql`
      delete from ${activity} where id in (
        select id from ${activity} where at < now() - make_interval(days => ${RETENTION_DAYS})
        order by at, id limit ${PER_ROUND} for update skip locked)`);
    count = gone.rowCount ?? 0;
  }
  return swept;
};
