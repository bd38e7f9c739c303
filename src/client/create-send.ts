import { type PathOf, pathWith, type RequestArgument, type ResponseOf } from './api-calls.ts';
import type { Ask } from './api-client.ts';

/** Calls that change something, typed by their endpoints. In a file of its own: public pages change nothing. */
export const createSend =
  (ask: Ask) =>
  async <Method extends 'POST' | 'PUT' | 'PATCH' | 'DELETE', Path extends PathOf<Method>>(
    method: Method,
    path: Path,
    ...[request]: RequestArgument<Method, Path>
  ): Promise<ResponseOf<Method, Path>> => {
    const { params, body, version, key, signal } = request ?? {};
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (version !== undefined) headers['if-match'] = `"v${version}"`;
    if (key !== undefined) headers['idempotency-key'] = key;
    const init = { method, headers, body: JSON.stringify(body), signal };
    return (await ask(pathWith(path, params), init)).json();
  };
