import type { Field, Fields, ValueOf } from './fields.ts';

export interface CollectionSpec<F extends Fields> {
  /** Unique name, and the last part of its REST path: /api/{name}. */
  readonly name: string;
  readonly table: string;
  readonly label: { one: string; many: string };
  readonly group: 'core' | 'education' | 'system' | 'promotion' | 'hidden';
  readonly fields: F;
  /** The field that names an item, and the one that describes it, on cards and in messages. */
  readonly title: keyof F & string;
  readonly body?: keyof F & string;
  /** An item is public when this field has this value; without it every item is. */
  readonly visible?: { field: keyof F & string; is: boolean | string };
  /** Which reads need a session. */
  readonly signedInOnly?: 'list' | 'all';
  /** Items have a page at {publicPath}/{slug}. */
  readonly publicPath?: string;
  readonly search: readonly (keyof F & string)[];
  /** What a list answers to `?view=card`. */
  readonly card: readonly (keyof F & string)[];
  readonly order?: readonly { field: string; descending?: boolean }[];
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  readonly index?: readonly (keyof F & string)[];
  /** Paths below /api/{name}/ that are not items. */
  readonly reservedSlugs?: readonly string[];
  /** The panel replaces the generated screen by one of its own. */
  readonly ownScreen?: boolean;
}

export type Collection<F extends Fields = Fields> = CollectionSpec<F>;

export interface ItemBase {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type ItemOf<C> =
  C extends CollectionSpec<infer F> ? ItemBase & { [K in keyof F]: ValueOf<F[K]> } : never;

/** An item of a collection that is not known by name. */
export type AnyItem = ItemBase & Record<string, unknown>;

export const defineCollection = <const F extends Fields>(spec: CollectionSpec<F>) => spec;

export const fieldEntries = (collection: Collection): [string, Field][] =>
  Object.entries(collection.fields);

export const slugFieldOf = (collection: Collection): string | undefined =>
  fieldEntries(collection).find(([, field]) => field.kind === 'slug')?.[0];

/** Sets of fields that no two items share: the slug, and what the definition names. */
export const uniqueSetsOf = (collection: Collection): (readonly string[])[] => {
  const slugField = slugFieldOf(collection);
  return [...(slugField ? [[slugField]] : []), ...(collection.unique ?? [])];
};

export const markdownFieldsOf = (collection: Collection): [string, Field][] =>
  fieldEntries(collection).filter(([, field]) => field.kind === 'markdown');

/** The collection without its field types: what the kit's own functions take. */
export const widen = (collection: unknown): Collection => collection as Collection;
