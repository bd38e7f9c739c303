import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiList, orNullOn401 } from '#site/api/api-client.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import type { GlossaryTerm } from '../glossary.collection.ts';

export type TermCardData = Pick<GlossaryTerm, 'id' | 'slug' | 'term' | 'definition' | 'category'>;

/** By the alphabet, whatever order an editor gave; a 401 is an empty glossary, not an error (spec). */
export const glossaryListQuery = (page?: number) => {
  const { queryKey } = listQuery<TermCardData>('glossary', {
    ...partOf(page, PAGE_SIZE.glossary),
    sort: 'term',
  });
  const [path = ''] = queryKey;
  return queryOptions({
    queryKey: [path],
    queryFn: () => orNullOn401(apiList<TermCardData>(path)),
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
