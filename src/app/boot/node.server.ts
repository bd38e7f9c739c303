import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from '#app/app.server.ts';
import { openContent } from '#app/content.server.ts';
import { isComposed, siteList } from '#app/sites.ts';
import { hasTwin, withTwins } from '#app/twins/twins.server.ts';
import { startNewsSchedule } from '#content/news/schedule.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { sessionCookieName } from '#modules/auth/sessions.server.ts';
import { startIndexNow } from '#modules/discovery/index-now.server.ts';
import { startLinkCheckSchedule } from '#modules/link-checks/run-checks.server.ts';
import { createPreviews } from '#modules/preview-links/preview-pages.server.ts';
import { startQuoteSchedule } from '#modules/quotes/watch-quotes.server.ts';
import { startReleases } from '#modules/releases/publish-release.server.ts';
import { startSchedule } from '#modules/schedule/run-schedule.server.ts';
import { followSettings } from '#modules/settings/live-settings.server.ts';
import { startDigest } from '#modules/talk/digest.server.ts';
import { uploadCacheFolder } from '#modules/uploads/upload-cache.server.ts';
import { recordVisits } from '#modules/visits/record-visits.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { startWebhooks } from '#modules/webhooks/run-webhooks.server.ts';
import { onChange } from '#platform/changes.server.ts';
import { setChangesHeard } from '#platform/changes-heard.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { createRehearsals } from '#platform/db/rehearsal.server.ts';
import { type Settings, siteSettings } from '#platform/env.server.ts';
import { startPurging } from '#platform/server/cdn-purge.server.ts';
import { createChangeListener } from '#platform/server/change-listener.server.ts';
import { createHttpServer, type Middleware } from '#platform/server/http-server.server.ts';
import { createPageCache } from '#platform/server/page-cache.server.ts';
import { describePaths } from '#platform/server/public-reads.server.ts';
import type { Renderer } from '#platform/server/renderer.ts';
import { readFromReplica } from '#platform/server/replica-reads.server.ts';
import { commonHeaders, type SecurityOptions } from '#platform/server/security-headers.server.ts';
import { createStaticFiles } from '#platform/server/static-files.server.ts';
import { createWholeReads } from '#platform/server/whole-reads.server.ts';
import { startTimedJob } from '#platform/timed-job.server.ts';
import { createVisitorQueue } from '#platform/visitors.server.ts';
import { startFinder } from '#tools/finder/run-finder.server.ts';
import { explainPort } from './explain.server.ts';
import { forgetOldJob } from './forget-old.server.ts';
import { createRouteOf, openMetrics } from './open-metrics.server.ts';
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
/** For the last traces, where the requests left as much. */
const TRACES_MS = 2000;

const securityOf = (
  { SITE_URL, OIDC_ISSUER, IMAGE_HOSTS }: Settings,
  isDev: boolean,
): SecurityOptions => ({
  siteUrl: SITE_URL,
  imageHosts: IMAGE_HOSTS,
  formTargets: OIDC_ISSUER ? [new URL(OIDC_ISSUER).origin] : [],
  isDev,
});

/** The library is loaded only where traces have somewhere to go. */
const openTraces = async (settings: Settings, log: Logger) => {
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTraces } = await import('#platform/traces/start-traces.server.ts');
  return startTraces(settings, log);
};

