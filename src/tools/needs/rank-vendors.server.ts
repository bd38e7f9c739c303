import { and, inArray, sql } from 'drizzle-orm';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { recentSince } from '#content/shared/coverage/evidence-words.ts';
import { FIRST_RANK } from '#content/shared/coverage/first-rank.ts';
import { questionsFor, readQuestions } from '#content/shared/read-questions.ts';
import type { vendors } from '#content/vendors/vendors.collection.ts';
import type { ListQuery } from '#kit/list-query.ts';
import { visibilityOf } from '#kit/read.server.ts';
import type { Reader } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type FieldProblems, invalid } from '#platform/errors.ts';
import { cutText } from '#platform/text/excerpt.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { MAX_NEEDS, POINTS } from './rule.ts';

const table = tableOf(features);

/** So many letters of a message name what is not known. */
const MAX_NAMED = 500;

/** The features that are asked for, in that order; a must-have is a need, whether it is named there or not. */
export const readNeeds = async (
  db: Database,
  asked: { features: readonly string[]; musts: readonly string[] },
) => {
  const slugs = [...new Set([...asked.features, ...asked.musts])];
  if (slugs.length === 0) throw invalid({ features: 'Name at least one feature' });
  if (slugs.length > MAX_NEEDS) throw invalid({ features: `At most ${MAX_NEEDS} needs at once` });
  const rows = await db
    .select({
      id: table.id,
      slug: table.slug,
      name: table.name,
      category: table.category,
      content: table.content,
    })
    .from(table)
    .where(and(visibilityOf(features), inArray(table.slug, slugs)));
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  const problems: FieldProblems = {};
  for (const field of ['features', 'musts'] as const) {
    const unknown = asked[field].filter((slug) => !bySlug.has(slug));
    if (unknown.length > 0)
      problems[field] = `No such feature: ${cutText(unknown.join(', '), MAX_NAMED)}`;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return slugs
    .flatMap((slug) => bySlug.get(slug) ?? [])
    .map(({ id, slug, name, category, content }) => ({
      id,
      slug,
      name,
      category: category ?? NO_CATEGORY,
      isMust: asked.musts.includes(slug),
      /** For vendors of which it is not confirmed. */
      question: questionsFor(name, readQuestions(content))[0] ?? name,
    }));
};

export type Need = Awaited<ReturnType<typeof readNeeds>>[number];

export interface Asked {
  featureIds: readonly number[];
  mustIds: readonly number[];
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

  return async (asked: Asked): Promise<Ranked[]> => {
    const { featureIds, mustIds, among, limit, offset } = asked;
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
