import type { Field, Fields, ValueOf } from './fields.ts';

interface SearchPlace<Key extends string> {
  /** The group of results that its items stand in, as an address names it; else its own name. */
  readonly kind?: string;
  /** The group's name; else the content type's. */
  readonly label?: { one: string; many: string };
  /** How much a hit counts, up to 1. */
  readonly weight?: number;
  /** Its titles are names: misspelt words are corrected by them. */
  readonly isNamed?: boolean;
  /** Every page has the same headings, which therefore tell nothing of it. */
  readonly sharesHeadings?: boolean;
  /** The field with the day that stands beside a result; else the day of its last change. */
  readonly day?: Key;
}

/** A content type's definition, for code that works with any; `Key` are the names of its fields. */
export interface Collection<Key extends string = string> {
  /** Unique name, and the last part of its REST path: /api/{name}. */
  readonly name: string;
  readonly table: string;
  readonly label: { one: string; many: string };
  /** Where its tab stands in the panel; 'hidden' has none, and lives inside the tab of another. */
  readonly group: 'core' | 'education' | 'system' | 'promotion' | 'hidden';
  readonly insideTab?: string;
  readonly fields: Fields;
  /** The field that names an item, and the one that describes it, on cards and in messages. */
  readonly title: Key;
  readonly body?: Key;
  /** The field with an item's public name, used instead of its title when filled in. */
  readonly headline?: Key;
  /** An item is public when this field has this value; without it every item is. */
  readonly visible?: { field: string; is: boolean | string };
  /** Which reads need a session. */
  readonly signedInOnly?: 'list' | 'all';
  /** Items have a page at {publicPath}/{slug}. */
  readonly publicPath?: string;
  /** The word by which a text shows the card of an item, as in ':::vendor addepar'. */
  readonly inText?: string;
  readonly search: readonly Key[];
  /** How the site's search shows its items, where they have pages. */
  readonly inSearch?: SearchPlace<Key>;
  readonly card: readonly string[];
  /** The columns of its table in the panel, each with its head; the facts of its cards there, too. */
  readonly columns?: Readonly<Partial<Record<Key | 'createdAt' | 'updatedAt', string>>>;
  /** The panel lists it as cards, with the table beside them; else as the table alone. */
  readonly hasCards?: true;
  /** What the panel's list is narrowed by beside its category: a parameter of the list, and the field with its values. */
  readonly narrowedBy?: Readonly<Record<string, Key>>;
  readonly order?: readonly { field: Key | keyof ItemBase; descending?: boolean }[];
  readonly unique?: readonly (readonly Key[])[];
  /** A field, or several in one index. */
  readonly index?: readonly (Key | readonly Key[])[];
  /** Paths below /api/{name}/ or {publicPath}/ that are no item. */
  readonly reservedSlugs?: readonly string[];
  /** In files, items that share this reference stand together in the file of what they refer to. */
  readonly filedBy?: Key;
  /** The panel replaces the generated screen by one of its own. */
  readonly ownScreen?: boolean;
  /** A body that creates an item, for the API's document. */
  readonly example?: Readonly<Record<string, unknown>>;
}

interface Definition<
  Name extends string,
  F extends Fields,
  Card extends keyof F & string,
  Visible extends keyof F & string,
> extends Collection<keyof F & string> {
  readonly name: Name;
  readonly fields: F;
  readonly visible?: { field: Visible; is: boolean | string };
  readonly card: readonly Card[];
  readonly example?: { readonly [K in keyof F]?: ValueOf<F[K]> };
}

export type ItemBase = { id: number; version: number; createdAt: string; updatedAt: string };

export type FieldOf<C extends Collection> = keyof C['fields'] & string;

export type ValuesOf<C extends Collection> = { [K in keyof C['fields']]: ValueOf<C['fields'][K]> };

export type ItemOf<C extends Collection> = ItemBase & ValuesOf<C>;

type CardKey<C extends Collection> =
  | C['card'][number]
  | 'displayOrder'
  | NonNullable<C['visible']>['field'];

/** The fields that `keysOf` picks for a card. */
export type CardOf<C extends Collection> = ItemBase & Pick<ValuesOf<C>, FieldOf<C> & CardKey<C>>;

/** A page's item: finished HTML beside each text. */
export type DetailOf<C extends Collection> = ItemOf<C> & {
  html: { [Key in keyof C['fields']]?: string };
};

export type AnyItem = ItemBase & Record<string, unknown>;

export const defineCollection = <
  const Name extends string,
  const F extends Fields,
  const Card extends keyof F & string,
  const Visible extends keyof F & string = never,
>(
  definition: Definition<Name, F, Card, Visible>,
) => definition;

export const headlineOf = (
  { title, headline = title }: Collection,
  item: Readonly<Record<string, unknown>>,
): string => String(item[headline] || item[title] || '');

export const fieldEntries = <C extends Collection>({ fields }: C) =>
  Object.entries(fields) as [FieldOf<C>, Field][];

export const slugFieldOf = (collection: Collection): string | undefined =>
  fieldEntries(collection).find(([, field]) => field.kind === 'slug')?.[0];

export const slugOf = (collection: Collection, item: Readonly<Record<string, unknown>>): string =>
  String(item[slugFieldOf(collection) ?? 'slug']);

export const publicPathOf = ({ publicPath }: Collection, slug: string): string =>
  `${publicPath}/${encodeURIComponent(slug)}`;

/** Fields of an item, or of its card: that one also tells its place and whether it is public. */
export const keysOf = ({ card, visible, fields }: Collection, isCard: boolean): string[] => {
  const keys = isCard ? [...card, 'displayOrder', visible?.field ?? ''] : Object.keys(fields);
  return [...new Set(keys)].filter((key) => fields[key]);
};

/** Sets of fields that no two items share: the slug, and what the definition names. */
export const uniqueSetsOf = (collection: Collection): (readonly string[])[] => {
  const slugField = slugFieldOf(collection);
  return [...(slugField ? [[slugField]] : []), ...(collection.unique ?? [])];
};

export const markdownFieldsOf = (collection: Collection): [string, Field][] =>
  fieldEntries(collection).filter(([, field]) => field.kind === 'markdown');
