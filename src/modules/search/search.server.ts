import { noteRead } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { createCorrect } from './correct.server.ts';
import type { SearchKind } from './entry.server.ts';
import { createFind, type Found } from './find.server.ts';
import { MAX_WORDS, type Synonyms, synonymWordsOf, unitsOf } from './query.ts';
import { wordsOf } from './words.ts';

/** With so many hits, nobody was misunderstood. */
const ENOUGH = 3;

export interface SearchAsked {
  q: string;
  /** Only this kind. */
  kind?: string | undefined;
  /** How many of each kind. */
  limit: number;
  /** As it was typed, without corrections. */
  isExact?: boolean | undefined;
}

export interface SearchResult {
  /** The words that were sought, as they are compared. */
  words: string[];
  /** The words of what else the glossary calls them. */
  synonyms: string[];
  /** The hits for what was typed. */
  hits: Found[];
  /** What may have been meant, and the further hits for it. */
  corrected: string | null;
  more: Found[];
  /** Whether the totals are no more than what was looked at. */
  isCommon: boolean;
}

interface Options {
  db: Database;
  kinds: readonly SearchKind[];
  /** What a search reads, as a change names it. */
  reads: readonly string[];
  readSynonyms(): Promise<Synonyms>;
}

/** PostgreSQL's word for a statement that took too long. */
const isTooLong = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '57014') return true;
  }
  return false;
};

const totalOf = (hits: readonly Found[]) =>
  [...new Map(hits.map(({ kind, total }) => [kind, total])).values()].reduce((a, b) => a + b, 0);

export const createSearch = ({ db, kinds, reads, readSynonyms }: Options) => {
  const findEntries = createFind(db);
  const correctWords = createCorrect(db, kinds);

  /** Statements for visitors have little time, so that one which takes long is ended before others wait for it. */
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isTooLong(error)) throw error;
      throw new AppError('unavailable', 'This search takes too long. Please try fewer words.');
    }
  };

  return async ({ q, kind, limit, isExact }: SearchAsked): Promise<SearchResult> => {
    noteRead(...reads);
    // One sign may stand for several words, so that the length of the search does not bound them.
    const words = wordsOf(q).slice(0, MAX_WORDS);
    const nothing = { words, synonyms: [], hits: [], corrected: null, more: [], isCommon: false };
    if (words.length === 0) return nothing;
    const synonyms = await readSynonyms();
    const wanted = kind === undefined ? kinds : kinds.filter(({ name }) => name === kind);
    const find = async (some: readonly string[]) => {
      const units = unitsOf(some, synonyms);
      const found = await findEntries({ units, kinds: wanted, limit });
      return { ...found, synonyms: synonymWordsOf(units) };
    };

    return inTime(async () => {
      const typed = await find(words);
      const { hits } = typed;
      const exact = { ...nothing, ...typed };
      if (isExact || totalOf(hits) >= ENOUGH) return exact;
      const corrected = await correctWords(words);
      if (!corrected) return exact;
      const found = await find(corrected);
      const paths = new Set(hits.map(({ path }) => path));
      const more = found.hits.filter(({ path }) => !paths.has(path));
      if (more.length === 0) return exact;
      return {
        words: [...new Set([...words, ...corrected])],
        synonyms: [...new Set([...typed.synonyms, ...found.synonyms])],
        hits,
        corrected: corrected.join(' '),
        more,
        isCommon: found.isCommon,
      };
    });
  };
};

export type Search = ReturnType<typeof createSearch>;
