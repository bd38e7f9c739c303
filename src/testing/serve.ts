import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { mountModules } from '#modules/mount.server.ts';
import { createApp } from '#platform/app.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { createChangeListener } from '#platform/server/change-listener.server.ts';
import { createHttpServer, type HttpServerOptions } from '#platform/server/http-server.server.ts';
import { createPageCache, type PageCacheOptions } from '#platform/server/page-cache.server.ts';
import { describePaths } from '#platform/server/public-reads.server.ts';
import type { PageContext, Renderer } from '#platform/server/renderer.ts';
import { commonHeaders } from '#platform/server/security-headers.server.ts';
import { createStaticFiles } from '#platform/server/static-files.server.ts';
import { cloneDatabase } from './build-app.ts';
import { openDoor } from './database-door.ts';

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

export const htmlPage = (body: string, init: ResponseInit = {}) =>
  new Response(`<!doctype html><title>t</title>${body}`, {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
  });

/** A small page in place of the site: it reads through the API, as every page does. */
export const showVendors: Render = async (url, { api, user, nonce }) => {
  const slug = /^\/vendors\/([\w-]+)$/.exec(url.pathname)?.[1];
  const answer = await api.request(slug ? `/api/vendors/${slug}` : '/api/vendors?limit=3');
  if (answer.status === 404) return htmlPage('nothing here', { status: 404 });
  if (!answer.ok) throw new Error(`The API answered ${answer.status}`);
  const script = `<script nonce="${nonce}">window.ok = 1</script>`;
  return htmlPage(
    `${script}<p>${url.search}</p><p>${user?.email ?? 'stranger'}</p>${await answer.text()}`,
  );
};

export interface ServeOptions {
  render?: Render;
  cache?: PageCacheOptions;
  folders?: string[];
  uploads?: string;
  settings?: Record<string, string>;
  server?: Partial<HttpServerOptions>;
}

/** One node on a port: the real API on a real database behind a door, with a stand-in for the pages. */
export const serve = async (options: ServeOptions = {}) => {
  const database = await cloneDatabase('starter');
  const door = await openDoor(database.url);
  const connection = connect(door.url, { max: 5 });
  const settings = readSettings({ NODE_ENV: 'test', ...options.settings });
  const { SITE_URL: siteUrl, SITE_NAME: siteName } = settings;
  const lines: Record<string, unknown>[] = [];
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  const log = pino({ level: 'debug' }, new Writable({ write }));
  const cache = createPageCache(options.cache);
  const listener = createChangeListener({
    url: door.url,
    pool: connection.pool,
    log,
    onListening: (isListening) => cache.setListening(isListening),
  });
  await listener.start();
  const content = createContent(registry, connection.db);
  const authenticate = createAuthenticator(connection.db, siteUrl);
  const { api } = createApp({ settings, connection, content, log, mountModules, authenticate });

  let renders = 0;
  const renderer: Renderer = {
    fetch: async (request, { context }) => {
      renders += 1;
      return (options.render ?? showVendors)(new URL(request.url), context);
    },
  };
  const common = commonHeaders({ siteUrl });
  const node = createHttpServer({
    renderer,
    api,
    paths: describePaths(api),
    cache,
    files: createStaticFiles({ folders: options.folders ?? [], uploads: options.uploads, common }),
    knownParams: () => ['page', 'q'],
    authenticate,
    sessionCookie: sessionCookieName(siteUrl),
    settings: { siteName, siteUrl },
    security: { siteUrl },
    common,
    hasPurge: false,
    isDatabaseAway: listener.isAway,
    log,
    ...options.server,
  });
  const port = await node.listen(0, '127.0.0.1');

  const [user] = await connection.db
    .insert(users)
    .values({ email: 'editor@example.com', firstName: 'Edith' })
    .returning();
  const { token } = await openSession(connection.db, user?.id ?? 0);
  const cookie = `${sessionCookieName(siteUrl)}=${token}`;

  return {
    port,
    node,
    cache,
    connection,
    door,
    lines,
    cookie,
    databaseUrl: database.url,
    renders: () => renders,
    get: (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers }),
    edit: (method: string, path: string, json: unknown) =>
      ask(port, path, { method, json, headers: { cookie } }),
    async close() {
      door.set('open');
      await node.close(500);
      cache.close();
      content.close();
      await listener.close();
      await connection.close();
      door.close();
      await database.drop();
    },
  };
};

export type Served = Awaited<ReturnType<typeof serve>>;
