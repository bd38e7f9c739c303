import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
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

/** As many connections as there are, each asking for one new search after the other. */
const crowd = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number, number>();
  let isOver = false;
  let sent = 0;
  const once = () =>
    new Promise<void>((resolve) => {
      sent += 1;
      const path = `/vendors?q=crowd${sent}`;
      const req = request({ port, host: '127.0.0.1', path, agent }, (res) => {
        const status = res.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        res.resume().on('close', resolve);
      });
      req.on('error', () => resolve()).end();
    });
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) await once();
  });
  return {
    statuses,
    async end() {
      isOver = true;
      await Promise.all(lanes);
      agent.destroy();
    },
  };
};

it(`PROMISE 19 ${CONNECTIONS} connections of new searches: health and panel keep their share`, async () => {
  const database = await cloneDatabase('starter');
  const cookie = await signInDirectly(database.url);
  const site = await startSite(database.url);
  const timed = async (path: string, headers: Record<string, string> = {}) => {
    const since = performance.now();
    const { status } = await ask(site.port, path, { headers });
    return { status, ms: performance.now() - since };
  };
  const visitors = crowd(site.port);
  let [health, panel] = [0, 0];
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
