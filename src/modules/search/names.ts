import { distanceOf, mistakesIn, soundOf, wordsOf } from './words.ts';

/** A page that is known by name, and everything that it is called. */
export interface NamedPage {
  collection: string;
  id: number;
  slug: string;
  title: string;
  path: string;
  names: readonly string[];
  /** Those of its names that say the same as its title. */
  aliases?: readonly string[];
}

/** The name of one or more pages inside of a search. */
export interface Span {
  start: number;
  end: number;
  pages: readonly NamedPage[];
}

interface Target {
  /** As one word, and the words that are written for it. */
  joined: string;
  words: readonly string[];
  letters: number;
  sound: string;
  /** Whether it is the whole of a name; a part of one comes after it. */
  isWhole: boolean;
}

const MAX_SPAN = 6;
/** Words of one or two letters have too many neighbors to guess at. */
const MIN_CORRECTED = 3;
const MAX_CORRECTED = 24;
/** A sound of fewer consonants is that of too many words. */
const MIN_SOUND = 3;
/** As far apart as two words may be that sound alike. */
const MAX_SOUND_MISTAKES = 3;

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** One and the same for `Fund Count`, `fundcount` and `Fundcounts`. */
export const nameKey = (words: readonly string[]): string => words.map(singular).join('');

/** A bit for each letter: two words with a mistake between them differ in two of them at most. */
const lettersOf = (word: string): number =>
  Array.from(word).reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 31)), 0);

const countBits = (bits: number): number => {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** An abbreviation is typed as it is or not at all: no other word is a misspelling of it. */
const isAbbreviation = (name: string) => /^[\p{Lu}\p{N}&.-]{1,5}$/u.test(name);

const targetsOf = (pages: readonly NamedPage[]): Target[] => {
  const targets = new Map<string, Target>();
  const add = (words: readonly string[], isWhole: boolean) => {
    const joined = words.join('');
    if (joined.length < MIN_CORRECTED || targets.get(joined)?.isWhole) return;
    targets.set(joined, {
      joined,
      words,
      letters: lettersOf(joined),
      sound: soundOf(joined),
      isWhole,
    });
  };
  const shortIn = (name: string) =>
    name
      .split(/[\s()/,-]+/)
      .filter(isAbbreviation)
      .flatMap(wordsOf);
  const addName = (name: string, isTitle: boolean, written: ReadonlySet<string>) => {
    const words = wordsOf(name);
    if (isTitle || !isAbbreviation(name)) add(words, true);
    for (const [at, word] of words.entries()) {
      if (!written.has(word)) add([word], words.length === 1);
      const next = words[at + 1];
      if (next) add([word, next], false);
    }
  };
  for (const { title, names } of pages) {
    const written = new Set(names.flatMap(shortIn));
    for (const name of names) addName(name, name === title, written);
  }
  return [...targets.values()];
};

/** Names of pages, in memory: small beside their texts, and read again when a name changes. */
export const createNames = (pages: readonly NamedPage[]) => {
  const byKey = new Map<string, Set<NamedPage>>();
  const known = new Set<string>();
  for (const page of pages) {
    for (const words of page.names.map(wordsOf)) {
      const key = nameKey(words);
      byKey.set(key, (byKey.get(key) ?? new Set()).add(page));
      for (const word of words) known.add(singular(word));
    }
  }
  const synonyms = new Map<string, (readonly string[])[]>();
  for (const { title, aliases = [] } of pages) {
    const group = [title, ...aliases].map(wordsOf);
    for (const key of aliases.length > 0 ? group.map(nameKey) : []) {
      const others = group.filter((other) => nameKey(other) !== key);
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
    }
  }
  const targets = targetsOf(pages);

  /** The longest matches, from the first word on. */
  const matchesIn = <T>(words: readonly string[], find: (key: string) => T | undefined) => {
    const matches: { start: number; end: number; found: T }[] = [];
    for (let start = 0, end = 0; start < words.length; start = Math.max(end, start + 1)) {
      for (end = Math.min(words.length, start + MAX_SPAN); end > start; end -= 1) {
        const found = find(nameKey(words.slice(start, end)));
        if (!found) continue;
        matches.push({ start, end, found });
        break;
      }
    }
    return matches;
  };

  const spansIn = (words: readonly string[]): Span[] =>
    matchesIn(words, (key) => byKey.get(key)).map(({ found, ...place }) => ({
      ...place,
      pages: [...found],
    }));

  /** Other ways to say each of the words. */
  const synonymsIn = (words: readonly string[]): (readonly string[])[][] => {
    const matches = matchesIn(words, (key) => synonyms.get(key));
    return words.map((_, at) =>
      matches.flatMap(({ start, end, found }) => (at >= start && at < end ? found : [])),
    );
  };

  const nearest = (word: string): readonly string[] | null => {
    const letters = lettersOf(word);
    const sound = soundOf(word);
    let best: { target: Target; rank: number } | null = null;
    for (const target of targets) {
      const allowed = mistakesIn(target.joined);
      const soundsAlike = target.sound === sound && sound.length >= MIN_SOUND;
      const isFar = countBits(letters ^ target.letters) > 2 * allowed;
      if (isFar && !soundsAlike) continue;
      if (Math.abs(target.joined.length - word.length) > MAX_SOUND_MISTAKES) continue;
      const distance = distanceOf(word, target.joined);
      if (distance > (soundsAlike ? MAX_SOUND_MISTAKES : allowed)) continue;
      const rank = distance + (target.isWhole ? 0 : 0.5) - (soundsAlike ? 0.6 : 0);
      if (!best || rank < best.rank) best = { target, rank };
    }
    return best?.target.words ?? null;
  };

  return {
    spansIn,
    synonymsIn,
    pages,
    isKnown: (word: string) => known.has(singular(word)) || byKey.has(nameKey([word])),
    /** The words that were most likely meant by one that no name has. */
    correct: (word: string): readonly string[] | null => {
      const { length } = word;
      const isGuessed = length >= MIN_CORRECTED && length <= MAX_CORRECTED && !/^\d+$/.test(word);
      return isGuessed ? nearest(word) : null;
    },
  };
};

export type Names = ReturnType<typeof createNames>;
