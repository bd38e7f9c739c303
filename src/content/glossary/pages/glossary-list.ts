import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CardResponse } from '#client/api-calls.ts';
import { orNullOn401 } from '#client/api-client.ts';
import { apiCards, cardsPath } from '#site/api/api-client.ts';
import { partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from '../site.ts';

export type TermCardData = CardResponse<'glossary'>;

/** By the alphabet, whatever order an editor gave; a 401 is an empty glossary, not an error (spec). */
export const glossaryListQuery = (page?: number) => {
  const params = { ...partOf(page, PAGE_SIZE), sort: 'term' };
  return queryOptions({
    queryKey: [cardsPath('glossary', params)],
    queryFn: () => orNullOn401(apiCards('glossary', params)),
    placeholderData: keepPreviousData,
  });
};

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
