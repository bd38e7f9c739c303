import { ApiError, throwUnlessOk } from '#platform/api-error.ts';

export interface ListPage<T> {
  items: T[];
  total: number;
}

export interface SendOptions {
  /** The version that the form loaded: an item that changed meanwhile answers 412. */
  version?: number | undefined;
}

const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
  throwUnlessOk(await fetch(path, { ...init, credentials: 'include' }));

export const adminGet = async <T>(path: string): Promise<T> => (await ask(path)).json();

/** A list, and how many there are in all; without a session it is empty (spec, section 6). */
export const adminList = async <T>(path: string): Promise<ListPage<T>> => {
  try {
    const response = await ask(path);
    const items = (await response.json()) as T[];
    return { items, total: Number(response.headers.get('x-total-count') ?? items.length) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { items: [], total: 0 };
    throw error;
  }
};

export const adminSend = async <T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { version }: SendOptions = {},
): Promise<T> => {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (version !== undefined) headers['if-match'] = `"v${version}"`;
  const init = body === undefined ? { method, headers } : { method, headers, body: toJson(body) };
  return (await ask(path, init)).json();
};

const toJson = (body: unknown) => JSON.stringify(body);
