import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/database.server.ts';
import type { SearchKind } from './entry.server.ts';
import type { Reading, Unit } from './query.ts';

export interface Found {
  kind: string;
  title: string;
  path: string;
  summary: string;
  /** The beginning of its text, where the title does not have the words. */
  body: string;
  day: string;
  /** 3 the name, 2 its beginning, 1 all words in the title, 0 words somewhere. */
  tier: number;
  score: number;
  /** How many of its kind there are, or were looked at. */
  total: number;
  isAtLeast: boolean;
  missing: string[];
}

/** A word in at least so many rows is common: it decides the order, and brings no rows by itself. */
const COMMON = 200;
/** A word in at least so many rows is in nearly every text: to look for it would read most of the index. */
const EVERYWHERE = 5000;
/** So many rows of a kind are ranked, and as many of its newest where all words are common. */
const RANKED = 200;
/** As many newest of a kind where every word is in nearly every text. */
const VAGUE = 100;
const BY_NAME = 3;
const BEGINNINGS = 20;
/** Of more words not each pair of conjunctions is tried. */
const MAX_LOOSE = 5;
const MAX_COMMON_WORDS = 5000;

const number = (value: number) => sql.raw(String(value));
const given = (name: string) => sql.placeholder(name);

/** How many rows have each of the words, as far as it matters. */
const prepareCount = (db: Database) =>
  db
    .select({ at: sql<number>`at::int`, rows: sql<number>`rows::int` })
    .from(
      sql`(select at, (select count(*) from (select from search_entries e
          where e.words @@ to_tsquery('english', u.stems) limit ${number(EVERYWHERE)}) having_it) as rows
        from unnest(${given('stems')}::text[]) with ordinality as u(stems, at)) as counted`,
    )
    .prepare('count_words');

/** Those of the words that stand in a title, of whatever kind. */
const prepareTitled = (db: Database) =>
  db
    .select({ word: sql<string>`word` })
    .from(sql`unnest(${given('words')}::text[]) as w(word)`)
    .where(
      sql`exists (select from search_entries e where e.title_words @@ to_tsquery('simple', word))`,
    )
    .prepare('titled_words');

/**
 * Rows are looked for kind by kind, so that a hundred thousand articles do not crowd out eighty features: rows with a rare
 * word or with all words, titles with any word, beginnings of names and, where all words are common, the newest. Each is
 * then ranked by all of the words: how much a word weighs (the rarer the more) times where it stands (`ts_rank`: name 1,
 * summary 0.5, heading 0.2, text 0.1), as a share of what all words weigh. That share is multiplied by the weight of the
 * kind; on top come whole tiers for the name itself (3), its beginning (2) and a title with all words (1), and the share
 * of the words that are the name of the page.
 */
const FOUND = sql`(
  with unit as materialized (
    select 1 << (nr::int - 1) as bit, to_tsquery('english', stems) as stems, leaves, weight,
      to_tsquery('english', stems) || to_tsquery('simple', begun) as title
    from unnest(${given('stems')}::text[], ${given('begun')}::text[], ${given('leaves')}::int[], ${given('weights')}::real[])
      with ordinality as u(stems, begun, leaves, weight, nr)),
  kind as materialized (
    select name, weight, quote_literal('=' || name)::tsquery as token
    from unnest(${given('kinds')}::text[], ${given('kindWeights')}::real[]) as k(name, weight)),
  named as materialized (
    select * from unnest(${given('paths')}::text[], ${given('shares')}::real[]) as n(path, share)),
  sought as materialized (
    select to_tsquery('english', ${given('rows')}::text) as rows, to_tsquery('english', ${given('any')}::text) as any_word,
      to_tsquery('english', ${given('titles')}::text) || to_tsquery('simple', ${given('begunTitle')}::text) as titles,
      ${given('typed')}::text as typed),
  candidate as materialized (
    select c.* from sought, kind cross join lateral (
      (select collection, item_id from search_entries e where e.words @@ (kind.token && sought.rows) limit ${number(RANKED)})
      union (select collection, item_id from search_entries e where e.title_words @@ (kind.token && sought.titles) limit ${number(RANKED)})
      union (select collection, item_id from search_entries e
        where e.kind = kind.name and e.name ~>=~ sought.typed and e.name ~<~ (sought.typed || ${sql.raw(`U&'\\+10FFFF'`)})
        order by e.name using ~<~ limit ${number(BEGINNINGS)})
      union (select collection, item_id from (
          select * from search_entries n where n.kind = kind.name order by n.day desc limit ${given('newest')}::int) e
        where e.words @@ sought.any_word)) c
    union select e.collection, e.item_id from search_entries e join kind on kind.name = e.kind where e.path in (select path from named)),
  ranked as materialized (
    select e.collection, e.item_id, e.kind, e.title collate "C" as title, e.day, match.bits, match.weight,
      case when e.path = any(${given('exact')}::text[]) or e.name = sought.typed then 3 when starts_with(e.name, sought.typed) then 2
        when match.titled = ${given('all')}::int then 1 else 0 end as tier,
      coalesce(match.rank, 0) * kind.weight + coalesce((select 2 * max(share) from named where named.path = e.path), 0) as score
    from sought, candidate join search_entries e using (collection, item_id) join kind on kind.name = e.kind
    cross join lateral (
      select coalesce(bit_or(bit), 0) as bits, coalesce(bit_or(bit) filter (where e.title_words @@ unit.title), 0) as titled,
        sum(unit.weight) as weight,
        sum(unit.weight * greatest(case when e.title_words @@ unit.title then 0.5 else 0 end,
          least(1, unit.leaves * ts_rank('{0.1, 0.2, 0.5, 1}', e.words, unit.stems)))) as rank
      from unit where e.words @@ unit.stems or e.title_words @@ unit.title) match),
  numbered as (
    select *, row_number() over best as place, count(*) over (partition by kind) as total from ranked
    where tier > 0 or score >= 1 or weight >= ${given('enough')}::real * (
      select sum(unit.weight) from unit where bit & (select bit_or(bits) from ranked) <> 0)
    window best as (partition by kind order by tier desc, score desc, day desc, title))
  select e.kind, e.title, e.path, e.summary, case when tier = 0 then left(e.body, 4000) else '' end as body, e.day,
    tier, score, total::int as total, coalesce(bits, 0) as bits
  from numbered join search_entries e using (collection, item_id) where place <= ${given('limit')}::int
  order by tier desc, score desc, e.day desc, numbered.title) as found`;

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
      bits: sql<number>`bits`,
    })
    .from(FOUND)
    .prepare('find_entries');

