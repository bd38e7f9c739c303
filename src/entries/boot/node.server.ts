import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import { startNewsSchedule } from '#content/news/schedule.server.ts';
import { createAuthenticator } from '#modules/auth/authenticate.server.ts';
import { sessionCookieName } from '#modules/auth/sessions.server.ts';
import { mountModules } from '#modules/mount.server.ts';
import { createApp } from '#platform/app.server.ts';
import { connect } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { createCdnPurge } from '#platform/server/cdn-purge.server.ts';
import { createChangeListener } from '#platform/server/change-listener.server.ts';
import { createHttpServer, type Middleware } from '#platform/server/http-server.server.ts';
import { createPageCache } from '#platform/server/page-cache.server.ts';
import { describePaths } from '#platform/server/public-reads.server.ts';
import { commonHeaders, type SecurityOptions } from '#platform/server/security-headers.server.ts';
import { createStaticFiles } from '#platform/server/static-files.server.ts';
import { setChangesHeard } from '#platform/until-change.server.ts';
import { openDevSite } from './dev-site.server.ts';
import { explainPort } from './explain.server.ts';
import { projectRoot, type SiteRenderer } from './renderer.server.ts';
import { hostOf } from './settings.server.ts';

export interface NodeOptions {
  settings: Settings;
  databaseUrl: string;
  log: Logger;
  /** The built site, or null to develop: Vite then makes each page anew. */
  renderer: SiteRenderer | null;
}

export interface RunningNode {
  port: number;
  close(): Promise<void>;
}

/** For a renderer that does not tell: every parameter that any page reads. */
const ANY_PARAM = ['aum', 'category', 'find', 'market', 'page', 'q', 'second', 'vendor'];

const securityOf = ({ SITE_URL, OIDC_ISSUER }: Settings, isDev: boolean): SecurityOptions => ({
  siteUrl: SITE_URL,
  formTargets: OIDC_ISSUER ? [new URL(OIDC_ISSUER).origin] : [],
  isDev,
});

/** One serving process: its connections, its cache, its port. */
export const startNode = async (options: NodeOptions): Promise<RunningNode> => {
  const { settings, databaseUrl, log } = options;
  const connection = connect(databaseUrl);
  const cache = createPageCache();
  // Before the pool is used: it watches every connection that the pool opens.
  const listener = createChangeListener({
    url: databaseUrl,
    pool: connection.pool,
    log,
    onListening: (isListening) => {
      cache.setListening(isListening);
      setChangesHeard(isListening);
    },
    ...(settings.CDN_PURGE_URL
      ? { onLocalChange: createCdnPurge(settings.CDN_PURGE_URL, log) }
      : {}),
  });
  await listener.start();

  const content = createContent(registry, connection.db);
  const authenticate = createAuthenticator(connection.db, settings.SITE_URL);
  const parts = { settings, connection, content, log, mountModules, authenticate };
  const { api } = createApp(parts);
  const schedule = startNewsSchedule(parts);

  const isDev = options.renderer === null;
  const security = securityOf(settings, isDev);
  const common = commonHeaders(security);
  const site = { renderer: options.renderer, middleware: undefined as Middleware | undefined };
  const dist = join(projectRoot, 'dist/client');
  const server = createHttpServer({
    renderer: {
      fetch: (request, context) => {
        if (!site.renderer) throw new Error('The site is not there yet');
        return site.renderer.fetch(request, context);
      },
    },
    knownParams: (path) => site.renderer?.knownParams?.(path) ?? ANY_PARAM,
    middleware: isDev
      ? (req, res, next) => (site.middleware ? site.middleware(req, res, next) : next())
      : undefined,
    api,
    paths: describePaths(api),
    cache,
    files: createStaticFiles({
      folders: isDev ? [] : [dist, join(projectRoot, 'public')],
      uploads: join(resolve(settings.DATA_DIR), 'uploads'),
      common,
    }),
    authenticate,
    sessionCookie: sessionCookieName(settings.SITE_URL),
    settings: { siteName: settings.SITE_NAME, siteUrl: settings.SITE_URL },
    security,
    common,
    hasPurge: settings.CDN_PURGE_URL !== undefined,
    isDatabaseAway: listener.isAway,
    log,
  });
  const dev = isDev ? await openDevSite(server.server) : null;
  if (dev) Object.assign(site, { renderer: dev.renderer, middleware: dev.middleware });

  const close = async () => {
    schedule.stop();
    await server.close(7000);
    await dev?.close();
    content.close();
    cache.close();
    await listener.close();
    // A query that hangs must not hold up the end.
    await Promise.race([connection.close(), sleep(1000, undefined, { ref: false })]);
  };

  try {
    return { port: await server.listen(settings.PORT, hostOf(settings)), close };
  } catch (error) {
    await close();
    throw explainPort(error, settings);
  }
};
