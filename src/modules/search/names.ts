import { distanceOf, mistakesIn, soundOf, wordsOf } from './words.ts';

/** A page that is known by name, and everything that it is called. */
export interface NamedPage {
  collection: string;
  id: number;
  slug: string;
  title: string;
  path: string;
  names: readonly string[];
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
const MAX_REMEMBERED = 1000;

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

const targetsOf = (pages: readonly NamedPage[], aliases: readonly string[]): Target[] => {
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
  for (const alias of aliases) addName(alias, false, new Set(shortIn(alias)));
  return [...targets.values()];
};

/** Names of pages, in memory: small beside their texts, and read again when a name changes. */
export const createNames = (
  pages: readonly NamedPage[],
  groups: readonly (readonly string[])[],
) => {
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
  for (const group of groups.map((names) => names.map(wordsOf))) {
    for (const words of group) {
      const key = nameKey(words);
      const others = group.filter((other) => nameKey(other) !== key);
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
      for (const word of words) known.add(singular(word));
    }
  }
  const targets = targetsOf(pages, groups.flat());
  const corrections = new Map<string, readonly string[] | null>();

  /** The longest match that begins at a word. */
  const longest = <T>(
    words: readonly string[],
    start: number,
    find: (key: string) => T | undefined,
  ) => {
    for (let end = Math.min(words.length, start + MAX_SPAN); end > start; end -= 1) {
      const found = find(nameKey(words.slice(start, end)));
      if (found) return { start, end, found };
    }
    return null;
  };

  const spansIn = (words: readonly string[]): Span[] => {
    const spans: Span[] = [];
    for (let at = 0; at < words.length; ) {
      const span = longest(words, at, (key) => byKey.get(key));
      if (span) spans.push({ start: at, end: span.end, pages: [...span.found] });
      at = span?.end ?? at + 1;
    }
    return spans;
  };

  const synonymsIn = (words: readonly string[]): (readonly string[])[][] => {
    const others = words.map((): (readonly string[])[] => []);
    for (let at = 0; at < words.length; ) {
      const span = longest(words, at, (key) => synonyms.get(key));
      for (let i = at; span && i < span.end; i += 1) others[i]?.push(...span.found);
      at = span?.end ?? at + 1;
    }
    return others;
  };

  const nearest = (word: string): readonly string[] | null => {
    const [letters, sound] = [lettersOf(word), soundOf(word)];
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
      if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED || /^\d+$/.test(word))
        return null;
      if (!corrections.has(word)) {
        if (corrections.size >= MAX_REMEMBERED) corrections.clear();
        corrections.set(word, nearest(word));
      }
      return corrections.get(word) ?? null;
    },
  };
};

export type Names = ReturnType<typeof createNames>;
