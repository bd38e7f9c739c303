import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { withTwins } from '#app/twins/twins.server.ts';
import { replacementOf } from '#content/redirects/retired-paths.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { originKey, requestAddress } from '#modules/auth/client-address.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { createPreviews } from '#modules/preview-links/preview-pages.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { createHttpServer, type HttpServerOptions } from '#platform/server/http-server.server.ts';
import type { ApiFetch } from '#platform/server/make-page.server.ts';
import { createPageCache, type PageCacheOptions } from '#platform/server/page-cache.server.ts';
import type { PageContext, Renderer } from '#platform/server/renderer.ts';
import { commonHeaders } from '#platform/server/security-headers.server.ts';
import { createStaticFiles } from '#platform/server/static-files.server.ts';
import { followVersion } from '#platform/version/follow-version.server.ts';
import { createVisitorQueue, type QueueLimits } from '#platform/visitors.server.ts';
import { cloneDatabase } from './build-app.ts';
import { openDatabaseProxy } from './database-proxy.ts';

type Render = (url: URL, context: PageContext) => Promise<Response> | Response;

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** Asks for exactly this path: nothing is normalised, no header is added. */
export const ask = (port: number, path: string, asking: Asking = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const body = asking.json === undefined ? undefined : JSON.stringify(asking.json);
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...asking.headers,
    };
    const target = { port, host: '127.0.0.1', path, method: asking.method ?? 'GET', headers };
    const req = httpRequest({ ...target, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const whole = Buffer.concat(chunks);
        const { statusCode: status = 0 } = res;
        resolve({ status, headers: res.headers, body: whole, text: whole.toString() });
      });
    });
    req.on('error', reject);
    req.end(body);
  });

/** A term whose text takes three seconds to arrive: when the server has begun with it, and what it says to it. */
export const postSlowly = (port: number, cookie: string, slug: string) => {
  const body = JSON.stringify({ term: slug, slug, definition: 'It came in pieces.' });
  const begun = Promise.withResolvers<void>();
  const status = Promise.withResolvers<unknown>();
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  };
  const target = { port, host: '127.0.0.1', path: '/api/glossary', method: 'POST', headers };
  const req = httpRequest({ ...target, agent: false }, (res) =>
    res.resume().on('end', () => status.resolve(res.statusCode)),
  );
  req.on('error', (error) => status.resolve(error.message));
  req.flushHeaders();
  req.once('continue', async () => {
    begun.resolve();
    for (let at = 0; at < body.length; at += 8) {
      req.write(body.slice(at, at + 8));
      await sleep(3000 / (body.length / 8));
    }
    req.end();
  });
  return { begun: begun.promise, status: status.promise };
};

export const htmlPage = (body: string, init: ResponseInit = {}) =>
  new Response(`<!doctype html><title>t</title>${body}`, {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
  });

/** A small page in place of the site: it reads through the API, as every page does. */
export const showVendors: Render = async (url, { api, user, nonce }) => {
  const slug = /^\/vendors\/([\w-]+)$/.exec(url.pathname)?.[1];
  const response = await api.request(slug ? `/api/vendors/${slug}` : '/api/vendors?limit=3');
  if (response.status === 404) return htmlPage('nothing here', { status: 404 });
  if (!response.ok) throw new Error(`The API answered ${response.status}`);
  const script = `<script nonce="${nonce}">window.ok = 1</script>`;
  return htmlPage(
    `${script}<p>${url.search}</p><p>${user?.email ?? 'anonymous'}</p>${await response.text()}`,
  );
};

export interface ServeOptions {
  render?: Render;
  cache?: PageCacheOptions;
  folders?: string[];
  uploads?: string;
  settings?: Record<string, string>;
  queue?: QueueLimits;
  server?: Partial<HttpServerOptions>;
  /** A call besides those of the application. */
  mount?(api: Api, parts: AppParts): void;
  /** Stands between the server and the real API. */
  wrapApi?(api: ApiFetch): ApiFetch;
}

/** One node on a port: the real API on a real database behind a proxy, with a stand-in for the pages. */
export const serve = async (options: ServeOptions = {}) => {
  const database = await cloneDatabase('starter');
  const proxy = await openDatabaseProxy(database.url);
  const connection = connect(proxy.url, { max: 3, visitors: 8 });
  const settings = readSettings({ NODE_ENV: 'test', ...options.settings });
  const { SITE_URL: siteUrl } = settings;
  const lines: Record<string, unknown>[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  const log = pino({ level: 'debug' }, new Writable({ write }));
  const cache = createPageCache(options.cache);
  const version = followVersion({ url: proxy.url, pools: connection.pools, log });
  await version.start();
  const content = openContent(connection.db, {
    imageHosts: settings.IMAGE_HOSTS,
    siteUrl: settings.SITE_URL,
    allowHosts: settings.FETCH_ALLOW_HOSTS,
  });
  const authenticate = createAuthenticator(connection.db, siteUrl, {
    idleHours: settings.SESSION_IDLE_HOURS,
    allowList: settings.ADMIN_EMAILS,
  });
  const visitorQueue = createVisitorQueue(options.queue, originKey);
  const pages: NonNullable<AppParts['pages']> = {};
  const { api, parts } = createApp(
    { settings, connection, content, log, authenticate, pages },
    visitorQueue,
  );
  options.mount?.(api, parts);

  let renders = 0;
  const renderer: Renderer = {
    fetch: async (request, { context }) => {
      renders += 1;
      return (options.render ?? showVendors)(new URL(request.url), context);
    },
  };
  const common = commonHeaders({ siteUrl });
  const node = createHttpServer({
    renderer: withTwins(renderer, cache),
    replacementOf,
    api: options.wrapApi?.(api) ?? api,
    paths: api,
    cache,
    files: createStaticFiles({ folders: options.folders ?? [], uploads: options.uploads, common }),
    pageParams: () => ['page', 'q'],
    authenticate,
    addressOf: (req) => requestAddress(req, settings.TRUST_PROXY),
    visitorQueue,
    openPreview: createPreviews(parts),
    sessionCookie: sessionCookieName(siteUrl),
    settings: settings.site,
    security: { siteUrl, imageHosts: settings.IMAGE_HOSTS },
    common,
    isDatabaseAway: version.isAway,
    log,
    ...options.server,
  });
  pages.render = node.renderPreview;
  pages.readTwin = node.readTwin;
  const port = await node.listen(0, '127.0.0.1');

  const [user] = await connection.db
    .insert(users)
    .values({ email: 'editor@example.com', firstName: 'Edith', role: 'owner' })
    .returning();
  const { token } = await openSession(connection.db, user?.id ?? 0);
  const cookie = `${sessionCookieName(siteUrl)}=${token}`;

  return {
    port,
    node,
    cache,
    connection,
    queue: visitorQueue,
    proxy,
    lines,
    cookie,
    databaseUrl: database.url,
    renders: () => renders,
    ask: (path: string, asking: Asking) => ask(port, path, asking),
    get: (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers }),
    edit: (method: string, path: string, json: unknown) =>
      ask(port, path, { method, json, headers: { cookie } }),
    async close() {
      proxy.set('open');
      await node.close(500);
      await version.close();
      await connection.close();
      proxy.close();
      await database.drop();
    },
  };
};

export type Served = Awaited<ReturnType<typeof serve>>;
