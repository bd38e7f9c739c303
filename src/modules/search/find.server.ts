import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/database.server.ts';
import { memoByKey } from '#platform/memo.ts';
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

/** How many rows have a word, as far as it matters, and whether a title has it as it is. */
interface Count {
  rows: number;
  isTitled: boolean;
}

export type Counts = ReadonlyMap<Unit, Count>;

interface Asking {
  kinds: readonly SearchKind[];
  /** How many of each kind. */
  limit: number;
}

/** The statement's parameters. */
const askedOf = (
  { words, units, spans, exact }: Reading,
  counts: Counts,
  { kinds, limit }: Asking,
) => {
  const countOf = (unit: Unit) => counts.get(unit)?.rows ?? 0;
  const weights = new Map(units.map((unit) => [unit, weightOf(countOf(unit))]));
  const whole = weights.values().reduce((sum, weight) => sum + weight, 0);
  const shareOf = (unit: Unit) => (weights.get(unit) ?? 0) / whole;
  const named = spans.flatMap(({ start, end, pages }) => {
    const own = units.filter(({ word }) => words.slice(start, end).includes(word));
    const share = own.map(shareOf).reduce((sum, one) => sum + one, 0);
    return pages.map(({ path }) => ({ path, share }));
  });
  const isRare = (unit: Unit) => countOf(unit) < COMMON;
  // A word that no text has must not suppress the hits of the other words.
  const inTexts = units.filter((unit) => countOf(unit) > 0);
  const telling = inTexts.filter((unit) => countOf(unit) < EVERYWHERE);
  // Where every word is in nearly every text, the newest texts have them, and titles must have all.
  const isVague = inTexts.length > 0 && telling.length === 0;
  const bringing = telling.length > 0 ? telling : units;
  const newest = isVague ? VAGUE : RANKED;
  const last = units.at(-1);
  return {
    units: JSON.stringify(
      units.map((unit, at) => ({ ...unit, bit: 1 << at, weight: shareOf(unit) })),
    ),
    kinds: JSON.stringify(kinds.map(({ name, weight }) => ({ name, weight }))),
    named: JSON.stringify(named),
    // PostgreSQL takes such a list for a hundred rows, and would read the whole table for them.
    sizes: { units: units.length, kinds: kinds.length, named: named.length },
    exact: sql.param(exact.map(({ path }) => path)),
    rows: isVague ? null : rowsQuery(bringing, isRare),
    any: anyOf(units),
    titles: isVague ? allOf(units) : anyOf(bringing),
    begunTitle: last && countOf(last) < EVERYWHERE ? last.begun : '',
    typed: words.join(' '),
    all: 2 ** units.length - 1,
    newest: inTexts.length === 0 || inTexts.some(isRare) ? 0 : newest,
    // A few of the newest lack such words all the same.
    fullAt: isVague ? VAGUE / 2 : RANKED,
    limit,
  };
};

type FoundRow = Omit<Found, 'isAtLeast' | 'missing'> & { bits: number };

/**
 * Rows are looked for kind by kind, so that a hundred thousand articles do not crowd out eighty features: rows with a rare
 * word or with all words, titles with any word, beginnings of names and, where all words are common, the newest. Each is
 * then ranked by all of the words: how much a word weighs (the rarer the more) times where it stands (`ts_rank`: name 1,
 * summary 0.5, heading 0.2, text 0.1, in a title at least half), as a share of what all words weigh. That share is
 * multiplied by the weight of the kind; on top come whole tiers for the name itself (3), its beginning (2) and a title
 * with all words (1), and twice the share of the words that are the name of the page.
 */
