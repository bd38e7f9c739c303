import { afterAll, beforeAll, expect, it } from 'vitest';
import { children, startServing } from '#testing/processes.ts';
import { ask, type Served, serve } from '#testing/serve.ts';

const METRICS_TOKEN = 'a-token-for-the-watcher';
const headers = { authorization: `Bearer ${METRICS_TOKEN}` };

let site: Served;
let port: number;
beforeAll(async () => {
  site = await serve();
  ({ port } = await startServing({ DATABASE_URL: site.databaseUrl, METRICS_TOKEN }));
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

it('tells the bearer of the token about requests, cache, pools, event loop and memory', async () => {
  await ask(port, '/vendors/addepar');
  for (let i = 0; i < 3; i += 1) await ask(port, '/vendors/addepar');
  await ask(port, '/api/vendors/addepar');
  await ask(port, '/made-up/by-somebody?secret=1');
  const { status, text, headers: given } = await ask(port, '/metrics', { headers });

  expect([status, given['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(given['cache-control']).toBe('private, no-store');
  expect(figureOf(text, 'http_cached_responses_total')).toBe(3);
  const countOf = (route: string, code: number, cache: string) =>
    figureOf(
      text,
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${code}",cache="${cache}"}`,
    );
  expect(countOf('page', 200, 'miss')).toBe(2);
  expect(countOf('/api/vendors/{id}', 200, 'miss')).toBe(1);
  expect(text).not.toMatch(/made-up|secret/);
  expect(figureOf(text, 'database_connections{pool="visitors",state="open"}')).toBeGreaterThan(0);
  expect(figureOf(text, 'database_connections{pool="panel",state="waiting"}')).toBe(0);
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
});

it('PROMISE 1 ISSUE 41 tells anonymous visitors nothing, as its document says, and is not there without a token', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer wrong', METRICS_TOKEN]) {
    const reply = await ask(port, '/metrics', { headers: { authorization } });
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain('process_');
  }
  const { paths, components } = JSON.parse((await ask(port, '/api/openapi.json')).text);
  expect(paths['/metrics'].get.security).toEqual([{ metrics: [] }]);
  expect(components.securitySchemes.metrics).toMatchObject({ type: 'http', scheme: 'bearer' });
  const { text } = await site.get('/metrics');
  expect(text).not.toContain('process_');
});
