import type { AnyItem } from '#kit/collection.ts';
import { ApiError, throwUnlessOk } from '#platform/api-error.ts';
import {
  type CardResponse,
  type CollectionName,
  type DetailResponse,
  type ListParams,
  type ParamsArgument,
  type PathOf,
  pathWith,
  type ResponseOf,
} from './api-calls.ts';

export interface ListPage<T> {
  items: T[];
  total: number;
}

export type Ask = (address: string, init?: RequestInit) => Promise<Response>;
type ReadJson = (response: Response) => ReturnType<Response['json']>;

export const itemPath = (name: CollectionName, slug: string) =>
  pathWith('/api/{name}/{slug}', { name, slug });

/** A public list: cards of visible items, the same for all users. */
export const cardsPath = (name: string, params?: object) =>
  pathWith('/api/{name}', { name, status: 'visible', view: 'card', ...params });

/** Reads of the API, typed by its endpoints; what changes something is `createSend`. */
export const createApiClient = (reach: Ask, readJson: ReadJson) => {
  const ask: Ask = async (address, init) => throwUnlessOk(await reach(address, init));
  const readList = async <Item>(response: Response): Promise<ListPage<Item>> => {
    const items: Item[] = await readJson(response);
    return { items, total: Number(response.headers.get('x-total-count') ?? items.length) };
  };

  return {
    ask,

    get: async <Path extends PathOf<'get'>>(
      path: Path,
      ...[params]: ParamsArgument<Path>
    ): Promise<ResponseOf<'get', Path>> => readJson(await ask(pathWith(path, params))),

    /** The same, until the signal gives it up. */
    getUntil: async <Path extends PathOf<'get'>>(
      signal: AbortSignal,
      path: Path,
      ...[params]: ParamsArgument<Path>
    ): Promise<ResponseOf<'get', Path>> => readJson(await ask(pathWith(path, params), { signal })),

    /** A part of a list, and how many there are in all. */
    readList,

    item: async <Name extends CollectionName>(
      name: Name,
      slug: string,
    ): Promise<DetailResponse<Name>> => readJson(await ask(itemPath(name, slug))),

    cards: async <Name extends CollectionName>(
      name: Name,
      params?: ListParams<Name>,
    ): Promise<ListPage<CardResponse<Name>>> => readList(await ask(cardsPath(name, params))),

    /** The same of a type that is not known by name. */
    cardsOf: async (name: string, params: object): Promise<ListPage<AnyItem>> =>
      readList(await ask(cardsPath(name, params))),
  };
};

const orWhen = <T, Empty>(
  request: Promise<T>,
  isExpected: (error: unknown) => boolean,
  empty: Empty,
): Promise<T | Empty> =>
  request.catch((error: unknown) => {
    if (isExpected(error)) return empty;
    throw error;
  });

/** A 401 means 'not signed in' here, and nothing else. */
export const orNullOn401 = <T>(request: Promise<T>): Promise<T | null> =>
  orWhen(request, (error) => error instanceof ApiError && error.status === 401, null);

/** The response, or `empty` where nothing is called so. */
export const orIfMissing = <T, Empty>(request: Promise<T>, empty: Empty) =>
  orWhen(request, isMissing, empty);

/** Nothing is called so: neither an item nor, where the API refuses the name itself, anything that ever will be. */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
