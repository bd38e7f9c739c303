import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import type { SearchKind } from './entry.server.ts';
import { toQueries, type Unit } from './query.ts';

export interface Found {
  kind: string;
  title: string;
  path: string;
  summary: string;
  /** The beginning of its text, where the title does not have the words. */
  body: string;
  day: string;
  /** 0 the exact name, 1 its beginning, 2 all words in the title, 3 all words somewhere. */
  tier: number;
  score: number;
  /** How many of its kind there are; at least so many when all words are common. */
  total: number;
}

export interface SearchTerms {
  units: readonly Unit[];
  kinds: readonly SearchKind[];
  /** How many of each kind. */
  limit: number;
}

export interface FindResult {
  hits: Found[];
  /** Too many items have all of the words to look at each. */
  isCommon: boolean;
}

/** Of more rows than this not each is ranked. */
const MAX_RANKED = 400;
/** Where all words are common, so many hits of a kind are enough, among so many of its newest items. */
const ENOUGH = 200;
const NEWEST = 400;
const MAX_TITLES = 100;
const MAX_NAMES = 20;
/** Of a text that is looked at for the words, when the title does not have them; common ones stand at its beginning. */
const MAX_TEXT = 4000;
const MAX_COMMON_TEXT = 1000;

/** Comes after whatever a name may go on with. */
const LAST_LETTER = sql.raw(`U&'\\+10FFFF'`);

/** What a word counts in the body, in a heading, in the summary and in the name. */
const WEIGHTS = sql.raw(`'{0.1, 0.2, 0.5, 1}'::real[]`);

// Read from a row, so that no plan rests on what one visitor sought: each connection makes a single one.
const STEMS = sql`(select stems from sought)`;
/** Any of the words: enough to rank what has all of them where they are common; how near they stand takes four times as long to tell. */
const ANY_STEM = sql`(select any_stem from sought)`;
const TITLE_QUERY = sql`(select title_query from sought)`;
const KINDS = sql.placeholder('kinds');
const BEGINNING = sql`(select beginning from sought)`;
// Written so that no index is asked for it: most rows are of a kind that is wanted.
const IS_KIND = sql`(e.kind || '') = any(${KINDS}::text[])`;
const number = (value: number) => sql.raw(String(value));

/** What rows are ordered by: narrow, so that whole rows are read of those alone that are shown. */
const narrow = (ranking: SQL) => sql`e.ctid as row, kinds.nr, e.day, e.title collate "C" as title,
  case when e.name = any(${sql.placeholder('names')}::text[]) then 0 when starts_with(e.name, ${BEGINNING}) then 1
    when e.title_words @@ ${TITLE_QUERY} then 2 else 3 end as tier,
  (0.01 + ts_rank(${WEIGHTS}, e.words, ${ranking})) * kinds.weight as score`;

const IS_MANY = sql`(select is_many from counted)`;

/**
 * One statement, since planning it takes as long as running it. The newest are looked at first, and where enough of them have the words,
 * nobody counts the rest. Otherwise those that have the words, as long as not too many do; of too many, those in whose title
 * they stand, and the newest. Where some have the words as they are, the last is not half typed: many words begin alike, and
 * looking for all of them takes its time. A title has its words as they are written and their stems.
 */
