import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { timedJobs } from '#platform/db/timed-jobs.table.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { CacheState } from '#platform/server/buffered-response.server.ts';

export interface MetricsOptions {
  /** Which route a path belongs to: a small set, whatever visitors write. */
  routeOf(path: string): string;
  cache: { readonly size: number; readonly bytes: number };
  pools: Record<string, pg.Pool>;
  countJobs(): Promise<{ kind: string; state: string; count: number }[]>;
  listTimedJobs(): Promise<TimedJobState[]>;
}

type TimedJobState = typeof timedJobs.$inferSelect;

const secondsOf = (date: Date | null) => date && date.getTime() / 1000;

const TIMED_FIGURES: [string, string, (state: TimedJobState) => number | null][] = [
  ['last_success_timestamp_seconds', 'When it was last done', (job) => secondsOf(job.succeededAt)],
  ['last_failure_timestamp_seconds', 'When it last failed', (job) => secondsOf(job.failedAt)],
  ['next_run_timestamp_seconds', 'When it is due next', (job) => secondsOf(job.nextAt)],
  ['failures_in_a_row', 'How often it failed since it was last done', (job) => job.failures],
];

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A scrape of the metrics waits no longer for one figure. */
const JOBS_MS = 500;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

type Figure = { value: number } & Record<string, string | number>;

/** While the database is away or hangs the other figures matter most. */
const inTime = <T>(read: () => Promise<T[]>): Promise<T[]> =>
  Promise.race([read().catch(() => []), sleep(JOBS_MS, [], { ref: false })]);

const watchFigures = (registers: Registry[], options: MetricsOptions) => {
  const { cache, pools, countJobs, listTimedJobs } = options;
  const watch = (
    name: string,
    help: string,
    labelNames: string[],
    read: () => Figure[] | Promise<Figure[]>,
    aggregator?: 'max',
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers, ...(aggregator && { aggregator }) },
      async collect() {
        this.reset();
        for (const { value, ...labels } of await read()) this.set(labels, value);
      },
    });
  watch('page_cache_bytes', 'Bytes that the page cache holds', [], () => [{ value: cache.bytes }]);
  watch('page_cache_entries', 'Entries that the page cache holds', [], () => [
    { value: cache.size },
  ]);
  watch(
    'database_connections',
    'Connections of each pool that are open and idle, and requests that wait for one',
    ['pool', 'state'],
    () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
        { pool, state: 'open', value: totalCount },
        { pool, state: 'idle', value: idleCount },
        { pool, state: 'waiting', value: waitingCount },
      ]),
  );
  // Of the same tables, whichever process looks: not to be added up.
  watch(
    'jobs',
    'Jobs of the news desk of the last 30 days, by kind and state',
    ['kind', 'state'],
    async () =>
      (await inTime(countJobs)).map(({ kind, state, count }) => ({ kind, state, value: count })),
    'max',
  );
  for (const [name, help, figureOf] of TIMED_FIGURES) {
    const read = async () =>
      (await inTime(listTimedJobs)).flatMap((job) => {
        const value = figureOf(job);
        return value === null ? [] : [{ job: job.name, value }];
      });
    watch(`timed_job_${name}`, `${help}, by job`, ['job'], read, 'max');
  }
};

export const createMetrics = (options: MetricsOptions) => {
  const registry = new Registry();
  const registers = [registry];
  // Processor, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  watchFigures(registers, options);
  const cacheRequests = new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests that the page cache was asked for, by what it had',
    labelNames: ['state'],
    registers,
  });
  const cachedResponses = new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses that were sent as they lay in memory, at once; the histogram leaves them out',
    labelNames: ['kind'],
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const hits = cacheRequests.labels('hit');
  const cached = { page: cachedResponses.labels('page'), file: cachedResponses.labels('file') };

  return {
    registry,
    countCached(kind: 'page' | 'file') {
      cached[kind].inc();
      if (kind === 'page') hits.inc();
    },
    /** `line.state` is read when the response is out. */
    watchRequest(req: IncomingMessage, res: ServerResponse, line: { state: CacheState }) {
      const stop = duration.startTimer();
      const path = (req.url ?? '').split(/[?#]/)[0] ?? '';
      res.once('close', () => {
        const method = METHODS.has(req.method ?? '') ? req.method : 'other';
        stop({ method, route: options.routeOf(path), status: res.statusCode });
        if (line.state !== 'none') cacheRequests.inc({ state: line.state });
      });
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

export interface MetricsSource {
  contentType: string;
  read(): Promise<string>;
}

const hashOf = (text: string) => hash('sha256', text, 'buffer');

/** Exists only where METRICS_TOKEN is set: behind a proxy every visitor comes from the loopback address. */
export const mountMetrics = (api: Api, token: string, source: MetricsSource) => {
  const expected = hashOf(`Bearer ${token}`);
  endpoint(api, {
    method: 'get',
    id: 'getMetrics',
    path: '/metrics',
    tag: { name: 'Health', description: 'Whether the server works, for whoever watches it.' },
    summary: 'Figures in the text form of Prometheus, for the bearer of METRICS_TOKEN',
    access: 'public',
    cacheable: false,
    mediaType: 'text/plain',
    failures: { 401: 'Not the token' },
    handle: async ({ c }) => {
      if (!timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected)) {
        throw new AppError('unauthorized', 'Send the metrics token as a bearer token', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      return c.body(await source.read(), 200, { 'Content-Type': source.contentType });
    },
  });
};
