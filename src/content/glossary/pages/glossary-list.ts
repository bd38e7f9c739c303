import type { CardResponse } from '#client/api-calls.ts';

export type TermCardData = CardResponse<'glossary'>;

/** Terms that begin with no letter stand together under this sign. */
const NO_LETTER = '#';

export const letterOf = (term: string): string => {
  const first = term.trim().normalize('NFD').charAt(0).toUpperCase();
  return /\p{L}/u.test(first) ? first : NO_LETTER;
};

export const idOfLetter = (letter: string) =>
  `letter-${letter === NO_LETTER ? 'other' : letter.toLowerCase()}`;

export const groupByLetter = <T extends { term: string }>(terms: readonly T[]) =>
  [...Map.groupBy(terms, ({ term }) => letterOf(term))]
    .map(([letter, items]) => ({ letter, items }))
    .sort((a, b) => (a.letter < b.letter ? -1 : 1));