const foundBy = (asked: ReturnType<typeof askedOf>) => sql`
with unit as materialized (
  select bit, to_tsquery('english', stems) as stems, leaves, weight,
    to_tsquery('english', stems) || to_tsquery('simple', begun) as title
  from jsonb_to_recordset(${asked.units}::jsonb) as u(bit int, stems text, begun text, leaves int, weight real)
  limit ${asked.sizes.units}::int),
kind as materialized (
  select name, weight, quote_literal('=' || name)::tsquery as token
  from jsonb_to_recordset(${asked.kinds}::jsonb) as k(name text, weight real) limit ${asked.sizes.kinds}::int),
named as materialized (
  select * from jsonb_to_recordset(${asked.named}::jsonb) as n(path text, share real) limit ${asked.sizes.named}::int),
sought as materialized (
  select to_tsquery('english', ${asked.rows}::text) as rows, to_tsquery('english', ${asked.any}::text) as any_word,
    to_tsquery('english', ${asked.titles}::text) || to_tsquery('simple', ${asked.begunTitle}::text) as titles,
    ${asked.typed}::text as typed),
candidate as materialized (
  select c.* from sought, kind cross join lateral (
    (select collection, item_id from search_entries e where e.words @@ (kind.token && sought.rows) limit ${RANKED})
    union (select collection, item_id from search_entries e where e.title_words @@ (kind.token && sought.titles) limit ${RANKED})
    union (select collection, item_id from search_entries e
      where e.kind = kind.name and e.name ~>=~ sought.typed and e.name ~<~ (sought.typed || ${sql.raw(`U&'\\+10FFFF'`)})
      order by e.name using ~<~ limit ${BEGINNINGS})
    union (select collection, item_id from (
        select * from search_entries n where n.kind = kind.name order by n.day desc limit ${asked.newest}::int) e
      where e.words @@ sought.any_word)) c
  union select e.collection, e.item_id from search_entries e join kind on kind.name = e.kind where e.path in (select path from named)),
ranked as materialized (
  select e.collection, e.item_id, e.kind, e.title collate "C" as title, e.day, match.bits, match.weight,
    case when e.path = any(${asked.exact}::text[]) or e.name = sought.typed then 3 when starts_with(e.name, sought.typed) then 2
      when match.titled = ${asked.all}::int then 1 else 0 end as tier,
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
  where tier > 0 or score >= 1 or weight >= ${ENOUGH}::real * (
    select sum(unit.weight) from unit where bit & (select bit_or(bits) from ranked) <> 0)
  window best as (partition by kind order by tier desc, score desc, day desc, title))
select e.kind, e.title, e.path, e.summary, case when tier = 0 then left(e.body, 4000) else '' end as body, e.day,
  tier, score, total::int as total, coalesce(bits, 0) as bits
from numbered join search_entries e using (collection, item_id) where place <= ${asked.limit}::int
order by tier desc, score desc, e.day desc, numbered.title`;

const countAnew = async (db: Database, units: readonly Unit[]): Promise<Counts> => {
  if (units.length === 0) return new Map();
  const { rows } = await db.execute<{ rows: number; titled: boolean }>(sql`
    select (select count(*)::int from (select from search_entries e
        where e.words @@ to_tsquery('english', stems) limit ${EVERYWHERE}) having_it) as rows,
      exists (select from search_entries e where e.title_words @@ to_tsquery('simple', word)) as titled
    from rows from (jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as (word text, stems text))
      with ordinality as u(word, stems, at) order by at`);
  return new Map(
    units.map((unit, at) => [
      unit,
      { rows: rows[at]?.rows ?? COMMON, isTitled: rows[at]?.titled === true },
    ]),
  );
};

/** A common word is in most searches, and stays common for a while: an import or a filled table may change it. */
const commonOf = memoByKey(
  (_db: Database) => new LRUCache<string, Count>({ max: 5000, ttl: 10 * 60_000 }),
);

/** How many rows have each word, up to where it is in nearly every text. */
export const countRows = async (db: Database, units: readonly Unit[]): Promise<Counts> => {
  const common = commonOf(db);
  const known = new Map(
    units.flatMap((unit) => {
      const count = common.get(unit.stems);
      return count ? [[unit, count] as const] : [];
    }),
  );
  const counted = await countAnew(
    db,
    units.filter((unit) => !known.has(unit)),
  );
  for (const [{ stems }, count] of counted) if (count.rows >= COMMON) common.set(stems, count);
  return new Map([...known, ...counted]);
};

export const findRows = async (
  db: Database,
  reading: Reading,
  counts: Counts,
  asking: Asking,
): Promise<Found[]> => {
  const asked = askedOf(reading, counts, asking);
  const { rows } = await db.execute<FoundRow & Record<string, unknown>>(foundBy(asked));
  return rows.map(({ bits, ...row }) => ({
    ...row,
    day: new Date(row.day).toISOString(),
    isAtLeast: row.total >= asked.fullAt,
    // A page named by the typed words lacks none of them.
    missing:
      row.tier === BY_NAME
        ? []
        : reading.units.flatMap(({ word }, at) => (bits & (1 << at) ? [] : word)),
  }));
};
