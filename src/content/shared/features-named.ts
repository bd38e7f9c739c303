import { type NamedPage, type Names, nameKey } from '#modules/search/names.ts';
import type { Reading } from '#modules/search/query.ts';
import { soughtIn, tellingIn, wordsOf } from '#modules/search/words.ts';
import { isSought } from '#site/search/marked.ts';

const MAX_SHOWN = 2;
/** Words that are in the names of more features mean none of them. */
const MAX_ALIKE = 3;

const isFeature = ({ collection }: NamedPage) => collection === 'features';

/** Features whose names have all of these words, those with the fewest others first. */
const havingAll = (features: readonly NamedPage[], sought: readonly string[]): NamedPage[] => {
  if (sought.length === 0) return [];
  const having = features.flatMap((page) => {
    const title = wordsOf(page.title);
    const hasAll = sought.every((word) => title.some((other) => isSought(other, [word])));
    return hasAll ? [{ page, length: title.length }] : [];
  });
  return having.length > MAX_ALIKE
    ? []
    : having.sort((a, b) => a.length - b.length).map(({ page }) => page);
};

export const featuresNamed = (reading: Reading, names: Names): NamedPage[] => {
  const features = names.pages.filter(isFeature);
  const named = reading.spans.flatMap(({ pages }) => pages.filter(isFeature));
  const telling = tellingIn(reading.words);
  const bySynonym = telling.length === 1 ? havingAll(features, reading.synonyms) : [];
  // A term has the words of its title, and those of the name that was typed: 'k1' is 'K-1'.
  const byTerm = reading.spans.flatMap(({ start, end, pages }) => {
    const typed = nameKey(reading.words.slice(start, end));
    return pages
      .filter(({ collection }) => collection === 'glossary')
      .flatMap((term) =>
        term.names.filter((name) => name === term.title || nameKey(wordsOf(name)) === typed),
      )
      .flatMap((name) => havingAll(features, wordsOf(name)));
  });
  return [...new Set([...named, ...havingAll(features, telling), ...bySynonym, ...byTerm])].slice(
    0,
    MAX_SHOWN,
  );
};

/** The features of whose titles every word was typed, the longest first. */
export const featuresWhole = (
  { words, guessed }: Pick<Reading, 'words' | 'guessed'>,
  names: Names,
): NamedPage[] => {
  const keyOf = (word: string) => nameKey([word]);
  const typed = new Set(words.filter((word) => !guessed.includes(word)).map(keyOf));
  return names.pages
    .filter(isFeature)
    .filter(({ title }) => soughtIn(wordsOf(title)).every((word) => typed.has(keyOf(word))))
    .toSorted((a, b) => b.title.length - a.title.length);
};

/** The features whose whole names or synonyms are among the typed words, or the one that has all of two words or more. */
export const featuresCalled = (
  reading: Pick<Reading, 'words' | 'guessed'>,
  names: Names,
): NamedPage[] => {
  const { words, guessed } = reading;
  const isTyped = (some: readonly string[]) => some.every((word) => !guessed.includes(word));
  const byName = names
    .spansIn(words)
    .filter(({ start, end }) => isTyped(words.slice(start, end)))
    .flatMap(({ pages }) => pages.filter(isFeature));
  const telling = tellingIn(words);
  const having =
    telling.length > 1 && isTyped(telling) ? havingAll(names.pages.filter(isFeature), telling) : [];
  const byPart = having.length === 1 ? having : [];
  return [...new Set([...featuresWhole(reading, names), ...byName, ...byPart])].slice(0, MAX_SHOWN);
};
