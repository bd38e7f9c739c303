import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { children, runNode, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

const CLUSTER_SCRIPT = `
import cluster from 'node:cluster';
import { once } from 'node:events';
import { Counter, Registry } from 'prom-client';
import { metricsSource, tellClusterMetrics } from ${JSON.stringify(new URL('./cluster-metrics.server.ts', import.meta.url).href)};
if (cluster.isPrimary) {
  cluster.setupPrimary({ exec: process.argv[1] });
  tellClusterMetrics();
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  workers[0].send('read');
  await once(workers[0], 'exit');
  process.exit(0);
} else {
  const registry = new Registry();
  new Counter({ name: 'counted_total', help: 'x', registers: [registry] }).inc(2);
  const source = metricsSource(registry);
  process.on('message', async (message) => {
    if (message !== 'read') return;
    console.log(await source.read());
    process.exit(0);
  });
  process.send('up');
}
`;

const METRICS_TOKEN = 'a-token-for-the-watcher';
const headers = { authorization: `Bearer ${METRICS_TOKEN}` };

let site: Served;
beforeAll(async () => {
  site = await serve();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await site.close();
});

const figureOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );

it('tells the bearer of the token about requests, cache, pools, event loop, memory and jobs', async () => {
  const { port, child } = await startServing({ DATABASE_URL: site.databaseUrl, METRICS_TOKEN });
  await site.connection.pool.query(`insert into news_jobs (kind, state) values ('fetch', 'done')`);
  await site.connection.pool.query(
    `insert into timed_jobs (name, succeeded_at, failed_at, next_at, failures)
     values ('nightly', '2026-11-01T03:00:00Z', '2026-11-02T03:00:00Z', '2026-11-03T03:00:00Z', 2)`,
  );
  await ask(port, '/vendors/addepar');
  for (let i = 0; i < 3; i += 1) await ask(port, '/vendors/addepar');
  await ask(port, '/api/vendors/addepar');
  await ask(port, '/made-up/by-somebody?secret=1');
  const { status, text, headers: given } = await ask(port, '/metrics', { headers });
  child.kill('SIGTERM');

  expect([status, given['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(given['cache-control']).toBe('private, no-store');
  expect(figureOf(text, 'page_cache_requests_total{state="hit"}')).toBe(3);
  expect(figureOf(text, 'page_cache_requests_total{state="miss"}')).toBeGreaterThanOrEqual(2);
  expect(figureOf(text, 'http_cached_responses_total{kind="page"}')).toBe(3);
  expect(figureOf(text, 'page_cache_bytes')).toBeGreaterThan(20_000);
  const countOf = (route: string, code: number) =>
    figureOf(
      text,
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${code}"}`,
    );
  expect(countOf('/vendors/*', 200)).toBe(1);
  expect(countOf('/api/vendors/{id}', 200)).toBe(1);
  expect(countOf('/*', 200)).toBe(1);
  expect(text).not.toMatch(/made-up|secret/);
  expect(figureOf(text, 'database_connections{pool="visitors",state="open"}')).toBeGreaterThan(0);
  expect(figureOf(text, 'database_connections{pool="panel",state="waiting"}')).toBe(0);
  expect(figureOf(text, 'jobs{kind="fetch",state="done"}')).toBe(1);
  const timedOf = (name: string) => figureOf(text, `timed_job_${name}{job="nightly"}`);
  expect(timedOf('last_success_timestamp_seconds')).toBe(1_793_502_000);
  expect(timedOf('last_failure_timestamp_seconds')).toBe(1_793_588_400);
  expect(timedOf('next_run_timestamp_seconds')).toBe(1_793_674_800);
  expect(timedOf('failures_in_a_row')).toBe(2);
  expect(text).toContain('timed_job_next_run_timestamp_seconds{job="retention"} ');
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
}, 60_000);

it('PROMISE 1 tells anonymous visitors nothing, and is not there without a token', async () => {
  const { port, child } = await startServing({ DATABASE_URL: site.databaseUrl, METRICS_TOKEN });
  for (const authorization of ['', 'Bearer ', 'Bearer wrong', METRICS_TOKEN]) {
    const reply = await ask(port, '/metrics', { headers: { authorization } });
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain('process_');
  }
  child.kill('SIGTERM');
  const { text } = await site.get('/metrics');
  expect(text).not.toContain('process_');
}, 60_000);

it('adds up the processes of one machine, whichever of them was asked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-metrics-'));
  const file = join(folder, 'cluster.mjs');
  await writeFile(file, CLUSTER_SCRIPT);
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const { output } = await runNode([file]).ended;
  await rm(folder, { recursive: true });
  expect(output).toContain('counted_total 4');
}, 60_000);
