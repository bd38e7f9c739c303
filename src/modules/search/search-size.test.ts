import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { measureLoop } from '#testing/measure-loop.ts';
import { generate, MOST_SEARCHED } from '../../../bench/generate.ts';

const MOST_MB = 100;
/** Steps take some 20 ms; a whole build in one would take seconds, whatever else the machine does. */
const PAUSE_MS = 500;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ data: 'starter' });
  await generate(app.databaseUrl, MOST_SEARCHED);
});
afterAll(() => app.close());

const usedMb = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

it('5,000 documents take less than 100 MB and are read in short steps', async ({ annotate }) => {
  const before = usedMb();
  const { ownMs } = await measureLoop(() => app.content.searchIndex.ready());
  const { body } = await app.call('GET', '/api/search?q=report');
  const mb = usedMb() - before;
  await annotate(`${mb.toFixed(0)} MB, longest step ${ownMs.toFixed(0)} ms`);
  expect(body.total).toBeGreaterThan(4000);
  expect(mb).toBeLessThan(MOST_MB);
  expect(ownMs).toBeLessThan(PAUSE_MS);
}, 240_000);

it('thousands of changed documents hold up neither the event loop nor a search', async ({
  annotate,
}) => {
  await app.db.execute(`update news_articles
    set version = version + 1, excerpt = 'zyzzyva' where slug like 'made-%'`);
  const changed = () => app.content.searchIndex.itemsHaving('zyzzyva');
  const countChanged = async () => (await changed()).get('news')?.length;
  const began = performance.now();
  await changed();
  const { body } = await app.call('GET', '/api/search?q=zyzzyva');
  expect(performance.now() - began).toBeLessThan(1000);
  expect(body.total).toBeLessThan(MOST_SEARCHED.articles);
  const { ownMs } = await measureLoop(() =>
    expect.poll(countChanged, { interval: 500, timeout: 60_000 }).toBe(MOST_SEARCHED.articles),
  );
  await annotate(`longest step ${ownMs.toFixed(0)} ms`);
  expect(ownMs).toBeLessThan(PAUSE_MS);
}, 240_000);
