import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { ApiError, throwUnlessOk } from '#platform/api-error.ts';
import type { ApiAnswer } from '#platform/server/renderer.ts';

/** In the browser an HTTP call; while a page renders on the server, the same API without a port. */
const send = createIsomorphicFn()
  .server(async (path: string): Promise<ApiAnswer> => {
    const context = getGlobalStartContext();
    if (!context) throw new Error('A page can only be rendered by the server');
    return context.api.request(path);
  })
  .client((path: string): Promise<ApiAnswer> => fetch(path, { credentials: 'include' }));

const check = async (path: string): Promise<ApiAnswer> => throwUnlessOk(await send(path));

export const apiGet = async <T>(path: string): Promise<T> => {
  const response = await check(path);
  return (await response.json()) as T;
};

export interface ListPage<T> {
  items: T[];
  total: number;
}

export const apiList = async <T>(path: string): Promise<ListPage<T>> => {
  const response = await check(path);
  const items = (await response.json()) as T[];
  return { items, total: Number(response.headers.get('x-total-count') ?? items.length) };
};

/** A 401 means 'not signed in' here, and nothing else. */
export const orNullOn401 = async <T>(request: Promise<T>): Promise<T | null> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};
