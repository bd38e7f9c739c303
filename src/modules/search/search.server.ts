import type { Database } from '#platform/db/database.server.ts';
import { describeTable } from '#platform/statement-reads.server.ts';
import type { SearchKind } from './entry.server.ts';
import { FILLED } from './fill.server.ts';
import { type Counts, countRows, type Found, findRows } from './find.server.ts';
import type { Names } from './names.ts';
import { MAX_WORDS, type Reading, readWords } from './query.ts';
import { searchEntries } from './search.tables.server.ts';
import { wordsOf } from './words.ts';

/** A word in so many texts is no mistake. */
const ENOUGH = 3;
/** Each is compared with all names. */
const MAX_DOUBTFUL = 4;

interface SearchAsked {
  q: string;
  kind?: string | undefined;
  limit: number;
  isExact?: boolean | undefined;
}

interface SearchResult {
  reading: Reading;
  corrected: string | null;
  /** Whether something has all of the words that were typed. */
  isFound: boolean;
  /** The best of each kind, the best of all first. */
  hits: Found[];
}

interface Options {
  db: Database;
  kinds: readonly SearchKind[];
  /** Keys of the data of which the table is made. */
  reads: readonly string[];
  readNames(): Promise<Names>;
}

const hasAll = ({ missing }: Found) => missing.length === 0;

export const createSearch = ({ db, kinds, reads, readNames }: Options) => {
  describeTable(searchEntries, [...reads, FILLED]);

  /** Only a word that no title and next to no text has can be misspelt. */
  const correct = (typed: Reading, counts: Counts, names: Names): Reading | null => {
    const isPart = new Set(typed.spans.flatMap(({ start, end }) => typed.words.slice(start, end)));
    const doubtful = typed.units
      .filter(({ word }) => !isPart.has(word) && !names.isKnown(word))
      .slice(0, MAX_DOUBTFUL);
    const meant = new Map(
      doubtful.flatMap((unit) => {
        const { rows = 0, isTitled = false } = counts.get(unit) ?? {};
        const words = rows >= ENOUGH || isTitled ? null : names.correct(unit.word);
        return words ? [[unit.word, words] as const] : [];
      }),
    );
    if (meant.size === 0) return null;
    return readWords(
      typed.words.flatMap((word) => meant.get(word) ?? [word]),
      names,
      [...meant.values()].flat(),
    );
  };

  /** The words as they were typed, and as corrected. */
  const understand = async (q: string, isExact = false) => {
    const names = await readNames();
    // One sign may stand for several words, so that the length of the search does not bound them.
    const typed = readWords(wordsOf(q).slice(0, MAX_WORDS), names);
    const counts = await countRows(db, typed.units);
    return { names, typed, counts, meant: isExact ? null : correct(typed, counts, names) };
  };

  const search = async ({ q, kind, limit, isExact }: SearchAsked): Promise<SearchResult> => {
    const { typed, counts, meant } = await understand(q, isExact);
    const reading = meant ?? typed;
    const nothing = { reading, corrected: null, isFound: false, hits: [] };
    if (typed.units.length === 0) return nothing;
    const wanted = kind === undefined ? kinds : kinds.filter(({ name }) => name === kind);
    const asking = { kinds: wanted, limit };

    const hits = await findRows(db, typed, counts, asking);
    if (!meant) return { ...nothing, hits, isFound: hits.some(hasAll) };
    // Hits for the typed words stand above corrected ones.
    const exact = hits.filter(hasAll);
    const paths = new Set(exact.map(({ path }) => path));
    const found = await findRows(db, meant, await countRows(db, meant.units), asking);
    const more = found.filter(({ path }) => !paths.has(path));
    const corrected = meant.words.join(' ');
    return { reading, corrected, isFound: exact.length > 0, hits: [...exact, ...more] };
  };

  return { search, understand, readNames };
};

export type Search = ReturnType<typeof createSearch>;
