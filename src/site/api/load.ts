import { notFound, redirect } from '@tanstack/react-router';
import { ApiError } from '#platform/api-error.ts';
import { apiGet } from './api-client.ts';

/** Nothing is called so: neither an item nor, where the API refuses the name itself, anything that ever will be. */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

const findRedirect = async (path: string): Promise<string | null> => {
  try {
    return (await apiGet('/api/redirect', { path })).toPath;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Loads what a page cannot do without; an address that has moved leads on, one that never was is 404. */
export const loadOrNotFound = async <T>(path: string, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const toPath = await findRedirect(path);
    if (toPath) throw redirect({ href: toPath, statusCode: 301 });
    throw notFound({ data: error.json });
  }
};

/** A page does without its lesser parts: the server waits for them, in the browser they arrive by themselves. */
export const loadParts = async (...parts: readonly Promise<unknown>[]) => {
  const loaded = Promise.allSettled(parts);
  if (import.meta.env.SSR) await loaded;
};
