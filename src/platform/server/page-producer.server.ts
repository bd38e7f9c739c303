import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '#platform/env.server.ts';
import { collectReads } from '#platform/reads.server.ts';
import { inSpan } from '#platform/traces/in-span.server.ts';
import { makeResponse } from './buffered-response.server.ts';
import { whyUnavailable, withDeadline } from './deadline.server.ts';
import { deferScripts, dropApp, sealScripts, withLinks } from './defer-scripts.server.ts';
import { errorPage } from './error-pages.server.ts';
import type { Produced } from './page-cache.server.ts';
import type { PageContext, PageUser, Renderer, SiteSettings } from './renderer.ts';
import { INERT_POLICY, pagePolicy, type SecurityOptions } from './security-headers.server.ts';
import { passedHeaders, sharedCacheControl, tagHeader } from './shared-headers.server.ts';
import type { SharedReads } from './shared-reads.server.ts';
import { type ApiFetch, watchApi } from './watched-api.server.ts';
import type { WholeReads } from './whole-reads.server.ts';

export interface PageParts {
  renderer: Renderer;
  sharedReads?: SharedReads | undefined;
  /** Keeps a page from showing one half of a release as it was and the other as it is. */
  wholeReads?: WholeReads | undefined;
  api: ApiFetch;
  settings: SiteSettings;
  security: SecurityOptions;
  common: readonly string[];
  cdn?: Settings['CDN'];
  isDatabaseAway: () => boolean;
  log: Logger;
}

export interface PageCall {
  /** Path and accepted parameters, and nothing else of the request. */
  target: string;
  requestId: string;
  user: PageUser | null;
  cookie?: string | undefined;
  address?: string | undefined;
  /** Not public yet: never shared or cached, and without the app, whose reads would not find it. */
  preview?: PageContext['preview'];
  /** Where a link to another page of the site leads instead. */
  linkTo?: ((path: string) => string) | undefined;
}

const CACHEABLE_STATUSES = new Set([200, 301, 308, 404, 410]);

/** React's mark for a part that failed and is left to the browser; no text holds it, since '<' is escaped. */
const FAILED_PART = '<!--$!-->';

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

interface Rendered {
  page: Response;
  body: string;
  nonce: string;
  hasFailed: boolean;
  error: unknown;
}

const render = async (parts: PageParts, call: PageCall): Promise<Rendered> => {
  const { siteUrl } = parts.settings;
  const nonce = randomBytes(18).toString('base64url');
  const isAnonymous = call.user === null && call.cookie === undefined;
  const sharedReads = isAnonymous ? parts.sharedReads : undefined;
  const failure: { error?: unknown } = {};
  const watched = watchApi(parts.api, { siteUrl, sharedReads, ...call });
  const context: PageContext = {
    api: { request: watched.request },
    user: call.user,
    settings: parts.settings,
    preview: call.preview,
    nonce,
    requestId: call.requestId,
    noteFailure: (error) => {
      failure.error = error;
    },
  };
  // Nothing of the visitor's own headers reaches a page: it could end up in what others are shown.
  const request = new Request(new URL(siteUrl + call.target), {
    headers: { accept: 'text/html', ...(call.cookie ? { cookie: call.cookie } : {}) },
  });
  const work = async () => {
    const page = await parts.renderer.fetch(request, { context });
    return { page, body: await page.text() };
  };
  const { unavailable } = watched;
  const { wholeReads = (make) => make() } = parts;
  const done = await withDeadline(wholeReads(work), { isAway: parts.isDatabaseAway, unavailable });
  return { ...done, nonce, hasFailed: watched.seen.hasFailed, error: failure.error };
};

const toProduced = async (
  parts: PageParts,
  call: PageCall,
  { page, body, nonce, hasFailed }: Rendered,
  reads: Set<string>,
): Promise<Produced> => {
  const { status } = page;
  // A copy, because the headers of a redirect cannot be changed.
  const headers = new Headers(page.headers);
  const isPersonal = call.user !== null || headers.has('set-cookie');
  // A page may say that it is not for keeping: its address holds a secret, or there is no end of such pages.
  const isClosed =
    call.preview !== undefined || (headers.get('cache-control')?.includes('no-store') ?? false);
  const isCacheable = !isPersonal && !isClosed && !hasFailed && CACHEABLE_STATUSES.has(status);
  const contentType = headers.get('content-type');
  const isHtml = contentType?.startsWith('text/html') ?? false;
  // The panel shows nothing before its scripts, so that nothing is painted sooner without them.
  const startsAtOnce = isClosed && call.user !== null;
  const started = startsAtOnce ? body : deferScripts(body, nonce);
  const { linkTo = (path) => path } = call;
  const html = call.preview ? withLinks(dropApp(body), linkTo) : started;
  const sealed = isHtml ? sealScripts(html, nonce) : null;
  const location = headers.get('location');
  if (location) headers.set('location', linkTo(asPath(location, parts.settings.siteUrl)));
  const response = await makeResponse({
    status,
    contentType,
    body: Buffer.from(sealed?.html ?? body),
    isCacheable,
    variesBy: 'Accept',
    headers: [
      ...parts.common,
      ...passedHeaders(headers),
      ...(isHtml ? ['Link', linksOf(body)] : []),
      ...headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie]),
      'Content-Security-Policy',
      sealed ? pagePolicy(sealed.hashes, parts.security) : INERT_POLICY,
      'Cache-Control',
      isCacheable ? sharedCacheControl(parts.cdn !== undefined) : 'private, no-store',
      ...(isCacheable ? tagHeader(parts.cdn, call.target, reads) : []),
    ],
  });
  return { response, isCacheable, isPersonal };
};

/** Renders one page into bytes; whatever goes wrong is this page's alone and becomes a page itself. */
export const producePage = async (parts: PageParts, call: PageCall): Promise<Produced> => {
  const { requestId } = call;
  try {
    const { result, read } = await collectReads(() =>
      inSpan(
        'part',
        () => ({ name: 'render page' }),
        () => render(parts, call),
      ),
    );
    await turn();
    // A failed page names its request, or it is replaced by one that does.
    const { status } = result.page;
    const isWhole = !result.body.includes(FAILED_PART);
    if (isWhole && status < 500) return await toProduced(parts, call, result, read);
    const reason = isWhole ? 'page failed' : 'a part of the page could not be rendered';
    const path = call.target.split('?')[0];
    const { error: err } = result;
    parts.log.error({ requestId, status, path, ...(err ? { err } : {}) }, reason);
    if (isWhole && result.body.includes(requestId)) {
      return await toProduced(parts, call, result, read);
    }
    return { response: await errorPage(500, requestId, parts.common), isCacheable: false };
  } catch (error) {
    const unavailable = whyUnavailable(error);
    if (!unavailable) parts.log.error({ err: error, requestId }, 'page failed');
    const response = await errorPage(unavailable ? 503 : 500, requestId, parts.common);
    return { response, isCacheable: false, unavailable };
  }
};
