import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';

const MEGABYTE = 1_048_576;

let app: TestApp;
let vendorId: number;
beforeAll(async () => {
  app = await buildApp();
  vendorId = (await app.asEditor('POST', '/api/vendors', { name: 'Ours', slug: 'ours' })).body.id;
});
afterAll(() => app.close());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** The memory in use, without garbage. */
const used = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** How much more is held at the worst moment while the file is read and sent. */
const peakAt = async (from: number, to: number) => {
  await app.db.execute(sql`with made as (insert into features (name, slug)
      select 'Many ' || n, 'many-' || n from generate_series(${from}::int, ${to}::int) n returning id, slug)
    insert into coverage (vendor_id, feature_id, level, finding, url, publisher, checked_on, checked_by)
    select ${vendorId}, id, 'documented', repeat(md5(slug), 8), 'https://example.com/' || slug, 'vendor', now(), 'Desk'
    from made`);
  const last = { name: `Last ${to}`, slug: `last-${to}` };
  expect((await app.asEditor('POST', '/api/features', last)).status).toBe(201);
  const before = used();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, used() - before);
  }, 1000);
  const response = await app.api.request('/data/coverage.json');
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.length;
  clearInterval(watch);
  return { bytes, peak };
};

it('the memory for a file of coverage stays flat from 5,000 to 40,000 rows', async () => {
  const small = await peakAt(1, 5000);
  const large = await peakAt(5001, 40_000);
  expect(large.bytes - small.bytes).toBeGreaterThan(16 * MEGABYTE);
  // A batch of rows is held, and no more.
  expect(large.peak - small.peak).toBeLessThan(10 * MEGABYTE);
}, 180_000);
