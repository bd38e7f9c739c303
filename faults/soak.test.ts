import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { children, startSite } from '../src/testing/processes.ts';
import { minutesOfSoak, record } from './support/figures.ts';
import { signInDirectly } from './support/session.ts';

const MINUTES = minutesOfSoak();
const MEGABYTE = 1_048_576;
/** As many as a busy day: 47 requests and 4 edits a second. */
const REQUESTS_A_SECOND = 47;
const EDITS_A_SECOND = 4;
/** A machine that is too slow for so many gets fewer, not a queue without an end. */
const AT_ONCE = 12;
const WARM_UP_MS = 30_000;

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const pathOf = (slugs: readonly string[], n: number): string => {
  const slug = slugs[n % slugs.length];
  const kinds = [
    '/',
    '/vendors',
    `/vendors/${slug}`,
    `/vendors?q=word${n}`,
    `/compare/${slug}-vs-${slugs[(n + 1) % slugs.length]}`,
    `/nothing-${n}`,
    `/api/vendors?limit=24&x=${n}`,
  ];
  return kinds[n % kinds.length] ?? '/';
};

it(`PROMISE 12, 23 ${MINUTES} minutes of visitors and editors: every response whole, memory flat`, async () => {
  const database = await cloneDatabase('starter');
  const cookie = await signInDirectly(database.url);
  const site = await startSite(database.url);
  const heap = async () => Number((await ask(site.inspectPort, '/')).text) / MEGABYTE;
  const vendors: { id: number; slug: string }[] = JSON.parse(
    (await ask(site.port, '/api/vendors?view=card&limit=50')).text,
  );
  const slugs = vendors.map(({ slug }) => slug);
  const times: number[] = [];
  const failed: string[] = [];
  let requests = 0;
  let edits = 0;

  const visit = async (n: number) => {
    const since = performance.now();
    const path = pathOf(slugs, n);
    const { status } = await ask(site.port, path);
    times.push(performance.now() - since);
    if (status >= 500) failed.push(`${status} ${path}`);
  };
  const edit = async (n: number) => {
    const vendor = vendors[n % vendors.length];
    const asking = { method: 'PUT', json: { description: `Edit ${n}` }, headers: { cookie } };
    const { status } = await ask(site.port, `/api/vendors/${vendor?.id}`, asking);
    if (status !== 200) failed.push(`${status} edit`);
  };
  const run = async (ms: number) => {
    const work = new Set<Promise<void>>();
    const begin = (one: Promise<void>) => {
      work.add(one);
      void one.finally(() => work.delete(one)).catch(() => undefined);
    };
    const start = performance.now();
    for (let n = 0; performance.now() - start < ms; n += 1) {
      while (work.size >= AT_ONCE) await Promise.race(work);
      begin(visit(requests));
      requests += 1;
      if (n % Math.round(REQUESTS_A_SECOND / EDITS_A_SECOND) === 0) {
        begin(edit(edits));
        edits += 1;
      }
      await sleep(Math.max(0, start + ((n + 1) * 1000) / REQUESTS_A_SECOND - performance.now()));
    }
    await Promise.all(work);
  };

  await run(WARM_UP_MS);
  times.length = 0;
  // The caches fill in the first half, up to their bounds; from then on nothing may grow.
  await run(MINUTES * 30_000);
  const full = await heap();
  await run(MINUTES * 30_000);
  const grown = (await heap()) - full;
  await database.drop();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  record('soak', {
    rounds: 1,
    requests,
    faults: 0,
    losses: failed.length,
    note: `${MINUTES} min, ${edits} edits, heap ${full.toFixed(0)} MB at half-time, ${grown.toFixed(1)} MB more at the end, p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms`,
  });
  expect(failed).toEqual([]);
  expect(grown).toBeLessThan(20);
}, 3_600_000);
