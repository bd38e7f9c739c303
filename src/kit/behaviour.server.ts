import type { SQL } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { AnyItem, CardOf, Collection, ItemOf } from './collection.ts';
import type { ReaderOf } from './reader.server.ts';
import type { Additions, With } from './responses.ts';

export interface Change<Item = AnyItem> extends How {
  collection: string;
  before: Item | null;
  after: Item | null;
  viewer: Viewer;
}

/** Follows every write of every collection, inside its transaction. */
export type Effect = (change: Change, collection: Collection, tx: Tx) => Promise<void>;

export interface ReadContext {
  db: Executor;
  viewer: Viewer;
  /** The readers of the other content types. */
  readerOf: ReaderOf;
}

type Filters = Readonly<Record<string, readonly string[]>>;

/** What was read outside for a write. A transaction waits for nobody, so all of it is read before the transaction begins. */
export interface LookedUp {
  /** Why a page does not carry these words; null where it does, undefined where it was not read. */
  problemWith(url: string, words: string): string | null | undefined;
}

/** A write that is about to come; without an id it makes an item. */
export interface PlannedWrite {
  collection: Collection;
  id?: number | undefined;
  version?: number | undefined;
  draft: Readonly<Record<string, unknown>>;
}

/** Reads outside what these writes need, while no transaction is open. */
export type LookUp = (
  viewer: Viewer,
  writes: readonly PlannedWrite[],
) => Promise<LookedUp | undefined>;

/** How a write came about. */
export interface How {
  /** A person was asked and wants it. */
  isConfirmed?: boolean;
  /** An earlier version, or a deleted item, comes back. */
  isRestore?: boolean;
  /** It was planned for this time. */
  isScheduled?: boolean;
  /** The server's own work from files: an item that holds all of it gets neither a version nor a revision. */
  isImport?: boolean;
  lookedUp?: LookedUp | undefined;
}

export interface WriteContext<Item = AnyItem> extends How {
  before: Item | null;
  tx: Tx;
  viewer: Viewer;
}

type Overrides<C extends Collection> = Partial<ItemOf<C>> & { html?: Record<string, string> };

/** A content type's behaviour beyond storage; every part is optional. */
export interface Behaviour<C extends Collection = Collection, A extends Additions = Additions> {
  /** Completes or refuses what is about to be stored. */
  prepare?(
    draft: Partial<ItemOf<C>>,
    context: WriteContext<ItemOf<C>>,
  ): Promise<Partial<ItemOf<C>>> | Partial<ItemOf<C>>;
  after?(change: Change<ItemOf<C>>, tx: Tx): Promise<void>;
  /** Completes or overrides a detail response. */
  present?(item: ItemOf<C>, context: ReadContext): Promise<With<Overrides<C>, A, 'detail'>>;
  /** Trims or completes a list, of cards or of whole items, with one look at the database. */
  presentList?(items: ItemOf<C>[], context: ReadContext): Promise<With<ItemOf<C>, A, 'list'>[]>;
  /** Trims or completes an item of a `?view=card` list. */
  presentCard?(item: CardOf<C>): With<CardOf<C>, A, 'card'>;
  /** The fields that `present`, `presentList` and `presentCard` add, for clients' types and the API's document. */
  responses?: A;
  /** Text that its page shows although the field is for editors, for the site's search. */
  searchText?(item: ItemOf<C>): string;
  /** A condition for anonymous visitors beyond the definition's own flag. */
  visible?: SQL;
  filters?: Record<
    string,
    {
      description: string;
      /** For the API's document, of a filter that anonymous visitors may not use. */
      refusal?: string;
      /** `others` are the list's own parameters, for a filter that one of them makes stricter or looser. */
      where(values: string[], viewer: Viewer, others: Filters): SQL | undefined;
    }
  >;
}
