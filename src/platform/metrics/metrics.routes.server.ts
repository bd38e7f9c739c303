import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';

export interface MetricsSource {
  contentType: string;
  read(): Promise<string>;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Exists only where METRICS_TOKEN is set: behind a proxy every visitor comes from the loopback address. */
export const mountMetrics = (api: Api, token: string, source: MetricsSource) => {
  const expected = hashOf(`Bearer ${token}`);
  endpoint(
    api,
    {
      method: 'get',
      id: 'getMetrics',
      path: '/metrics',
      tag: { name: 'Health', description: 'Whether the server works, for whoever watches it.' },
      summary: 'Figures in the text form of Prometheus, for the bearer of METRICS_TOKEN',
      access: 'public',
      cacheable: false,
      mediaType: 'text/plain',
      failures: { 401: 'Not the token' },
    },
    async ({ c }) => {
      if (!timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected)) {
        throw new AppError('unauthorized', 'Send the metrics token as a bearer token', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      return c.body(await source.read(), 200, { 'Content-Type': source.contentType });
    },
  );
};
