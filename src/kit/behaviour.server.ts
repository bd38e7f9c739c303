import type { SQL } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { AnyItem, CardOf, Collection, ItemOf } from './collection.ts';
import type { ReaderOf } from './reader.server.ts';
import type { Additions, With } from './responses.ts';

export interface Change<Item = AnyItem> extends WriteFlags {
  collection: string;
  before: Item | null;
  after: Item | null;
  viewer: Viewer;
}

export interface ReadContext {
  db: Executor;
  viewer: Viewer;
  /** The readers of the other content types. */
  readerOf: ReaderOf;
}

type Filters = Readonly<Record<string, readonly string[]>>;

/** How a write came about: an earlier version comes back, a person was asked and wants it, or its time came. */
export type WriteFlags = { isRestore?: boolean; isConfirmed?: boolean; isScheduled?: boolean };
export type WriteContext<Item = AnyItem> = WriteFlags & {
  before: Item | null;
  tx: Executor;
  viewer: Viewer;
};

/** What a detail response may say in another way than the item does. */
type Overrides<C extends Collection> = Partial<ItemOf<C>> & { html?: Record<string, string> };

/** What a content type does beyond being stored; every part is optional. */
export interface Behaviour<C extends Collection = Collection, A extends Additions = Additions> {
  /** Completes or refuses what is about to be stored. */
  prepare?(
    draft: Partial<ItemOf<C>>,
    context: WriteContext<ItemOf<C>>,
  ): Promise<Partial<ItemOf<C>>> | Partial<ItemOf<C>>;
  /** Further effects inside the same transaction. */
  after?(change: Change<ItemOf<C>>, tx: Executor): Promise<void>;
  /** What a detail response carries besides the item. */
  present?(item: ItemOf<C>, context: ReadContext): Promise<With<Overrides<C>, A, 'detail'>>;
  /** What a list, of cards or of whole items, leaves out or adds, with one look at the database. */
  presentList?(items: ItemOf<C>[], context: ReadContext): Promise<With<ItemOf<C>, A, 'list'>[]>;
  /** Trims or completes an item of a `?view=card` list. */
  presentCard?(item: CardOf<C>): With<CardOf<C>, A, 'card'>;
  /** What `present`, `presentList` and `presentCard` have to add, for the types of clients and the API's document. */
  responses?: A;
  /** Text that its page shows although the field is for editors, for the site's search. */
  searchText?(item: ItemOf<C>): string;
  /** A condition for anonymous visitors beyond the definition's own flag. */
  visible?: SQL;
  /** Keys of what `visible` looks at. */
  dependsOn?: readonly string[];
  /** More query parameters of the list. */
  filters?: Record<
    string,
    {
      description: string;
      /** The fields that it looks at; one that does not say so may look at anything in the collection. */
      fields?: readonly (keyof ItemOf<C> & string)[];
      /** `others` are the list's own parameters, for a filter that one of them makes stricter or looser. */
      where(values: string[], viewer: Viewer, others: Filters): SQL | undefined;
    }
  >;
}
