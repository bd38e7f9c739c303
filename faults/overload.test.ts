import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { flood } from '#testing/flood.ts';
import { ask } from '#testing/serve.ts';
import { children, startSite } from '../src/testing/processes.ts';
import { record, roundsOf } from './support/figures.ts';
import { signInDirectly } from './support/session.ts';

const CONNECTIONS = 1000;
const ROUNDS = roundsOf(20, 2);
/** Limits of a load balancer and an editor. */
const HEALTH_MS = 2000;
const PANEL_MS = 5000;

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

it(`PROMISE 19 ${CONNECTIONS} connections of new searches: health and panel keep their share`, async () => {
  const database = await cloneDatabase('starter');
  const cookie = await signInDirectly(database.url);
  const site = await startSite(database.url);
  const timed = async (path: string, headers: Record<string, string> = {}) => {
    const since = performance.now();
    const { status } = await ask(site.port, path, { headers });
    return { status, ms: performance.now() - since };
  };
  const visitors = flood(site.port, {
    connections: CONNECTIONS,
    pathOf: (n) => `/vendors?q=crowd${n}`,
  });
  let health = 0;
  let panel = 0;
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(1000);
    const alive = await timed('/healthz');
    const list = await timed('/api/vendors?limit=20', { cookie });
    if (alive.status !== 200) failed.push(`/healthz ${alive.status}`);
    if (list.status !== 200) failed.push(`panel ${list.status}`);
    health = Math.max(health, alive.ms);
    panel = Math.max(panel, list.ms);
  }
  await visitors.end();
  const served = visitors.statuses.get(200) ?? 0;
  const shed = visitors.statuses.get(503) ?? 0;
  record('overload', {
    rounds: ROUNDS,
    requests: served + shed,
    faults: CONNECTIONS,
    losses: failed.length,
    note: `${served} served, ${shed} put off; slowest /healthz ${Math.round(health)} ms, panel ${Math.round(panel)} ms`,
  });
  expect(failed).toEqual([]);
  expect(
    [...visitors.statuses.keys()].filter((status) => status !== 200 && status !== 503),
  ).toEqual([]);
  expect(served).toBeGreaterThan(0);
  expect(health).toBeLessThan(HEALTH_MS);
  expect(panel).toBeLessThan(PANEL_MS);
  await database.drop().catch(() => undefined);
}, 300_000);
