import type { PartReader } from './page-parts.server.ts';
import type { ApiAnswer, PageContext } from './renderer.ts';

export interface ApiFetch {
  fetch(request: Request, env?: unknown): Promise<Response> | Response;
}

export interface ApiCaller {
  siteUrl: string;
  requestId: string;
  cookie?: string | undefined;
  address?: string | undefined;
  readPart?: PartReader | undefined;
}

export const apiEnv = (address: string | undefined) => ({
  incoming: { socket: { remoteAddress: address } },
});

/** A missing service also answers 503, but only a database that is away names a time to come back. */
export const saysDatabaseAway = ({ status, headers }: ApiAnswer): boolean =>
  status === 503 && headers.get('retry-after') !== null;

/** The API as a page sees it, and what the page's calls ran into. */
export const watchApi = (api: ApiFetch, caller: ApiCaller) => {
  const away = Promise.withResolvers<void>();
  const seen = { hasFailed: false };

  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const url = new URL(path, caller.siteUrl);
    const headers = new Headers(init.headers);
    headers.set('x-request-id-internal', caller.requestId);
    if (caller.cookie) headers.set('cookie', caller.cookie);
    return api.fetch(new Request(url, { ...init, headers }), apiEnv(caller.address));
  };

  const request: PageContext['api']['request'] = async (path, init) => {
    const part = init ? undefined : caller.readPart?.(path, caller);
    const response = await (part ?? ask(path, init ?? {}));
    if (response.status >= 500) seen.hasFailed = true;
    if (saysDatabaseAway(response)) away.resolve();
    return response;
  };

  return { request, seen, away: away.promise };
};
