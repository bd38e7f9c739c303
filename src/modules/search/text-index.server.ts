import MiniSearch, { type Query } from 'minisearch';
import type { Indexed } from './document.server.ts';
import type { Unit } from './query.ts';
import { stemOf } from './stem.ts';
import { mistakesIn, wordsOf } from './words.ts';

/** A word in the name tells more than one in the text. */
const BOOST = { names: 10, about: 5, headings: 2, text: 1 };
const NAMES = ['names'];
const FOREMOST = ['names', 'about'];
const asWritten = (word: string) => word;

/** A shorter beginning is that of too many words. */
const MIN_PREFIX = 3;
/** Shorter words have too many neighbours to guess at, longer ones only cost time. */
const GUESSED = { min: 5, max: 24 };
/** A word that is called more things than this is none. */
const MOST_WAYS = 6;

/** A document with some of the words, each of which is a bit: those that it has, and those in its names. */
export interface Hit {
  score: number;
  has: number;
  named: number;
}

export type Hits = ReadonlyMap<string, Hit>;

const isBegun = ({ word, isLast }: Unit) => isLast && word.length >= MIN_PREFIX;

/** Each way to say the word, and the beginning of a name with a last word that may be half typed. */
const queriesOf = (unit: Unit): Query[] => [
  ...unit.ways.slice(0, MOST_WAYS).map((way) => ({
    combineWith: 'AND' as const,
    queries: [...way],
    fields: unit.isEverywhere ? FOREMOST : Object.keys(BOOST),
  })),
  ...(isBegun(unit)
    ? [{ queries: [unit.word], fields: NAMES, prefix: true, processTerm: asWritten }]
    : []),
];

/** Documents by their words, whatever the endings; names are also kept as they are written. */
export const createTextIndex = () => {
  const index = new MiniSearch<Indexed & { key: string }>({
    idField: 'key',
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    processTerm: (word, field) =>
      field === 'names' ? [...new Set([word, stemOf(word)])] : stemOf(word),
    searchOptions: { boost: BOOST, processTerm: stemOf },
  });

  const drop = (key: string) => {
    if (index.has(key)) index.discard(key);
  };

  return {
    drop,
    put: (key: string, indexed: Indexed) => {
      drop(key);
      index.add({ key, ...indexed });
    },
    /** The documents with any of the words. */
    find: (units: readonly Unit[]): Hits => {
      const sought = units.map((unit, at) => ({
        bit: 1 << at,
        ways: unit.ways.slice(0, MOST_WAYS).map((way) => way.map(stemOf)),
        begun: isBegun(unit) ? unit.word : null,
        isEverywhere: unit.isEverywhere,
      }));
      const found = index.search({ combineWith: 'OR', queries: units.flatMap(queriesOf) });
      const hits = new Map<string, Hit>();
      for (const { id, score, terms, match } of found) {
        const isThere = (stem: string) => match[stem] !== undefined;
        const isNamed = (term: string) => match[term]?.includes('names') === true;
        const hit = { score, has: 0, named: 0 };
        for (const { bit, ways, begun, isEverywhere } of sought) {
          if (isEverywhere || ways.some((way) => way.every(isThere))) hit.has |= bit;
          const isInName =
            ways.some((way) => way.every(isNamed)) ||
            (begun !== null && terms.some((term) => term.startsWith(begun) && isNamed(term)));
          if (isInName) hit.named |= bit;
        }
        hit.has |= hit.named;
        hits.set(id, hit);
      }
      return hits;
    },
    /** Whether a name has the word as it is. */
    isTitled: (word: string): boolean =>
      index.search(word, { fields: NAMES, processTerm: asWritten }).length > 0,
    /** Those with all of the words, the best first; the last word may be half typed. */
    havingAll: (words: readonly string[], fields: string[] = Object.keys(BOOST)): string[] =>
      index
        .search(words.join(' '), {
          fields,
          combineWith: 'AND',
          prefix: (_, at, all) => at === all.length - 1,
        })
        .map(({ id }) => id),
    /** Those with any of the words, the best first. */
    havingAny: (words: readonly string[]): string[] =>
      index.search(words.join(' ')).map(({ id }) => id),
    /** The document that has the word most like this one, and the stem of that word. */
    nearest: (word: string): { key: string; stem: string } | undefined => {
      if (word.length < GUESSED.min || word.length > GUESSED.max) return undefined;
      const [best] = index.search(word, { fuzzy: mistakesIn(word), boost: {} });
      const [stem] = best?.terms ?? [];
      return best && stem ? { key: best.id, stem } : undefined;
    },
  };
};
