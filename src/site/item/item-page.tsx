import {
  type QueryClient,
  type UseSuspenseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { loadOrNotFound, loadParts, type Part } from '#site/api/queries.ts';
import { NotFoundView } from '#site/not-found.tsx';
import { ItemError, ItemLoading, ItemMissing } from './item-frame.tsx';
import { type AnyItem, type ItemHead, type ItemPlace, itemHead } from './item-head.ts';

interface ItemPageInfo<Item> extends ItemPlace, Omit<ItemHead<Item>, 'place'> {
  query: (slug: string) => UseSuspenseQueryOptions<Item, Error, Item, string[]>;
  /** Text of the screen for a missing item, and of its way to the list; without them it is that of any address. */
  gone?: string;
  back?: string;
  /** Further reads of the page, which it can do without. */
  parts?(item: Item, slug: string): readonly Part[];
  /** Reads it in place of `loadOrNotFound`. */
  load?: typeof loadOrNotFound;
}

interface ItemLoad {
  context: { queryClient: QueryClient };
  params: { slug: string };
  location: { pathname: string };
}

/** The page of one item of a type: `route` is spread into its route's options, beside the component. */
export const itemPage = <Item extends AnyItem>(page: ItemPageInfo<Item>) => {
  const { query, back, load = loadOrNotFound } = page;
  const Missing = () =>
    back === undefined ? (
      <NotFoundView />
    ) : (
      <ItemMissing place={page} back={back}>
        {page.gone}
      </ItemMissing>
    );
  return {
    trail: page.trail,
    useItem: () => {
      const { slug = '' } = useParams({ strict: false });
      return useSuspenseQuery(query(slug)).data;
    },
    route: {
      loader: async ({ context: { queryClient }, params, location }: ItemLoad) => {
        const item = await load(queryClient, location, query(params.slug));
        if (page.parts) await loadParts(queryClient, ...page.parts(item, params.slug));
        return item;
      },
      head: itemHead({ ...page, place: page }),
      pendingComponent: ItemLoading,
      notFoundComponent: Missing,
      errorComponent: page.isMissingOnError ? Missing : ItemError,
    },
  };
};
