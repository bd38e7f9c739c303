import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import {
  type CardResponse,
  type CollectionName,
  type DetailResponse,
  type ListParams,
  pathWith,
} from '#client/api-calls.ts';
import { createApiClient, type ListPage } from '#client/api-client.ts';

/** In the browser an HTTP call; while a page renders on the server, the same API without a port. */
const ask = createIsomorphicFn()
  .server(async (path: string, _init?: RequestInit): Promise<Response> => {
    const context = getGlobalStartContext();
    if (!context) throw new Error('A page can only be rendered by the server');
    return context.api.request(path);
  })
  .client(
    (path: string, init?: RequestInit): Promise<Response> =>
      fetch(path, { ...init, credentials: 'include' }),
  );

/** A page loads without calls in the browser, so the typesetter is loaded with the first call. */
const readJson = async (response: Response) => {
  const { typesetTexts } = await import('./typeset-texts.ts');
  return typesetTexts(JSON.parse(await response.text()));
};

const client = createApiClient(ask, readJson);

export const apiGet = client.get;
export const apiGetUntil = client.getUntil;

export const apiItem = async <Name extends CollectionName>(
  name: Name,
  slug: string,
): Promise<DetailResponse<Name>> => readJson(await client.ask(itemPath(name, slug)));

export const itemPath = (name: CollectionName, slug: string) =>
  pathWith('/api/{name}/{slug}', { name, slug });

/** A public list: cards of visible items, the same for all users. */
export const cardsPath = <Name extends CollectionName>(name: Name, params?: ListParams<Name>) =>
  pathWith('/api/{name}', { name, status: 'visible', view: 'card', ...params });

export const apiCards = async <Name extends CollectionName>(
  name: Name,
  params?: ListParams<Name>,
): Promise<ListPage<CardResponse<Name>>> =>
  client.readList(await client.ask(cardsPath(name, params)));
