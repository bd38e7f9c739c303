import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cardsPath, orNullOn401 } from '#client/api-client.ts';
import { apiCards } from '#site/api/api-client.ts';
import { partOf } from '#site/api/queries.ts';
import { PAGE_SIZE } from './site.ts';

/** By the alphabet, whatever order an editor gave; a 401 is an empty glossary, not an error (spec). */
export const glossaryListQuery = (page?: number) => {
  const params = { ...partOf(page, PAGE_SIZE), sort: 'term' };
  return queryOptions({
    queryKey: [cardsPath('glossary', params)],
    queryFn: async () =>
      (await orNullOn401(apiCards('glossary', params))) ?? { items: [], total: 0 },
    placeholderData: keepPreviousData,
  });
};
