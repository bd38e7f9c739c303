import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { asUnavailable } from '#platform/db/database.server.ts';
import type { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Draft, type HeaderFields, makeResponse } from './buffered-response.server.ts';
import { withDeadline } from './deadline.server.ts';
import { deferScripts, dropApp, sealScripts } from './defer-scripts.server.ts';
import { errorPage } from './error-pages.server.ts';
import type { Produced } from './page-cache.server.ts';
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

export interface ReadParts {
  api: ApiFetch;
  settings: SiteSettings;
  common: HeaderFields;
  isDatabaseAway: () => boolean;
  log: Logger;
}

export interface PageParts extends ReadParts {
  renderer: Renderer;
  security: SecurityOptions;
}

export interface ReadCall {
  /** Path and accepted parameters, and nothing else of the request. */
  target: string;
  requestId: string;
  address?: string | undefined;
}

export interface PageCall extends ReadCall {
  user: PageUser | null;
  cookie?: string | undefined;
  /** Not public yet: never shared or cached, and without the app, whose reads would not find it. */
  preview?: PageContext['preview'];
}

const CACHEABLE_STATUSES = new Set([200, 301, 308, 404, 410]);

/** The bindings of an API call from inside the process; `onUnavailable` hears why there is no response. */
export const apiEnv = (
  { address, user, requestId }: Omit<ReadCall, 'target'> & { user?: Viewer },
  onUnavailable: (failure: AppError) => void,
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

/** The response to a request as bytes, shared where it is the same for all. */
const toProduced = async (
  { common }: ReadParts,
  { from: { status, headers }, isOpen, ...made }: Made,
): Promise<Produced> => {
  const isPersonal = headers.has('set-cookie');
  const isCacheable = isOpen && !isPersonal && CACHEABLE_STATUSES.has(status);
  const response = await makeResponse({
    ...made,
    status,
    contentType: headers.get('content-type'),
    isCacheable,
    headers: {
      ...common,
      ...passedHeaders(headers),
      ...made.headers,
    },
    cacheControl: isCacheable ? SHARED_CACHE_CONTROL : 'private, no-store',
  });
  return { response, isCacheable, isPersonal };
};

/** Makes something of responses of the API, and waits neither for a database that hangs nor for one that said no. */
const makeInTime = <T>(
  { api, isDatabaseAway }: ReadParts,
  call: Parameters<typeof apiEnv>[0],
  make: (ask: (request: Request) => Promise<Response>) => Promise<T>,
): Promise<T> => {
  const unavailable = Promise.withResolvers<never>();
  const env = apiEnv(call, unavailable.reject);
  const made = make(async (request) => api.fetch(request, env));
  return withDeadline(made, { isAway: isDatabaseAway, unavailable: unavailable.promise });
};

/** A public read of the API as bytes, made from the path and query alone. */
export const produceRead = async (parts: ReadParts, call: ReadCall): Promise<Produced> => {
  const made = await makeInTime(parts, call, async (ask) => {
    const address = new URL(parts.settings.siteUrl + call.target);
    const from = await ask(new Request(address, { headers: { accept: 'application/json' } }));
    return { from, body: Buffer.from(await from.arrayBuffer()) };
  });
  const { status, headers } = made.from;
  const isHtml = headers.get('content-type')?.startsWith('text/html');
  return toProduced(parts, {
    ...made,
    isOpen: true,
    // An error's body names the request that made it.
    requestId: status >= 400 ? call.requestId : undefined,
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

const render = async (parts: PageParts, call: PageCall) => {
  const { settings } = parts;
  const { user, cookie, preview, requestId } = call;
  const nonce = randomBytes(18).toString('base64url');
  const seen: { hasFailed: boolean; error?: unknown } = { hasFailed: false };
  // Nothing of the visitor's own headers reaches a page: it could end up in what others are shown.
  const request = new Request(new URL(settings.siteUrl + call.target), {
    headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
  });
  const made = await makeInTime(parts, call, async (ask) => {
    const context: PageContext = {
      api: {
        async request(path, init = {}) {
          // A remembered read resolves at once: without a turn of the event loop the page would hold up all other requests.
          await turn();
          const headers = new Headers(init.headers);
          if (cookie) headers.set('cookie', cookie);
          const response = await ask(
            new Request(new URL(path, settings.siteUrl), { ...init, headers }),
          );
          if (response.status >= 500) seen.hasFailed = true;
          return response;
        },
      },
      user,
      settings,
      preview,
      nonce,
      requestId,
      noteFailure: (error) => {
        seen.error = error;
      },
    };
    const page = await parts.renderer.fetch(request, { context });
    return { page, body: await page.text() };
  });
  return { ...made, nonce, seen };
};

type Rendered = Awaited<ReturnType<typeof render>>;

const pageToProduced = async (
  parts: PageParts,
  call: PageCall,
  { page, body, nonce, seen }: Rendered,
): Promise<Produced> => {
  // A copy, because the headers of a redirect cannot be changed.
  const headers = new Headers(page.headers);
  const { user, preview } = call;
  // A page may say that it is not for keeping: its address holds a secret, or there is no end of such pages.
  const isClosed =
    preview !== undefined || (headers.get('cache-control')?.includes('no-store') ?? false);
  const location = headers.get('location');
  if (location) headers.set('location', asPath(location, parts.settings.siteUrl));
  const made = {
    from: { status: page.status, headers },
    isOpen: user === null && !isClosed && !seen.hasFailed,
    variesBy: 'Accept',
  } as const;
  if (!headers.get('content-type')?.startsWith('text/html')) {
    return toProduced(parts, { ...made, body, policy: INERT_POLICY });
  }
  // The panel shows nothing before its scripts, so that nothing is painted sooner without them.
  const started = isClosed && user !== null ? body : deferScripts(body, nonce);
  const { html, hashes } = sealScripts(preview ? dropApp(body) : started, nonce);
  const policy = pagePolicy(hashes, parts.security);
  return toProduced(parts, { ...made, body: html, policy, headers: { Link: linksOf(body) } });
};

/**
 * Renders one page into bytes. Whatever goes wrong is this page's alone and becomes a page itself; what is only not there
 * at the moment is thrown, since an old copy is better.
 */
export const producePage = async (parts: PageParts, call: PageCall): Promise<Produced> => {
  const { requestId } = call;
  try {
    const result = await render(parts, call);
    await turn();
    // A failed page names its request, or it is replaced by one that does.
    const { status } = result.page;
    const isWhole = !result.body.includes(FAILED_PART);
    if (isWhole && status < 500) return await pageToProduced(parts, call, result);
    const reason = isWhole ? 'page failed' : 'a part of the page could not be rendered';
    const path = call.target.split('?')[0];
    const { error: err } = result.seen;
    parts.log.error({ requestId, status, path, ...(err ? { err } : {}) }, reason);
    if (isWhole && result.body.includes(requestId)) {
      return await pageToProduced(parts, call, result);
    }
    return { response: await errorPage(500, requestId, parts.common), isCacheable: false };
  } catch (error) {
    if (asUnavailable(error)) throw error;
    parts.log.error({ err: error, requestId }, 'page failed');
    return { response: await errorPage(500, requestId, parts.common), isCacheable: false };
  }
};
