import type { SQL } from 'drizzle-orm';
import type { Viewer } from '#platform/viewer.ts';
import type { CardOf, Collection, ItemOf } from './collection.ts';
import type { ListQuery } from './list-query.ts';
import type { TableOf } from './table.server.ts';

/** Reads one collection; what an anonymous visitor may not see is never among the results. */
export interface Reader<C extends Collection = Collection> {
  list(query: ListQuery): Promise<ItemOf<C>[]>;
  listCards(query: ListQuery): Promise<CardOf<C>[]>;
  count(query: ListQuery): Promise<number>;
  byId(viewer: Viewer, id: number): Promise<ItemOf<C> | null>;
  bySlug(viewer: Viewer, slug: string): Promise<ItemOf<C> | null>;
  /** By what a path calls it: a slug always has a letter, an id never. */
  byKey(viewer: Viewer, key: string): Promise<ItemOf<C> | null>;
  /** Items in the order of the ids; those that are gone or not visible are left out. */
  byIds(viewer: Viewer, ids: readonly number[]): Promise<ItemOf<C>[]>;
  cardsByIds(viewer: Viewer, ids: readonly number[]): Promise<CardOf<C>[]>;
  /** For queries of a content type's own: what anonymous visitors see, and what this list would ask for. */
  visible: SQL;
  conditionOf(query: ListQuery): SQL | undefined;
  table: TableOf<C>;
}

export type ReaderOf = <C extends Collection>(collection: C) => Reader<C>;
