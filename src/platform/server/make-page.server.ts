import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  type BufferedResponse,
  type Draft,
  type HeaderFields,
  makeResponse,
} from './buffered-response.server.ts';
import { deferScripts, dropApp, sealScripts } from './defer-scripts.server.ts';
import { errorPage } from './error-pages.server.ts';
import type { PageContext, PageUser, Renderer, SiteSettings } from './renderer.ts';
import {
  INERT_POLICY,
  PLAIN_POLICY,
  pagePolicy,
  type SecurityOptions,
} from './security-headers.server.ts';
import { passedHeaders, SHARED_CACHE_CONTROL } from './shared-headers.server.ts';

export interface ApiFetch {
  fetch(request: Request, env?: unknown): Promise<Response> | Response;
}

export interface PageParts {
  api: ApiFetch;
  renderer: Renderer;
  settings: SiteSettings;
  security: SecurityOptions;
  common: HeaderFields;
  log: Logger;
}

export interface Call {
  /** Path and accepted parameters, and nothing else of the request. */
  target: string;
  requestId: string;
  /** Of the client. */
  address: string;
}

export interface PageCall extends Call {
  user: PageUser | null;
  cookie?: string | undefined;
  /** Not public yet: never shared or cached, and without the app, whose reads would not find it. */
  preview?: PageContext['preview'];
}

/** A response, and whom it may be sent to. */
export interface Produced {
  response: BufferedResponse;
  /** Cached only where it is the same for every anonymous visitor. */
  isCacheable: boolean;
  /** Made for one visitor, such as a response with a cookie: never shared. */
  isPersonal?: boolean;
}

const CACHEABLE_STATUSES = new Set([200, 301, 308, 404, 410]);

/** The bindings of an API call from inside the process; `onUnavailable` hears why there is no response. */
export const apiEnv = (
  { address, user, requestId }: Omit<Call, 'target'> & { user?: Viewer },
  onUnavailable?: (failure: AppError) => void,
) => ({
  incoming: { socket: { remoteAddress: address } },
  ...(user ? { viewer: user } : {}),
  requestId,
  onUnavailable,
});

interface Made extends Pick<Draft, 'body' | 'policy' | 'requestId' | 'variesBy'> {
  from: Pick<Response, 'status' | 'headers'>;
  /** Besides those that came with it. */
  headers?: HeaderFields;
  /** Nothing speaks against showing it to every anonymous visitor. */
  isOpen: boolean;
}

/** A response as bytes, shared where it is the same for all. */
const toProduced = async (
  common: HeaderFields,
  { from: { status, headers }, isOpen, ...made }: Made,
): Promise<Produced> => {
  const isPersonal = headers.has('set-cookie');
  const isCacheable = isOpen && !isPersonal && CACHEABLE_STATUSES.has(status);
  const response = await makeResponse({
    ...made,
    status,
    contentType: headers.get('content-type'),
    isCacheable,
    headers: { ...common, ...passedHeaders(headers), ...made.headers },
    cacheControl: isCacheable ? SHARED_CACHE_CONTROL : 'private, no-store',
  });
  return { response, isCacheable, isPersonal };
};

/** A public read of the API as bytes, made from the path and query alone. */
export const makeRead = async (
  { api, settings, common }: PageParts,
  call: Call,
): Promise<Produced> => {
  let unavailable: AppError | undefined;
  const request = new Request(new URL(settings.siteUrl + call.target), {
    headers: { accept: 'application/json' },
  });
  const env = apiEnv(call, (failure) => {
    unavailable = failure;
  });
  const from = await api.fetch(request, env);
  const body = Buffer.from(await from.arrayBuffer());
  if (unavailable) throw unavailable;
  const isHtml = from.headers.get('content-type')?.startsWith('text/html');
  return toProduced(common, {
    from,
    body,
    isOpen: true,
    // An error's body names the request that made it.
    requestId: from.status >= 400 ? call.requestId : undefined,
    policy: isHtml ? PLAIN_POLICY : INERT_POLICY,
  });
};

/** React's mark for a part that failed and is left to the browser; no text holds it, since '<' is escaped. */
export const FAILED_PART = '<!--$!-->';

/** A redirect inside the site names the path alone, so that it holds under whatever name the site is reached. */
const asPath = (location: string, siteUrl: string): string => {
  if (!URL.canParse(location, siteUrl)) return '/';
  const url = new URL(location, siteUrl);
  if (url.origin !== new URL(siteUrl).origin) return location;
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
};

const ALTERNATE = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/;

