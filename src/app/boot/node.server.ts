import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { jobTypesOf } from '#app/jobs/job-types.server.ts';
import { isComposed } from '#app/sites.ts';
import { withTwins } from '#app/twins/twins.server.ts';
import { replacementOf } from '#content/redirects/retired-paths.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { originKey, requestAddress } from '#modules/auth/client-address.server.ts';
import { sessionCookieName } from '#modules/auth/sessions.server.ts';
import { createPreviews } from '#modules/preview-links/preview-pages.server.ts';
import { followSettings } from '#modules/settings/live-settings.server.ts';
import { uploadCacheFolder } from '#modules/uploads/upload-cache.server.ts';
import { connect } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { createWorker } from '#platform/jobs/worker.server.ts';
import { openMetrics } from '#platform/metrics/metrics.server.ts';
import { createHttpServer, type Middleware } from '#platform/server/http-server.server.ts';
import { createPageCache } from '#platform/server/page-cache.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { commonHeaders, type SecurityOptions } from '#platform/server/security-headers.server.ts';
import { createStaticFiles } from '#platform/server/static-files.server.ts';
import { followVersion } from '#platform/version/follow-version.server.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { explainPort } from './explain.server.ts';
import { isRenderer, projectRoot } from './renderer.server.ts';
import { hostOf } from './settings.server.ts';

const SERVER_ENTRY = '/src/app/page-server.ts';

/** Vite inside our own server: pages are read anew at each request, and the browser hears of edits over our port. */
const openDevSite = async (server: Server) => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  });
  const load = async (): Promise<Renderer> => {
    const module = await vite.ssrLoadModule(SERVER_ENTRY);
    if (!isRenderer(module.default)) throw new Error(`${SERVER_ENTRY} exports no renderer`);
    return module.default;
  };
  const renderer: Renderer = {
    async fetch(request, options) {
      try {
        const site = await load();
        return await site.fetch(request, options);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }
    },
  };
  const middleware: Middleware = (req, res, next) => vite.middlewares(req, res, next);
  return { renderer, middleware, close: () => vite.close() };
};

interface NodeOptions {
  settings: Settings;
  databaseUrl: string;
  log: Logger;
  /** The built site, or null to develop: Vite then makes each page anew. */
  renderer: Renderer | null;
}

/** Of the 10 seconds that a stop may take, the requests have most; then the connections, and then the database itself. */
const CLOSE_MS = 7300;
const DATABASE_MS = 800;

const securityOf = (
  { SITE_URL, OIDC_ISSUER, IMAGE_HOSTS }: Settings,
  isDev: boolean,
): SecurityOptions => ({
  siteUrl: SITE_URL,
  imageHosts: IMAGE_HOSTS,
  formTargets: OIDC_ISSUER ? [new URL(OIDC_ISSUER).origin] : [],
  isDev,
});

/** One serving process: its connections, its cache, its port. */
export const startNode = async (options: NodeOptions) => {
  const { settings, databaseUrl, log } = options;
  const connection = connect(databaseUrl, { max: 5, visitors: 8 });
  const cache = createPageCache({ isComposed });
  const content = openContent(connection.db, {
    imageHosts: settings.IMAGE_HOSTS,
    siteUrl: settings.SITE_URL,
    allowHosts: settings.FETCH_ALLOW_HOSTS,
  });
  // Before a pool is used: it watches every connection that is opened.
  const version = followVersion({ url: connection.url, pools: connection.pools, log });
  await version.start();
  const followed = await followSettings({ settings, connection, log });

  const authenticate = createAuthenticator(connection.db, settings.SITE_URL, {
    idleHours: settings.SESSION_IDLE_HOURS,
    allowList: settings.ADMIN_EMAILS,
  });
  const visitorQueue = createVisitorQueue(undefined, originKey);
  const pages: NonNullable<AppParts['pages']> = {};
  const { api, parts } = createApp(
    { settings, connection, content, log, authenticate, pages },
    visitorQueue,
  );
  const metrics = settings.METRICS_TOKEN
    ? openMetrics(api, {
        token: settings.METRICS_TOKEN,
        pools: {
          panel: connection.pool,
          ...(connection.visitorPool && { visitors: connection.visitorPool }),
        },
      })
    : undefined;
  const worker = createWorker({ db: connection.db, log, types: jobTypesOf(parts) });
  worker.start();

  const isDev = options.renderer === null;
  const security = securityOf(settings, isDev);
  const common = commonHeaders(security);
  const site: { renderer: Renderer | null; middleware?: Middleware } = {
    renderer: options.renderer,
  };
  const dist = join(projectRoot, 'dist/client');
  const server = createHttpServer({
    renderer: withTwins(
      {
        fetch: (request, context) => {
          if (!site.renderer) throw new Error('The site is not there yet');
          return site.renderer.fetch(request, context);
        },
      },
      cache,
    ),
    replacementOf,
    pageParams: (path) => site.renderer?.pageParams?.(path) ?? null,
    middleware: isDev
      ? (req, res, next) => (site.middleware ? site.middleware(req, res, next) : next())
      : undefined,
    api,
    paths: api,
    metrics,
    cache,
    files: createStaticFiles({
      folders: isDev ? [] : [dist, join(projectRoot, 'public')],
      uploads: resolve(uploadCacheFolder(settings.DATA_DIR)),
      common,
    }),
    authenticate,
    addressOf: (req) => requestAddress(req, settings.TRUST_PROXY),
    visitorQueue,
    openPreview: createPreviews(parts),
    sessionCookie: sessionCookieName(settings.SITE_URL),
    settings: settings.site,
    security,
    common,
    isDatabaseAway: version.isAway,
    log,
  });
  pages.render = server.renderPreview;
  pages.readTwin = server.readTwin;
  const dev = isDev ? await openDevSite(server.server) : null;
  if (dev) Object.assign(site, dev);

  const closeDatabase = async () => {
    await version.close();
    await connection.close();
  };

  const close = async () => {
    followed.stop();
    content.searchIndex.stop();
    // Both have their own limit, so that the connections are closed in time.
    await Promise.all([worker.stop(), server.close(CLOSE_MS - DATABASE_MS)]);
    await dev?.close();
    // A query that hangs must not hold up the end.
    await Promise.race([closeDatabase(), sleep(DATABASE_MS, undefined, { ref: false })]);
  };

  try {
    content.searchIndex.start(log);
    const port = await server.listen(settings.PORT, hostOf(settings));
    return { port, close };
  } catch (error) {
    await close();
    throw explainPort(error, settings);
  }
};
