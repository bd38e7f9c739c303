import { setImmediate as turn } from 'node:timers/promises';
import type { Viewer } from '#platform/viewer.ts';
import { UnavailableError } from './deadline.server.ts';
import type { PageContext } from './renderer.ts';
import type { SharedReads } from './shared-reads.server.ts';

export interface ApiFetch {
  fetch(request: Request, env?: unknown): Promise<Response> | Response;
}

export interface ApiCaller {
  siteUrl: string;
  requestId: string;
  cookie?: string | undefined;
  /** Whose cookie it is. */
  user?: Viewer;
  address?: string | undefined;
  /** For anonymous visitors: reads that pages share. */
  sharedReads?: SharedReads | undefined;
}

/** The bindings of an API call from inside the process; `onUnavailable` hears why there is no response. */
export const apiEnv = (
  { address, user, requestId }: Pick<ApiCaller, 'address' | 'user' | 'requestId'>,
  onUnavailable: (reason: string) => void,
) => ({
  incoming: { socket: { remoteAddress: address } },
  ...(user ? { viewer: user } : {}),
  requestId,
  onUnavailable,
});

/** The API as a page sees it, and what the page's calls ran into. */
export const watchApi = (api: ApiFetch, caller: ApiCaller) => {
  const unavailable = Promise.withResolvers<never>();
  const giveUp = (reason: string) => unavailable.reject(new UnavailableError(reason));
  const seen = { hasFailed: false };

  const ask = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (caller.cookie) headers.set('cookie', caller.cookie);
    const call = new Request(new URL(path, caller.siteUrl), { ...init, headers });
    return api.fetch(call, apiEnv(caller, giveUp));
  };

  const request: PageContext['api']['request'] = async (path, init) => {
    const { sharedReads } = caller;
    // Remembered reads resolve at once: without a turn of the event loop the page would hold up all other requests.
    await turn();
    const isShared = sharedReads && !init;
    const response = await (isShared
      ? sharedReads(path, () => ask(path, {}))
      : ask(path, init ?? {}));
    if (response.status >= 500) seen.hasFailed = true;
    return response;
  };

  return { request, seen, unavailable: unavailable.promise };
};