/** The links to a page's Markdown twin and to llms.txt, for clients that read no HTML. */
const linksOf = (html: string): string => {
  const [, twin] = ALTERNATE.exec(html.slice(0, html.indexOf('</head>'))) ?? [];
  const alternate =
    twin && `<${twin.replaceAll('&amp;', '&')}>; rel="alternate"; type="text/markdown"`;
  return [alternate ?? [], '</llms.txt>; rel="describedby"; type="text/plain"'].flat().join(', ');
};

/** What happened to the reads of a page while it was rendered. */
interface Seen {
  hasFailed: boolean;
  unavailable?: AppError;
  /** What made a page fail that shows only that it did. */
  error?: unknown;
}

const contextOf = (parts: PageParts, call: PageCall, seen: Seen): PageContext => {
  const { api, settings } = parts;
  const env = apiEnv(call, (failure) => {
    seen.unavailable = failure;
  });
  return {
    api: {
      async request(path, init = {}) {
        // A remembered read resolves at once: without a turn of the event loop the page would hold up all other requests.
        await turn();
        const headers = new Headers(init.headers);
        if (call.cookie) headers.set('cookie', call.cookie);
        const request = new Request(new URL(path, settings.siteUrl), { ...init, headers });
        const response = await api.fetch(request, env);
        if (response.status >= 500) seen.hasFailed = true;
        return response;
      },
    },
    user: call.user,
    settings,
    preview: call.preview,
    nonce: randomBytes(18).toString('base64url'),
    requestId: call.requestId,
    noteFailure: (error) => {
      seen.error = error;
    },
  };
};

const failedPage = async ({ common }: PageParts, { requestId }: Call): Promise<Produced> => ({
  response: await errorPage(500, requestId, common),
  isCacheable: false,
});

const renderPage = async (parts: PageParts, call: PageCall, seen: Seen): Promise<Produced> => {
  const { common, log, security, settings } = parts;
  const { target, requestId, user, cookie, preview } = call;
  const context = contextOf(parts, call, seen);
  // Nothing of the visitor's own headers reaches a page: it could end up in what others are shown.
  const request = new Request(new URL(settings.siteUrl + target), {
    headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
  });
  const page = await parts.renderer.fetch(request, { context });
  const body = await page.text();
  if (seen.unavailable) throw seen.unavailable;
  await turn();

  const { status } = page;
  const isWhole = !body.includes(FAILED_PART);
  if (!isWhole || status >= 500) {
    const reason = isWhole ? 'page failed' : 'a part of the page could not be rendered';
    const why = seen.error ? { err: seen.error } : {};
    log.error({ requestId, status, path: target.split('?')[0], ...why }, reason);
    // A failed page names its request, or it is replaced by one that does.
    if (!isWhole || !body.includes(requestId)) return failedPage(parts, call);
  }

  // A copy, because the headers of a redirect cannot be changed.
  const headers = new Headers(page.headers);
  const location = headers.get('location');
  if (location) headers.set('location', asPath(location, settings.siteUrl));
  // A page may say that it is not for keeping: its address holds a secret, or there is no end of such pages.
  const isClosed =
    preview !== undefined || (headers.get('cache-control')?.includes('no-store') ?? false);
  const made = {
    from: { status, headers },
    isOpen: user === null && !isClosed && !seen.hasFailed,
    variesBy: 'Accept',
  } as const;
  if (!headers.get('content-type')?.startsWith('text/html')) {
    return toProduced(common, { ...made, body, policy: INERT_POLICY });
  }
  const { nonce } = context;
  // The panel shows nothing before its scripts, so that nothing is painted sooner without them.
  const started = isClosed && user !== null ? body : deferScripts(body, nonce);
  const { html, hashes } = sealScripts(preview ? dropApp(body) : started, nonce);
  const policy = pagePolicy(hashes, security);
  return toProduced(common, { ...made, body: html, policy, headers: { Link: linksOf(body) } });
};

/**
 * Renders one page into bytes. Whatever goes wrong is this page's alone and becomes a page itself; what is only not there
 * at the moment is thrown, since an old copy is better.
 */
export const makePage = async (parts: PageParts, call: PageCall): Promise<Produced> => {
  const seen: Seen = { hasFailed: false };
  try {
    return await renderPage(parts, call, seen);
  } catch (error) {
    const failure = seen.unavailable ?? asUnavailable(error);
    if (failure) throw failure;
    parts.log.error({ err: error, requestId: call.requestId }, 'page failed');
    return failedPage(parts, call);
  }
};