/** One serving process: its connections, its cache, its port. */
export const startNode = async (options: NodeOptions) => {
  const { settings, databaseUrl, log } = options;
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = settings;
  // Before a pool is opened: its statements belong to traces.
  const traces = await openTraces(settings, log);
  const connection = connect(databaseUrl, { max: 5, visitors: 8, directUrl });
  const cache = createPageCache({ isComposed });
  const content = openContent(connection.db, {
    imageHosts: settings.IMAGE_HOSTS,
    siteUrl: settings.SITE_URL,
    allowHosts: settings.FETCH_ALLOW_HOSTS,
  });
  const purging = startPurging(settings, log);
  const indexNow = startIndexNow({ settings, content, log }, siteList);
  const forgetChanges = onChange((keys, isSoft, isLocal) => {
    if (!isLocal) return;
    void purging.tell(keys, isSoft);
    indexNow?.note(keys, isSoft);
  });
  // Before the pool is used: it watches every connection that the pool opens.
  const listener = createChangeListener({
    url: connection.url,
    pool: connection.pool,
    log,
    onListening: setChangesHeard,
  });
  await listener.start();
  const isPooled = connection.url !== databaseUrl;
  const replica = replicaUrl
    ? readFromReplica({ url: replicaUrl, isPooled, connection, log })
    : undefined;
  const followed = await followSettings({ settings, connection, log });

  const authenticate = createAuthenticator(connection.db, settings.SITE_URL, {
    idleHours: settings.SESSION_IDLE_HOURS,
    allowList: settings.ADMIN_EMAILS,
  });
  const visitorQueue = createVisitorQueue();
  const pages: NonNullable<AppParts['pages']> = {};
  const { api, parts } = createApp(
    { settings, connection, content, log, authenticate, pages, onJobFailure: queueJobFailed },
    visitorQueue,
  );
  const metrics = openMetrics(api, parts, {
    cache,
    pools: {
      panel: connection.pool,
      ...(connection.visitorPool && { visitors: connection.visitorPool }),
      ...(replica && { replica: replica.pool }),
    },
  });
  const paths = describePaths(api);
  const timers = [
    startNewsSchedule(parts),
    startSchedule(parts),
    startReleases(parts),
    startLinkCheckSchedule(parts),
    startQuoteSchedule(parts),
    startWebhooks(parts),
    startFinder(parts),
    startDigest(parts),
    startTimedJob(parts, forgetOldJob(connection.db)),
  ];
  const visits = recordVisits({ db: connection.db, log });

  const isDev = options.renderer === null;
  const security = securityOf(settings, isDev);
  const common = commonHeaders(security);
  const site: { renderer: Renderer | null; middleware?: Middleware } = {
    renderer: options.renderer,
  };
  const dist = join(projectRoot, 'dist/client');
  const server = createHttpServer({
    renderer: withTwins({
      fetch: (request, context) => {
        if (!site.renderer) throw new Error('The site is not there yet');
        return site.renderer.fetch(request, context);
      },
    }),
    hasTwin,
    pageParams: (path) => site.renderer?.pageParams?.(path) ?? null,
    middleware: isDev
      ? (req, res, next) => (site.middleware ? site.middleware(req, res, next) : next())
      : undefined,
    api,
    paths,
    metrics,
    routeOf: createRouteOf(paths),
    countVisit: visits.count,
    cache,
    files: createStaticFiles({
      folders: isDev ? [] : [dist, join(projectRoot, 'public')],
      uploads: resolve(uploadCacheFolder(settings.DATA_DIR)),
      common,
    }),
    authenticate,
    visitorQueue,
    openPreview: createPreviews({ ...parts, rehearse: createRehearsals(connection.pool) }),
    wholeReads: createWholeReads(connection.pool),
    sessionCookie: sessionCookieName(settings.SITE_URL),
    settings: siteSettings(settings),
    security,
    common,
    cdn: settings.CDN,
    isDatabaseAway: listener.isAway,
    log,
  });
  pages.render = server.renderPreview;
  const dev = isDev ? await openDevSite(server.server) : null;
  if (dev) Object.assign(site, dev);

  const closeDatabase = async () => {
    forgetChanges();
    await listener.close();
    await visits.stop();
    await replica?.close();
    await connection.close();
  };

  const close = async () => {
    const until = performance.now() + CLOSE_MS;
    for (const timer of [...timers, followed]) timer.stop();
    indexNow?.stop();
    purging.stop();
    await server.close(CLOSE_MS - DATABASE_MS);
    await dev?.close();
    // Neither a query that hangs nor a collector must hold up the end.
    await Promise.all([
      Promise.race([closeDatabase(), sleep(DATABASE_MS, undefined, { ref: false })]),
      traces?.close(Math.min(TRACES_MS, Math.max(DATABASE_MS, until - performance.now()))),
    ]);
  };

  try {
    const port = await server.listen(settings.PORT, hostOf(settings));
    // Its pages may name other scripts, and the last change before a kill may be untold.
    void purging.tell(['*'], true);
    return { port, close };
  } catch (error) {
    await close();
    throw explainPort(error, settings);
  }
};