/** The rarer a word, the more it tells. */
const weightOf = (rows: number) => Math.log(1 + (2 * COMMON) / Math.max(1, Math.min(rows, COMMON)));

/** A row that lacks some words must have this share of the weight of all words that some row has. */
const ENOUGH = 0.3;

const anyOf = (units: readonly Unit[]) => units.map(({ stems }) => `(${stems})`).join(' | ');

const allOf = (units: readonly Unit[]) => units.map(({ stems }) => `(${stems})`).join(' & ');

/** Rows with a rare word, with all words, and with all words but one where none is rare. */
const rowsQuery = (units: readonly Unit[], isRare: (unit: Unit) => boolean): string => {
  const rare = units.filter(isRare);
  const isLoose = rare.length === 0 && units.length > 2 && units.length <= MAX_LOOSE;
  const loose = isLoose ? units.map((_, at) => units.toSpliced(at, 1)) : [];
  return [...rare.map((unit) => [unit]), units, ...loose]
    .map((some) => `(${allOf(some)})`)
    .join(' | ');
};

export const createFind = (db: Database) => {
  const countStatement = prepareCount(db);
  const titledStatement = prepareTitled(db);
  const findStatement = prepareFind(db);
  /** A common word stays common, and is in most searches. */
  const common = new LRUCache<string, number>({ max: MAX_COMMON_WORDS });

  /** How many rows have each word, up to where it is common. */
  const countRows = async (units: readonly Unit[]): Promise<Map<Unit, number>> => {
    const asked = units.filter(({ stems }) => !common.has(stems));
    const rows =
      asked.length > 0
        ? await countStatement.execute({ stems: asked.map(({ stems }) => stems) })
        : [];
    const counts = new Map(
      asked.map((unit, at) => [unit, rows.find((row) => row.at === at + 1)?.rows ?? 0]),
    );
    for (const [{ stems }, count] of counts) if (count >= COMMON) common.set(stems, count);
    return new Map(
      units.map((unit) => [unit, counts.get(unit) ?? common.get(unit.stems) ?? COMMON]),
    );
  };

  const find = async (
    { words, units, spans, exact }: Reading,
    counts: ReadonlyMap<Unit, number>,
    { kinds, limit }: { kinds: readonly SearchKind[]; limit: number },
  ): Promise<Found[]> => {
    const countOf = (unit: Unit) => counts.get(unit) ?? 0;
    const weights = units.map((unit) => weightOf(countOf(unit)));
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    const shareOf = (some: readonly string[]) =>
      units.reduce(
        (sum, unit, at) => sum + (some.includes(unit.word) ? (weights[at] ?? 0) : 0),
        0,
      ) / whole;
    const named = spans.flatMap(({ start, end, pages }) => {
      const share = shareOf(words.slice(start, end));
      return pages.map(({ path }) => ({ path, share }));
    });
    const isRare = (unit: Unit) => countOf(unit) < COMMON;
    // A word that no text has must not suppress the hits of the other words.
    const inTexts = units.filter((unit) => countOf(unit) > 0);
    const telling = inTexts.filter((unit) => countOf(unit) < EVERYWHERE);
    // Where every word is in nearly every text, the newest texts have them, and titles must have all.
    const last = units.at(-1);
    const isVague = inTexts.length > 0 && telling.length === 0;
    const rows = await findStatement.execute({
      stems: units.map(({ stems }) => stems),
      begun: units.map(({ begun }) => begun),
      leaves: units.map(({ leaves }) => leaves),
      weights: weights.map((weight) => weight / whole),
      kinds: kinds.map(({ name }) => name),
      kindWeights: kinds.map(({ weight }) => weight),
      paths: named.map(({ path }) => path),
      shares: named.map(({ share }) => share),
      exact: exact.map(({ path }) => path),
      rows: isVague ? null : rowsQuery(telling.length > 0 ? telling : units, isRare),
      any: anyOf(units),
      titles: isVague ? allOf(units) : anyOf(telling.length > 0 ? telling : units),
      begunTitle: last && countOf(last) < EVERYWHERE ? last.begun : '',
      typed: words.join(' '),
      all: 2 ** units.length - 1,
      newest: inTexts.length === 0 || inTexts.some(isRare) ? 0 : isVague ? VAGUE : RANKED,
      enough: ENOUGH,
      limit,
    });
    return rows.map(({ bits, ...row }) => ({
      ...row,
      day: new Date(row.day).toISOString(),
      isAtLeast: row.total >= (isVague ? VAGUE : RANKED),
      // A page named by the typed words lacks none of them.
      missing:
        row.tier === BY_NAME ? [] : units.flatMap(({ word }, at) => (bits & (1 << at) ? [] : word)),
    }));
  };

  const findTitled = async (words: readonly string[]): Promise<string[]> =>
    (await titledStatement.execute({ words })).map(({ word }) => word);

  return { countRows, findTitled, find };
};
