import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#platform/db/client.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { startSite } from '../src/testing/processes.ts';
import { record } from './support/figures.ts';

const WARM_UP = 1000;
const FLOOD = 5000;
const AT_ONCE = 4;
const MEGABYTE = 1_048_576;
const TEXT = 'x'.repeat(2000);

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  database = await cloneDatabase('starter');
  site = await startSite(database.url, { TRUST_PROXY: '1' });
});
afterAll(async () => {
  site.child.kill('SIGKILL');
  await site.ended;
  await database.drop();
});

/** Each from a network of its own, as from a botnet. */
const post = (agent: Agent, n: number) =>
  new Promise<number>((resolve, reject) => {
    const req = request(
      {
        port: site.port,
        host: '127.0.0.1',
        path: '/api/corrections',
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.1`,
        },
      },
      (res) =>
        res
          .resume()
          .on('end', () => resolve(res.statusCode ?? 0))
          .on('error', reject),
    );
    req.on('error', reject).end(JSON.stringify({ path: '/vendors/addepar', text: TEXT }));
  });

const flood = async (from: number, count: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  let next = from;
  const work = async () => {
    while (next < from + count) {
      next += 1;
      const status = await post(agent, next);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return statuses;
};

const countRows = (table: string) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`);
    return Number(rows[0]?.count);
  });

it(`PROMISE 12 ${FLOOD} anonymous corrections leave memory and tables bounded`, async () => {
  const heap = async () => Number((await ask(site.inspectPort, '/')).text) / MEGABYTE;
  const first = await flood(0, WARM_UP);
  expect([first.get(202), first.get(429)]).toEqual([300, WARM_UP - 300]);
  const warm = await heap();
  const statuses = await flood(WARM_UP, FLOOD);
  const grown = (await heap()) - warm;
  record('anonymous corrections without an end', {
    rounds: 1,
    requests: FLOOD,
    faults: 0,
    losses: 0,
    note: `${grown.toFixed(1)} MB more than the warm process`,
  });
  expect([...statuses]).toEqual([[429, FLOOD]]);
  expect(await countRows('corrections')).toBe(300);
  // Of the networks that were counted before the day was full, and of those at work in that moment.
  expect(await countRows('rate_limits')).toBeLessThanOrEqual(300 + 1 + AT_ONCE);
  expect(grown).toBeLessThan(10);
  expect((await ask(site.port, '/corrections')).status).toBe(200);
}, 60_000);
