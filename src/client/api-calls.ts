import type * as z from 'zod';
import type { AnyItem } from '#kit/collection.ts';
import type { confirmQuery } from '#platform/http/params.ts';
import { stringifySearch } from '#platform/stringify-search.ts';

/** Filled in by src/app/api-types.ts, which knows every endpoint: clients stand below it and are typed by it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled in by declaration merging
export interface ApiRegister {}

type Registered<Key extends string> = ApiRegister extends Record<Key, infer Value> ? Value : never;

/** The input and response of a call; `params` are the values for the `{names}` of its path. */
export interface Call<Params, Query, Body, Response> {
  params: Params;
  query: Query;
  body: Body;
  response: Response;
}

type QueryValue = string | number | readonly string[] | undefined;
type QueryParams = Record<string, QueryValue>;

type Values = Record<string, unknown>;
type Confirm = z.input<typeof confirmQuery>;
type Named = { name: string };
type NamedItem = { name: string; id: number };

/** The calls of any collection, for code that knows none by name. */
interface CallsOfAny {
  get: {
    '/api/{name}': Call<Named, QueryParams, undefined, AnyItem[]>;
    '/api/{name}/{key}': Call<Named & { key: string }, undefined, undefined, AnyItem>;
  };
  post: { '/api/{name}': Call<Named, Confirm, Values, AnyItem> };
  put: { '/api/{name}/{id}': Call<NamedItem, Confirm, Values, AnyItem> };
  patch: unknown;
  delete: { '/api/{name}/{id}': Call<NamedItem, undefined, undefined, { success: true }> };
}

type Method = keyof CallsOfAny | Uppercase<keyof CallsOfAny>;
type Collections = Registered<'collections'>;
type Calls<M extends Method> = Registered<'calls'>[Lowercase<M>] & CallsOfAny[Lowercase<M>];
type CallAt<M extends Method, Path> = Path extends keyof Calls<M> ? Calls<M>[Path] : never;

export type PathOf<M extends Method> = keyof Calls<M> & string;
export type ResponseOf<M extends Method, Path extends PathOf<M>> = PartOf<
  CallAt<M, Path>,
  'response'
>;
export type Body<M extends Method, Path extends PathOf<M>> = PartOf<CallAt<M, Path>, 'body'>;

type PartOf<C, Key extends string> = C extends Record<Key, infer Value> ? Value : never;

export type CollectionName = keyof Collections & string;
/** The items of a list of cards, and of a page. */
export type CardResponse<Name extends CollectionName> = Collections[Name]['card'];
export type DetailResponse<Name extends CollectionName> = Collections[Name]['detail'];
export type ListParams<Name extends CollectionName> = AsGiven<Collections[Name]['query']>;

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** A number is one kind of text, but a text is no id. */
type AsParam<Value> = Value extends string ? string | number : Value;

/** A number may be given where the server reads one out of the text of an address. */
type Given<Value> = unknown extends Value
  ? string | number | undefined
  : Value extends readonly (infer Item)[]
    ? readonly Item[]
    : Value;

type AsGiven<Query> = { [Key in keyof Query]: Given<Query[Key]> };

/** Values for the `{names}` of a path, and its query. */
type Params<C, Path> =
  C extends Call<infer Values, infer Query, unknown, unknown>
    ? { [Name in ParamNames<Path> & keyof Values]: AsParam<Values[Name]> } & (Query extends object
        ? AsGiven<Query>
        : unknown)
    : never;

/** Optional where a call can do without. */
type Argument<Value> = Partial<Value> extends Value ? [value?: Value] : [value: Value];

export type ParamsArgument<Path extends PathOf<'get'>, More = unknown> = Argument<
  Params<CallAt<'get', Path>, Path> & More
>;

/** The input of a write: path and query values, a body, and the version that a form loaded. */
type Sent<P, B> = (Partial<P> extends P ? { params?: P } : { params: P }) &
  (undefined extends B ? { body?: undefined } : { body: B }) & {
    /** For an item that changed meanwhile the response is 412. */
    version?: number | undefined;
    /** Of a create: sent again with the same key, it makes nothing twice. */
    key?: string | undefined;
    signal?: AbortSignal | undefined;
  };

export type RequestArgument<M extends Method, Path extends PathOf<M>> = Argument<
  Sent<Params<CallAt<M, Path>, Path>, Body<M, Path>>
>;

/** An item of a list; its card, where cards are asked for. */
export type ListedAt<
  Path extends PathOf<'get'>,
  View,
> = Path extends `/api/${infer Name extends CollectionName}`
  ? View extends 'card'
    ? CardResponse<Name>
    : Collections[Name]['item']
  : ResponseOf<'get', Path> extends readonly (infer Item)[]
    ? Item
    : never;

/** '/api/{name}' and { name: 'vendors', category: ['A', 'B'] } as one address; empty values are left out. */
export const pathWith = (path: string, params: object = {}): string => {
  const search: Record<string, unknown> = {};
  let address = path;
  for (const [key, value] of Object.entries(params)) {
    const place = `{${key}}`;
    if (path.includes(place)) address = address.replace(place, encodeURIComponent(String(value)));
    else search[key] = value;
  }
  return address + stringifySearch(search);
};
