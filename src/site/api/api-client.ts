import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { createApiClient } from '#client/api-client.ts';

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

export const {
  get: apiGet,
  getUntil: apiGetUntil,
  item: apiItem,
  cards: apiCards,
} = createApiClient(ask, readJson);
