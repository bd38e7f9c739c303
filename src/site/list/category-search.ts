import { NO_CATEGORY } from '#platform/words.ts';
import { pageParam, searchReader, textParam } from '#site/search-params.ts';

/** A list that can be searched by words and narrowed to one category. */
export const readCategorySearch = searchReader({
  q: textParam,
  category: textParam,
  page: pageParam,
});

export type CategorySearch = ReturnType<typeof readCategorySearch>;

export const isNarrowed = ({ q, category }: CategorySearch) => Boolean(q || category);

/** Categories in the order in which the list names them, each with its items. */
export const groupByCategory = <Item extends { category: string | null }>(
  items: readonly Item[],
) => [...Map.groupBy(items, ({ category }) => category || NO_CATEGORY)];
