import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { collectReads } from '#platform/changes.server.ts';
import { type Answer, makeAnswer } from './answer.server.ts';
import { GaveUp, withDeadline } from './deadline.server.ts';
import { errorPage } from './error-pages.server.ts';
import type { Produced } from './page-cache.server.ts';
import type { PartReader } from './page-parts.server.ts';
import type { PageContext, PageUser, RenderedPage, Renderer } from './renderer.ts';
import { sealScripts } from './seal-scripts.server.ts';
import { INERT_POLICY, pagePolicy, type SecurityOptions } from './security-headers.server.ts';
import { passedHeaders, sharedCacheControl, surrogateKeys } from './shared-headers.server.ts';
import { type ApiFetch, watchApi } from './watched-api.server.ts';

export interface PageParts {
  renderer: Renderer;
  /** Where the parts of a stranger's page come from, unless each is made anew. */
  readPart?: PartReader | undefined;
  api: ApiFetch;
  settings: { siteName: string; siteUrl: string };
  security: SecurityOptions;
  common: readonly string[];
  hasPurge: boolean;
  isDatabaseAway: () => boolean;
  log: Logger;
}

export interface PageCall {
  /** Path and known parameters, and nothing else of the request. */
  target: string;
  requestId: string;
  user: PageUser | null;
  cookie?: string | undefined;
  address?: string | undefined;
}

const KEPT = new Set([200, 301, 308, 404, 410]);

/** React's mark for a part that failed and is left to the browser; no text holds it, since '<' is escaped. */
const FAILED_PART = '<!--$!-->';

/** A redirect inside the site names the path alone, so that it holds under whatever name the site is reached. */
const asPath = (location: string, siteUrl: string): string => {
  if (!URL.canParse(location, siteUrl)) return '/';
  const url = new URL(location, siteUrl);
  if (url.origin !== new URL(siteUrl).origin) return location;
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
};

interface Rendered {
  page: RenderedPage;
  body: string;
  nonce: string;
  hasFailed: boolean;
}

const render = async (parts: PageParts, call: PageCall): Promise<Rendered> => {
  const { siteUrl } = parts.settings;
  const nonce = randomBytes(18).toString('base64url');
  const isStranger = call.user === null && call.cookie === undefined;
  const readPart = isStranger ? parts.readPart : undefined;
  const watched = watchApi(parts.api, { siteUrl, readPart, ...call });
  const context: PageContext = {
    api: { request: watched.request },
    user: call.user,
    settings: parts.settings,
    nonce,
    requestId: call.requestId,
  };
  // Nothing of the visitor's own headers reaches a page: it could end up in what others are shown.
  const request = new Request(new URL(siteUrl + call.target), {
    headers: { accept: 'text/html', ...(call.cookie ? { cookie: call.cookie } : {}) },
  });
  const work = async () => {
    const page = await parts.renderer.fetch(request, { context });
    return { page, body: await page.text() };
  };
  const done = await withDeadline(work(), { isAway: parts.isDatabaseAway, away: watched.away });
  return { ...done, nonce, hasFailed: watched.seen.hasFailed };
};

const toAnswer = (
  parts: PageParts,
  call: PageCall,
  { page, body, nonce, hasFailed }: Rendered,
  reads: Set<string>,
) => {
  const { status } = page;
  // A copy, because the headers of a redirect cannot be changed.
  const headers = new Headers(page.headers);
  const isPersonal = call.user !== null || headers.has('set-cookie');
  // A page may say that it is not for keeping: its address holds a secret, or there is no end of such pages.
  const isClosed = headers.get('cache-control')?.includes('no-store') ?? false;
  const isKept = !isPersonal && !isClosed && !hasFailed && KEPT.has(status);
  const contentType = headers.get('content-type');
  const isHtml = contentType?.startsWith('text/html') ?? false;
  const sealed = isHtml ? sealScripts(body, nonce) : null;
  const location = headers.get('location');
  if (location) headers.set('location', asPath(location, parts.settings.siteUrl));
  const draft = {
    status,
    contentType,
    body: Buffer.from(sealed?.html ?? body),
    isKept,
    headers: [
      ...parts.common,
      ...passedHeaders(headers),
      ...headers.getSetCookie().flatMap((cookie) => ['Set-Cookie', cookie]),
      'Content-Security-Policy',
      sealed ? pagePolicy(sealed.hashes, parts.security) : INERT_POLICY,
      'Cache-Control',
      isKept ? sharedCacheControl(parts.hasPurge) : 'private, no-store',
      ...(isKept && parts.hasPurge ? ['Surrogate-Key', surrogateKeys(reads)] : []),
    ],
  };
  return makeAnswer(draft).then((answer: Answer) => ({ answer, isKept, isPersonal }));
};

/** Renders one page into bytes; whatever goes wrong is this page's alone and becomes a page itself. */
export const producePage = async (parts: PageParts, call: PageCall): Promise<Produced> => {
  const { requestId } = call;
  try {
    const { result, read } = await collectReads(() => render(parts, call));
    // A failed page names its request, or it is replaced by one that does.
    const { status } = result.page;
    const isWhole = !result.body.includes(FAILED_PART);
    if (isWhole && (status < 500 || result.body.includes(requestId))) {
      return await toAnswer(parts, call, result, read);
    }
    const reason = isWhole ? 'page failed' : 'a part of the page could not be rendered';
    parts.log.error({ requestId, status, path: call.target.split('?')[0] }, reason);
    return { answer: await errorPage(500, requestId, parts.common), isKept: false };
  } catch (error) {
    const isDatabaseAway = error instanceof GaveUp && error.isDatabaseAway;
    if (!isDatabaseAway) parts.log.error({ err: error, requestId }, 'page failed');
    const status = error instanceof GaveUp ? 503 : 500;
    const answer = await errorPage(status, requestId, parts.common);
    return { answer, isKept: false, isDatabaseAway };
  }
};
