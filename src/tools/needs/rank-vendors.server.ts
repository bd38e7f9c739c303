import { type Param, type SQL, sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { FIRST_RANK } from '#content/shared/coverage/first-rank.ts';
import { isStatement } from '#content/shared/vendor-word/statements.server.ts';
import { vendorWords } from '#content/shared/vendor-word/vendor-word.tables.server.ts';
import type { vendors } from '#content/vendors/vendors.collection.ts';
import type { ListQuery } from '#kit/list-query.ts';
import type { Reader } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { POINTS, recentSince } from './rule.ts';

export interface Asked {
  featureIds: readonly number[];
  mustIds: readonly number[];
  /** `STATED_RULE` is for those who ask for it. */
  countsStated: boolean;
  /** The vendors to rank. */
  among: ListQuery;
  limit: number;
  offset: number;
}

export interface Ranked {
  id: number;
  slug: string;
  name: string;
  rank: number;
  isShared: boolean;
  mustsDocumented: number;
}

const { vendorId, featureId, level, publisher, pageDate } = tableOf(coverage);

/** The sort keys in order of priority, each in two digits of its own: none exceeds 60. */
const PLACE = { must: 1_000_000, point: 10_000, firstHand: 100, recent: 1 } as const;

const whole = (value: number) => sql.raw(String(Math.trunc(value)));

/** Puts all vendors in the order of `RULE`, and gives a part of it. */
export const createRanker = (db: Database, reader: Reader<typeof vendors>) => {
  const { table } = reader;

  /** One point each, where there is no evidence of any level. */
  const statedPoints = (ids: SQL | Param) => sql`union all
        select ${vendorWords.vendorId}, ${whole(POINTS.partial * PLACE.point)}
        from ${vendorWords}
        where ${isStatement} and ${vendorWords.featureId} = any(${ids}::int[])
          and ${vendorWords.level} in ('documented', 'partial')
          and not exists (select 1 from ${tableOf(coverage)} where ${vendorId} = ${vendorWords.vendorId}
            and ${featureId} = ${vendorWords.featureId})`;

  return async (asked: Asked): Promise<Ranked[]> => {
    const { featureIds, mustIds, countsStated, among, limit, offset } = asked;
    const ids = sql.param(featureIds);
    const musts = sql.param(mustIds);
    // A page that names only its year or month is as young as that allows.
    const since = recentSince(new Date());
    const { rows } = await db.execute<{ [Key in keyof Ranked]: Ranked[Key] }>(sql`
      with counted as (
        select ${vendorId} as vendor,
          case ${level} when 'documented' then ${whole(POINTS.documented * PLACE.point)}
            else ${whole(POINTS.partial * PLACE.point)} end
          + case when ${level} = 'documented' and ${featureId} = any(${musts}::int[])
            then ${whole(PLACE.must)} else 0 end
          + case when ${publisher} = any(${sql.param(FIRST_RANK)}::text[])
            then ${whole(PLACE.firstHand)} else 0 end
          + case when ${pageDate} collate "C" >= left(${since}::text, length(${pageDate}))
            then ${whole(PLACE.recent)} else 0 end as points
        from ${tableOf(coverage)}
        where ${featureId} = any(${ids}::int[]) and ${level} in ('documented', 'partial')
        ${countsStated ? statedPoints(ids) : sql``}
      ), met as (
        select vendor, sum(points) as score from counted group by vendor
      ), standing as (
        select ${table.id} as id, ${table.slug} as slug, ${table.name} as name,
          coalesce(score, 0)::int as score
        from ${table} left join met on vendor = ${table.id}
        where ${reader.conditionOf(among) ?? sql`true`}
      )
      select id, slug, name, score / ${whole(PLACE.must)} as "mustsDocumented",
        (rank() over by_score)::int as rank,
        count(*) over (by_score range between current row and current row) > 1 as "isShared"
      from standing window by_score as (order by score desc)
      order by score desc, lower(name), id limit ${limit} offset ${offset}`);
    return rows;
  };
};
