import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import type { CacheState } from '#platform/server/buffered-response.server.ts';

interface MetricsOptions {
  token: string;
  pools: Record<string, pg.Pool>;
}

const hashOf = (text: string) => hash('sha256', text, 'buffer');

/** Counts, and tells the bearer of the token at /metrics in the text form of Prometheus. */
export const openMetrics = (api: Api, options: MetricsOptions) => {
  const registry = new Registry();
  const registers = [registry];
  // Processor, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of each pool that are open and idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(options.pools)) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const cached = new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses that were sent as they lay in memory; the histogram leaves them out',
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by route and by what the cache had',
    labelNames: ['method', 'route', 'status', 'cache'],
    registers,
  });

  const expected = hashOf(`Bearer ${options.token}`);
  api.openAPIRegistry.registerComponent('securitySchemes', 'metrics', {
    type: 'http',
    scheme: 'bearer',
    description: 'The METRICS_TOKEN of the installation',
  });
  endpoint(api, {
    method: 'get',
    id: 'getMetrics',
    path: '/metrics',
    tag: { name: 'Health', description: 'Whether the server works, for whoever watches it.' },
    summary: 'Figures in the text form of Prometheus, for the bearer of METRICS_TOKEN',
    access: 'public',
    openedBy: 'metrics',
    mediaType: 'text/plain',
    failures: { 401: 'Not the token' },
    handle: async ({ c }) => {
      if (!timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected)) {
        const headers = { 'WWW-Authenticate': 'Bearer' };
        throw new AppError('unauthorized', 'Send the metrics token as a bearer token', { headers });
      }
      return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
    },
  });

  return {
    countCached: () => cached.inc(),
    /** `line.state` is read when the response is out. */
    watchRequest(req: IncomingMessage, res: ServerResponse, line: { state: CacheState }) {
      const { method, url = '' } = req;
      const stop = duration.startTimer();
      const route = api.routeOf(url.split(/[?#]/)[0] ?? '') ?? 'page';
      res.once('close', () => stop({ method, route, status: res.statusCode, cache: line.state }));
    },
  };
};

export type Metrics = ReturnType<typeof openMetrics>;
