import * as z from 'zod';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { SearchKind } from './entry.server.ts';
import type { Found } from './find.server.ts';
import { createMissCounter, listMisses } from './misses.server.ts';
import { passageOf } from './passage.ts';
import type { Search, SearchResult } from './search.server.ts';

interface Options {
  db: Database;
  search: Search;
  kinds: readonly SearchKind[];
}

const TAG = { name: 'Search', description: 'Everything that is published, by words.' };

const MAX_QUERY = 200;
const PER_KIND = 5;
const MAX_PER_KIND = 50;

const SUGGESTIONS = 8;
const SUGGESTIONS_PER_KIND = 4;
const IN_TITLE = 2;
const SUGGESTED_TITLE = 120;
/** What a list of suggestions weighs at most, with room for what stands around it. */
const SUGGESTED_BYTES = 3800;

const words = z.string().max(MAX_QUERY);

const hit = z
  .object({ title: z.string(), path: z.string(), text: z.string(), date: z.string() })
  .meta({ id: 'SearchHit' });

const group = z
  .object({
    kind: z.string(),
    label: z.object({ one: z.string(), many: z.string() }),
    total: z.int().meta({ description: 'How many there are' }),
    isAtLeast: z
      .boolean()
      .meta({ description: 'There are more: the words are too common to count' }),
    items: z.array(hit),
  })
  .meta({ id: 'SearchGroup' });

const found = z
  .object({
    words: z.array(z.string()).meta({ description: 'The words to mark' }),
    corrected: z.string().nullable().meta({ description: 'What was sought besides or instead' }),
    isFound: z.boolean().meta({ description: 'Whether what was typed was found' }),
    total: z.int(),
    groups: z.array(group),
  })
  .meta({ id: 'SearchResult' });

const suggestions = z
  .object({
    corrected: z.string().nullable(),
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

/** By kind, the kind with the best hit first; what a correction found stands below what was typed. */
const groupsOf = ({ hits, more, isCommon }: SearchResult) => {
  const totalIn = (found: readonly Found[], kind: string) =>
    found.find((one) => one.kind === kind)?.total ?? 0;
  const groups = Map.groupBy([...hits, ...more], ({ kind }) => kind);
  return [...groups].map(([kind, items]) => ({
    kind,
    items,
    total: Math.max(items.length, totalIn(hits, kind) + totalIn(more, kind)),
    isAtLeast: isCommon,
  }));
};

/** Whoever types a title need not be offered what only mentions it. */
const preferTitles = (hits: Found[]): Found[] => {
  const titled = hits.filter(({ tier }) => tier <= IN_TITLE);
  return titled.length > 0 ? titled : hits;
};

export const mountSearch = (api: Api, { db, search, kinds }: Options) => {
  const [first = '', ...others] = kinds.map(({ name }) => name);
  const kindName = z.enum([first, ...others]);
  const labelOf = new Map(kinds.map(({ name, label }) => [name, label]));
  const labelsOf = (kind: string) => labelOf.get(kind) ?? { one: kind, many: kind };
  const countMiss = createMissCounter(db);

  const searchCall = endpoint(
    api,
    {
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
    },
    async ({ query: { q, kind, limit, exact } }) => {
      const result = await search({ q, kind, limit, isExact: exact === 'true' });
      const groups = groupsOf(result).map((one) => ({
        ...one,
        label: labelsOf(one.kind),
        items: one.items.slice(0, limit).map((item) => ({
          title: item.title,
          path: item.path,
          text: passageOf(item, [result.words, result.synonyms]),
          date: item.day,
        })),
      }));
      if (groups.length === 0 && kind === undefined) countMiss(q, result.words.join(' '));
      return {
        words: [...new Set([...result.words, ...result.synonyms])],
        corrected: result.corrected,
        isFound: result.hits.length > 0,
        total: groups.reduce((sum, { total }) => sum + total, 0),
        groups,
      };
    },
  );

  const suggestCall = endpoint(
    api,
    {
      method: 'get',
      id: 'suggest',
      path: '/api/search/suggestions',
      tag: TAG,
      summary: 'The best few hits while somebody types, in at most 4 kB',
      access: 'public',
      query: z.object({ q: words }),
      response: suggestions,
    },
    async ({ query: { q } }) => {
      const { hits, corrected, more } = await search({ q, limit: SUGGESTIONS_PER_KIND });
      const shown = corrected ? [...hits, ...preferTitles(more)] : preferTitles(hits);
      const items = shown.slice(0, SUGGESTIONS).map(({ title, path, kind }) => ({
        title: title.slice(0, SUGGESTED_TITLE),
        path,
        kind: labelsOf(kind).one,
      }));
      return { corrected, items: withinBytes(items, SUGGESTED_BYTES) };
    },
  );

  const listMissesCall = endpoint(
    api,
    {
      method: 'get',
      id: 'listSearchMisses',
      path: '/api/search-misses',
      tag: TAG,
      summary: 'What visitors sought in vain in the last 30 days, the most wanted first',
      access: 'viewer',
      response: z.array(miss),
    },
    () => listMisses(db),
  );

  return [searchCall, suggestCall, listMissesCall];
};
