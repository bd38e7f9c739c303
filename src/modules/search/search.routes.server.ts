import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { type Answer, answer } from './answer.ts';
import type { SearchKind } from './document.server.ts';
import { passageOf } from './passage.ts';
import type { Reading } from './query.ts';
import type { Found } from './rank.ts';
import type { Search } from './search.server.ts';

/** Longer texts are no search, and an email address (`@`) must not be stored. */
const MAX_WORDS = 60;
const MAX_A_DAY = 500;
const RETENTION_DAYS = 90;

/** Counts a search that found nothing, by day and words and nothing else. A response never waits for it. */
const createMissCounter = (db: Database) => (q: string, words: string) => {
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
const listMisses = async (db: Database): Promise<Miss[]> => {
  const { rows } = await db.execute<Miss>(sql`
    select m.words, sum(m.count)::int as count, max(m.day)::text as "lastDay" from search_misses m
    where m.day > current_date - ${SHOWN_DAYS}::int
      and not exists (select 1 from search_terms t where lower(t.term) = m.words)
    group by m.words order by count desc, "lastDay" desc, m.words limit ${SHOWN}`);
  return rows;
};

interface Options {
  db: Database;
  search: Search['search'];
  kinds: readonly SearchKind[];
  /** Direct answers, looked for before any page. */
  answerTo(reading: Reading): Promise<Answer[]>;
}

const TAG = { name: 'Search', description: 'Everything that is published, by words.' };

const MAX_QUERY = 200;
const PER_KIND = 5;
const MAX_PER_KIND = 50;

const BEST = 3;

const SUGGESTIONS = 8;
const SUGGESTIONS_PER_KIND = 4;
const SUGGESTED_TITLE = 120;
/** Size limit of the suggestions, with room for the rest of the response. */
const SUGGESTED_BYTES = 3800;

const words = z.string().max(MAX_QUERY);

const hit = z
  .object({
    title: z.string(),
    path: z.string(),
    kind: z.string().meta({ description: 'The label of one of its kind' }),
    text: z.string(),
    date: z.string(),
    missing: z.array(z.string()).meta({ description: 'The words that it lacks' }),
  })
  .meta({ id: 'SearchHit' });

const group = z
  .object({
    kind: z.string(),
    label: z.object({ one: z.string(), many: z.string() }),
    total: z.int().meta({ description: 'How many there are' }),
    items: z.array(hit),
  })
  .meta({ id: 'SearchGroup' });

const found = z
  .object({
    words: z.array(z.string()).meta({ description: 'The words to mark' }),
    corrected: z.string().nullable().meta({ description: 'What was sought besides or instead' }),
    isFound: z.boolean().meta({ description: 'Whether something has all words that were typed' }),
    isPartial: z
      .boolean()
      .meta({ description: 'Changed pages are still being read: there may be more' }),
    total: z.int(),
    answers: z.array(answer),
    best: z.array(hit).meta({ description: 'The best of all kinds, for a page of all kinds' }),
    groups: z.array(group),
  })
  .meta({ id: 'SearchResult' });

const suggestions = z
  .object({
    corrected: z.string().nullable(),
    answers: z.array(answer.pick({ kind: true, title: true, path: true, text: true, links: true })),
    items: z.array(z.object({ title: z.string(), path: z.string(), kind: z.string() })),
  })
  .meta({ id: 'Suggestions' });

const miss = z
  .object({ words: z.string(), count: z.int(), lastDay: z.iso.date() })
  .meta({ id: 'SearchMiss' });

/** As many as fit: a title can be cut, an address cannot. */
const withinBytes = <T>(items: readonly T[], bytes: number): T[] => {
  let left = bytes;
  return items.filter((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left >= 0;
  });
};

/** A typed title needs no pages that only mention it. */
const preferTitles = (hits: Found[]): Found[] => {
  const titled = hits.filter(({ tier, score }) => tier > 0 || score >= 1);
  return titled.length > 0 ? titled : hits;
};

export const mountSearch = (api: Api, { db, search, kinds, answerTo }: Options) => {
  const [first = '', ...others] = kinds.map(({ name }) => name);
  const kindName = z.enum([first, ...others]);
  const labelOf = new Map(kinds.map(({ name, label }) => [name, label]));
  const labelsOf = (kind: string) => labelOf.get(kind) ?? { one: kind, many: kind };
  const countMiss = createMissCounter(db);

  return [
    endpoint(api, {
      method: 'get',
      id: 'search',
      path: '/api/search',
      tag: TAG,
      summary: 'What is published, by words: the best of each kind, misspelt words corrected',
      access: 'public',
      query: z.object({
        q: words,
        kind: kindName.optional().meta({ description: 'Only this kind' }),
        limit: z.coerce.number().int().min(1).max(MAX_PER_KIND).default(PER_KIND).meta({
          description: 'How many of each kind',
        }),
        exact: z.literal('true').optional().meta({ description: 'Without corrections' }),
      }),
      response: found,
      handle: async ({ query: { q, kind, limit, exact } }) => {
        const { hits, totals, reading, corrected, isFound, isPartial } = await search({
          q,
          kind,
          limit,
          isExact: exact === 'true',
        });
        const answers = kind === undefined ? await answerTo(reading) : [];
        const lists = [reading.sought, reading.synonyms];
        const toHit = ({ page, missing, tier }: Found) => ({
          title: page.title,
          path: page.path,
          kind: labelsOf(page.kind).one,
          // Where the name has the words, its summary describes the page best.
          text: tier > 0 ? page.summary : passageOf(page, lists),
          date: page.day,
          missing,
        });
        const groups = [...Map.groupBy(hits, ({ page }) => page.kind)].map(([of, some]) => ({
          kind: of,
          label: labelsOf(of),
          total: totals.get(of) ?? 0,
          items: some.map(toHit),
        }));
        const isMissed = answers.length === 0 && hits.every(({ missing }) => missing.length > 0);
        if (isMissed && kind === undefined && !isPartial) countMiss(q, reading.words.join(' '));
        return {
          words: [...new Set(lists.flat())],
          corrected,
          isFound,
          isPartial,
          total: groups.reduce((sum, { total }) => sum + total, 0),
          answers,
          best: kind === undefined ? hits.slice(0, BEST).map(toHit) : [],
          groups,
        };
      },
    }),
    endpoint(api, {
      method: 'get',
      id: 'suggest',
      path: '/api/search/suggestions',
      tag: TAG,
      summary: 'The best few hits while somebody types, in at most 4 kB',
      access: 'public',
      query: z.object({ q: words }),
      response: suggestions,
      handle: async ({ query: { q } }) => {
        const { hits, reading, corrected } = await search({ q, limit: SUGGESTIONS_PER_KIND });
        const answers = (await answerTo(reading)).map(
          ({ kind, title, path, text, facts, links }) => ({
            kind,
            title: title.slice(0, SUGGESTED_TITLE),
            path,
            text: [text, ...facts.map((fact) => fact.text)]
              .join(' ')
              .trim()
              .slice(0, SUGGESTED_TITLE),
            links,
          }),
        );
        const items = (corrected ? hits : preferTitles(hits))
          .slice(0, SUGGESTIONS)
          .map(({ page }) => ({
            title: page.title.slice(0, SUGGESTED_TITLE),
            path: page.path,
            kind: labelsOf(page.kind).one,
          }));
        const fitting = withinBytes(answers, SUGGESTED_BYTES / 3);
        const left = SUGGESTED_BYTES - Buffer.byteLength(JSON.stringify(fitting));
        return { corrected, answers: fitting, items: withinBytes(items, left) };
      },
    }),
    endpoint(api, {
      method: 'get',
      id: 'listSearchMisses',
      path: '/api/search-misses',
      tag: TAG,
      summary: 'What visitors sought in vain in the last 30 days, the most wanted first',
      access: 'viewer',
      response: z.array(miss),
      handle: () => listMisses(db),
    }),
  ];
};
