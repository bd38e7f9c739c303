import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.server.ts';
import type { SearchKind } from './entry.server.ts';
import { distanceOf, isNear, spellingsOf } from './words.ts';

/** Another reading of a word, and how far it is from what was typed. */
interface Reading {
  words: readonly string[];
  distance: number;
  weight: number;
}

interface Name {
  words: readonly string[];
  weight: number;
}

const MAX_NAMES = sql.raw('400');
const MAX_READINGS = 6;
const MAX_TITLES = sql.raw('50');

/** Names with one of these spellings. */
const prepareNear = (db: Database) =>
  // Read from a row: spellings that PostgreSQL sees it takes for frequent ones where no name has them, and reads the whole table.
  db
    .select({ kind: sql<string>`kind`, names: sql<string>`names` })
    .from(
      sql`(with sought as materialized (select ${sql.placeholder('spellings')}::text[] as spellings)
        select kind, names from search_entries where spellings && (select spellings from sought)
        limit ${MAX_NAMES}) as near`,
    )
    .prepare('find_near_names');

/** Titles that have a reading of every word. */
const prepareTitles = (db: Database) =>
  db
    .select({ names: sql<string>`names` })
    .from(
      sql`(with sought as materialized (select to_tsquery('simple', ${sql.placeholder('readings')}::text) as readings)
        select names from search_entries where title_words @@ (select readings from sought)
        limit ${MAX_TITLES}) as titled`,
    )
    .prepare('find_titles');

/** What the names are written with: each word once, and two neighbors under what they are as one. */
const vocabularyOf = (names: readonly Name[]) => {
  const words = new Map<string, number>();
  const pairs = new Map<string, Name>();
  for (const name of names) {
    for (const [at, word] of name.words.entries()) {
      words.set(word, Math.max(words.get(word) ?? 0, name.weight));
      const next = name.words[at + 1];
      if (next) pairs.set(word + next, { words: [word, next], weight: name.weight });
    }
  }
  return { words, pairs };
};

type Vocabulary = ReturnType<typeof vocabularyOf>;

const nearestFirst = (a: Reading, b: Reading) => a.distance - b.distance || b.weight - a.weight;

/** The words that may be meant, and two of them that were written as one. */
const readingsOf = (asked: string, { words, pairs }: Vocabulary): Reading[] => {
  const readings: Reading[] = [];
  for (const [word, weight] of words) {
    if (!isNear(asked, word)) continue;
    readings.push({ words: [word], distance: distanceOf(asked, word), weight });
  }
  const pair = pairs.get(asked);
  if (pair) readings.push({ ...pair, distance: 1 });
  return readings.sort(nearestFirst).slice(0, MAX_READINGS);
};

/** Two words that are one in a name: 'fund count' is FundCount. */
const joinPair = (asked: readonly string[], { words }: Vocabulary): string[] | null => {
  for (const [at, word] of asked.slice(1).entries()) {
    const pair = `${asked[at]}${word}`;
    if (words.has(pair)) return [...asked.slice(0, at), pair, ...asked.slice(at + 2)];
  }
  return null;
};

const writeReadings = (readings: readonly Reading[]) =>
  `(${readings.map(({ words }) => `(${words.join(' & ')})`).join(' | ')})`;

const isIn = (title: Set<string>, { words }: Reading) => words.every((word) => title.has(word));

const sumOf = (readings: readonly Reading[]) => ({
  distance: readings.reduce((sum, one) => sum + one.distance, 0),
  weight: readings.reduce((sum, one) => sum + one.weight, 0),
});

/** Tells which words were most likely meant by those that were typed; null when no others are better. */
export const createCorrect = (db: Database, kinds: readonly SearchKind[]) => {
  const near = prepareNear(db);
  const titled = prepareTitles(db);
  const weightOf = new Map(kinds.map(({ name, weight }) => [name, weight]));

  const namesNear = async (spellings: readonly string[]): Promise<Name[]> => {
    const rows = await near.execute({ spellings });
    return rows.map(({ kind, names }) => ({
      words: names.split(' '),
      weight: weightOf.get(kind) ?? 0,
    }));
  };

  /** What stands together in a title was most likely meant. */
  const titlesWith = async (choices: readonly Reading[][]): Promise<Set<string>[]> => {
    const rows = await titled.execute({ readings: choices.map(writeReadings).join(' & ') });
    return rows.map(({ names }) => new Set(names.split(' ')));
  };

  return async (asked: readonly string[]): Promise<string[] | null> => {
    const pairs = asked.slice(1).map((word, at) => `${asked[at]}${word}`);
    const names = await namesNear([...new Set([...asked.flatMap(spellingsOf), ...pairs])]);
    const vocabulary = vocabularyOf(names);
    const joined = joinPair(asked, vocabulary);
    if (joined) return joined;
    const choices = asked.map((word) => {
      const readings = readingsOf(word, vocabulary);
      // A word that no name has may still be right beside one that is not.
      return readings.length > 0 ? readings : [{ words: [word], distance: 0, weight: 0 }];
    });
    const titles = await titlesWith(choices);
    const inTitles = titles.flatMap((title) => {
      const chosen = choices.flatMap((readings) => readings.find((one) => isIn(title, one)) ?? []);
      return chosen.length === choices.length ? [chosen] : [];
    });
    const likeliest = inTitles
      .filter((chosen) => sumOf(chosen).distance > 0)
      .sort((a, b) => nearestFirst({ words: [], ...sumOf(a) }, { words: [], ...sumOf(b) }))[0];
    const corrected = (likeliest ?? choices.flatMap(([first]) => first ?? [])).flatMap(
      ({ words }) => words,
    );
    return corrected.join(' ') === asked.join(' ') ? null : corrected;
  };
};