const FOUND = sql`(
  with sought as materialized (select to_tsquery('english', ${sql.placeholder('text')}::text) as stems,
    to_tsquery('english', ${sql.placeholder('earlier')}::text) && (to_tsquery('english', ${sql.placeholder('last')}::text) || to_tsquery('simple', ${sql.placeholder('begun')}::text)) as title_query,
    to_tsquery('english', ${sql.placeholder('any')}::text) as any_stem, ${sql.placeholder('beginning')}::text as beginning),
  kinds as materialized (select * from unnest(${KINDS}::text[], ${sql.placeholder('weights')}::real[]) with ordinality as k(name, weight, nr)),
  newest as materialized (select n.* from kinds cross join lateral (
    select ${narrow(ANY_STEM)} from (
      select e.ctid, e.* from search_entries e where e.kind = kinds.name
      order by e.day desc limit ${number(NEWEST)}) e
    where e.words @@ ${STEMS} limit ${number(ENOUGH)}) n),
  seen as materialized (select count(*) > ${number(MAX_RANKED)} as is_many, count(*) filter (where tier < 3) as titles from newest),
  first as materialized (select e.ctid as row from search_entries e
    where not (select is_many from seen)
      and (e.words @@ ${STEMS} or e.title_words @@ ${TITLE_QUERY}) and ${IS_KIND} limit ${number(MAX_RANKED + 1)}),
  counted as materialized (select (select is_many from seen) or count(*) > ${number(MAX_RANKED)} as is_many from first),
  titled as materialized (select e.ctid as row from search_entries e
    where ${IS_MANY} and (select titles from seen) < ${number(MAX_TITLES)} and e.title_words @@ ${STEMS} and ${IS_KIND} limit ${number(MAX_TITLES)}),
  others as (
    select row from first where not ${IS_MANY}
    union select row from titled
    union (select e.ctid as row from search_entries e
      where ${IS_MANY} and not exists (select 1 from titled) and not exists (select 1 from newest)
        and e.title_words @@ ${TITLE_QUERY} and ${IS_KIND} limit ${number(MAX_TITLES)})
    union select n.* from kinds cross join lateral (
      select e.ctid as row from search_entries e
      where e.kind = kinds.name and e.name ~>=~ ${BEGINNING} and e.name ~<~ (${BEGINNING} || ${LAST_LETTER})
      order by e.name using ~<~ limit ${number(MAX_NAMES)}) n),
  ranked as materialized (
    select * from newest where ${IS_MANY}
    union all select ${narrow(sql`case when ${IS_MANY} then ${ANY_STEM} else ${STEMS} end`)}
    from others join search_entries e on e.ctid = others.row join kinds on kinds.name = e.kind
    where not ${IS_MANY} or not exists (select 1 from newest where newest.row = others.row)),
  totals as (select nr, count(*)::int as total from ranked group by nr)
  select e.kind, e.title, e.path, e.summary,
    case when tier = 3 then left(e.body, case when ${IS_MANY} then ${number(MAX_COMMON_TEXT)} else ${number(MAX_TEXT)} end) else '' end as body,
    e.day, tier, score, total, ${IS_MANY} as is_many
  from totals cross join lateral (
    select * from ranked where ranked.nr = totals.nr order by tier, score desc, day desc, title limit ${sql.placeholder('limit')}::int) best
  join search_entries e on e.ctid = best.row
  order by tier, score desc, e.day desc, best.title) as found`;

const prepareFind = (db: Database) =>
  db
    .select({
      kind: sql<string>`kind`,
      title: sql<string>`title`,
      path: sql<string>`path`,
      summary: sql<string>`summary`,
      body: sql<string>`body`,
      day: sql<string>`day`,
      tier: sql<number>`tier`,
      score: sql<number>`score`,
      total: sql<number>`total`,
      isMany: sql<boolean>`is_many`,
    })
    .from(FOUND)
    .prepare('find_entries');

/** All items with the words of what is sought, the best of each kind first. */
export const createFind = (db: Database) => {
  const statement = prepareFind(db);
  return async ({ units, kinds, limit }: SearchTerms): Promise<FindResult> => {
    const { text, any, earlier, last, names } = toQueries(units);
    const rows = await statement.execute({
      text,
      any,
      earlier,
      last: last.whole,
      begun: last.begun,
      names,
      beginning: names[0] ?? '',
      kinds: kinds.map(({ name }) => name),
      weights: kinds.map(({ weight }) => weight),
      limit,
    });
    const hits = rows.map(({ isMany: _, ...row }) => ({
      ...row,
      day: new Date(row.day).toISOString(),
    }));
    return { hits, isCommon: rows[0]?.isMany === true };
  };
};
