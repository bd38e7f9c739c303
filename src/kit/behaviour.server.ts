import type { SQL } from 'drizzle-orm';
import type * as z from 'zod';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { AnyItem, ItemBase } from './collection.ts';
import type { ReaderOf } from './reader.server.ts';

export type { Viewer };

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

/** What a content type does beyond being stored; every part is optional. */
export interface Behaviour<Item extends ItemBase = AnyItem> {
  /** Completes or refuses what is about to be stored. */
  prepare?(
    draft: Partial<Item>,
    context: WriteContext<Item>,
  ): Promise<Partial<Item>> | Partial<Item>;
  /** Further effects inside the same transaction. */
  after?(change: Change<Item>, tx: Executor): Promise<void>;
  /** What a detail response carries besides the item. */
  present?(item: Item, context: ReadContext): Promise<Record<string, unknown>>;
  /** What a list, of cards or of whole items, leaves out or adds, with one look at the database. */
  presentList?(items: Item[], context: ReadContext): Promise<Item[]>;
  /** Trims or completes an item of a `?view=card` list. */
  presentCard?(item: Partial<Item> & ItemBase): AnyItem;
  /** What `present`, `presentList` and `presentCard` add or change, for the API's document. */
  responses?: Partial<Record<'detail' | 'list' | 'card', Record<string, z.ZodType>>>;
  /** Text that its page shows although the field is for editors, for the site's search. */
  searchText?(item: Item): string;
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
      fields?: readonly (keyof Item & string)[];
      /** `others` are the list's own parameters, for a filter that one of them makes stricter or looser. */
      where(values: string[], viewer: Viewer, others: Filters): SQL | undefined;
    }
  >;
}
