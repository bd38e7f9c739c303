import cluster from 'node:cluster';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { newsJobs } from '#content/news/jobs/jobs.table.server.ts';
import { createReservedCheck } from '#content/shared/reserved-slugs.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import {
  createMetrics,
  type Metrics,
  type MetricsSource,
  mountMetrics,
} from '#platform/metrics/metrics.server.ts';
import type { PageCache } from '#platform/server/page-cache.server.ts';
import { type ApiPaths, describePaths } from '#platform/server/public-reads.server.ts';
import { listTimedJobs } from '#platform/timed-job.server.ts';
import type { SpanCounts } from '#platform/traces/start-traces.server.ts';
import { siteList } from '../sites.ts';

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

const ASK = 'metrics-of-all';
const LIMIT_MS = 5000;

interface Told {
  type: typeof ASK;
  text: string;
}

const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === ASK;

/** In the first process: adds up the figures of all workers for the one that was asked. */
export const tellClusterMetrics = () => {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (message !== ASK) return;
    aggregator.clusterMetrics().then(
      (text) => worker.send({ type: ASK, text } satisfies Told),
      // The worker's own time limit ends its wait.
      () => undefined,
    );
  });
};

const askAll = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      process.off('message', hear);
    };
    const hear = (message: unknown) => {
      if (!isTold(message)) return;
      end();
      resolve(message.text);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('The figures of the other processes did not come'));
    }, LIMIT_MS);
    process.on('message', hear);
    process.send?.(ASK);
  });

/** The figures of this process, or of all of them when it is one of several. */
const metricsSource = (registry: Registry): MetricsSource => {
  const { contentType } = registry;
  if (!cluster.isWorker) return { contentType, read: () => registry.metrics() };
  AggregatorRegistry.setRegistries(registry);
  // Makes this process answer when the first one collects.
  new AggregatorRegistry();
  return { contentType, read: askAll };
};

interface Measured {
  cache: PageCache;
  spans?: SpanCounts | undefined;
  pools: Record<string, pg.Pool>;
}

/** Counts only where the metrics can be read. */
export const openMetrics = (
  api: Api,
  { settings, connection: { db } }: AppParts,
  { cache, spans, pools }: Measured,
): Metrics | undefined => {
  if (!settings.METRICS_TOKEN) return undefined;
  const metrics = createMetrics({
    cache,
    spans,
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
