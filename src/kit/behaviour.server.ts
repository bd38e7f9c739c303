import type { SQL } from 'drizzle-orm';
import type { Executor } from '#platform/db/database.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { AnyItem, ItemBase } from './collection.ts';

export type { Viewer };

export interface Change {
  collection: string;
  before: AnyItem | null;
  after: AnyItem | null;
  viewer: Viewer;
}

export interface ReadContext {
  db: Executor;
  viewer: Viewer;
}

/** What a content type does beyond being stored; every part is optional. */
export interface Behaviour<Item extends ItemBase = AnyItem> {
  /** Completes or refuses what is about to be stored. */
  prepare?(
    draft: Partial<Item>,
    context: { before: Item | null; tx: Executor; viewer: Viewer; isRestore: boolean },
  ): Promise<Partial<Item>> | Partial<Item>;
  /** Further effects inside the same transaction. */
  after?(change: Change, tx: Executor): Promise<void>;
  /** What a detail answer carries besides the item. */
  present?(item: Item, context: ReadContext): Promise<Record<string, unknown>>;
  /** What a list, of cards or of whole items, leaves out or adds, with one look at the database. */
  presentList?(items: Item[], context: ReadContext): Promise<Item[]>;
  /** Trims or completes an item of a `?view=card` list. */
  presentCard?(item: Partial<Item>): Record<string, unknown>;
  /** A condition for strangers beyond the definition's own flag. */
  visible?: SQL;
  /** Collections whose changes may change what is visible here. */
  dependsOn?: readonly string[];
  /** More query parameters of the list. */
  filters?: Record<
    string,
    { description: string; where(values: string[], viewer: Viewer): SQL | undefined }
  >;
}
