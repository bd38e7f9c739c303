import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { newsJobs } from '#content/news/jobs/jobs.table.server.ts';
import { createReservedCheck } from '#content/shared/reserved-slugs.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { createMetrics, type Metrics, mountMetrics } from '#platform/metrics/metrics.server.ts';
import type { PageCache } from '#platform/server/page-cache.server.ts';
import { type ApiPaths, describePaths } from '#platform/server/public-reads.server.ts';
import { listTimedJobs } from '#platform/timed-job.server.ts';
import { siteList } from '../sites.ts';
import { metricsSource } from './cluster-metrics.server.ts';

const isReserved = createReservedCheck(siteList);

/** `/vendors/*` for every profile; invented addresses fall under `/*`. */
const pageRouteOf = (path: string): string => {
  const [, first = '', ...rest] = path.split('/');
  if (first === '') return path === '/' ? '/' : '/*';
  if (!isReserved(first)) return '/*';
  return rest.length === 0 ? `/${first}` : `/${first}/*`;
};

export const createRouteOf = (paths: ApiPaths) => (path: string) =>
  paths.routeOf(path) ?? pageRouteOf(path);

interface Measured {
  cache: PageCache;
  pools: Record<string, pg.Pool>;
}

/** Counts only where the metrics can be read. */
export const openMetrics = (
  api: Api,
  { settings, connection: { db } }: AppParts,
  { cache, pools }: Measured,
): Metrics | undefined => {
  if (!settings.METRICS_TOKEN) return undefined;
  const metrics = createMetrics({
    cache,
    pools,
    routeOf: createRouteOf(describePaths(api)),
    countJobs: () =>
      db
        .select({ kind: newsJobs.kind, state: newsJobs.state, count: sql<number>`count(*)::int` })
        .from(newsJobs)
        .groupBy(newsJobs.kind, newsJobs.state),
    listTimedJobs: () => listTimedJobs(db),
  });
  mountMetrics(api, settings.METRICS_TOKEN, metricsSource(metrics.registry));
  return metrics;
};
