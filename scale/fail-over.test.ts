import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { ask } from '#testing/serve.ts';
import { cleanUp, makeFolder, signIn, startServer } from '../faults/support/product.ts';
import { record } from './support/figures.ts';
import { startPair, stopClusters } from './support/postgres.ts';

afterAll(async () => {
  await stopClusters();
  await cleanUp();
});

/** As long as a busy machine needs for so many writes. */
const PATIENCE = { timeout: 120_000 };
/** Which read nothing of what is written meanwhile: a page that a change touched is not shown as it was. */
const PAGES = ['/vendors', '/vendors/addepar', '/features', '/glossary', '/compare', '/about'];

it('a synchronous standby is promoted and the address follows: no acknowledged write lost, pages served throughout', async () => {
  const { primary, standby } = await startPair({ isSynchronous: true });
  const proxy = await openDatabaseProxy(primary.url);
  const server = await startServer({
    DATABASE_URL: proxy.url,
    DATABASE_REPLICA_URL: standby.url,
    DATA_DIR: await makeFolder(),
  });
  const cookie = await signIn(server.port);
  for (const path of PAGES) expect((await ask(server.port, path)).status).toBe(200);

  const acknowledged: string[] = [];
  const pages = { served: 0, refused: [] as string[] };
  const after = { promotedAt: Number.POSITIVE_INFINITY, writtenAt: 0, count: 0 };
  let isOver = false;

  const write = async () => {
    for (let at = 0; !isOver; at += 1) {
      const slug = `fail-over-${at}`;
      const json = {
        question: `Fail-over ${at}?`,
        slug,
        answer: 'Written while the primary went.',
      };
      const begun = performance.now();
      const reply = await ask(server.port, '/api/faq', {
        method: 'POST',
        json,
        headers: { cookie },
      });
      if (reply.status === 201 || reply.status === 200) {
        acknowledged.push(slug);
        if (begun > after.promotedAt) {
          after.writtenAt ||= performance.now();
          after.count += 1;
        }
      }
      await sleep(5);
    }
  };
  const visit = async () => {
    for (let at = 0; !isOver; at += 1) {
      const path = PAGES[at % PAGES.length] ?? '/';
      const { status } = await ask(server.port, path);
      if (status === 200) pages.served += 1;
      else pages.refused.push(`${status} ${path}`);
      await sleep(5);
    }
  };
  const working = [write(), visit(), visit()];

  await expect.poll(() => acknowledged.length, PATIENCE).toBeGreaterThan(30);
  const before = acknowledged.length;
  await primary.stop('SIGKILL');
  await sleep(1500);
  await standby.ask('select pg_promote()');
  proxy.leadTo(standby.url);
  after.promotedAt = performance.now();
  await expect.poll(() => after.count, PATIENCE).toBeGreaterThan(20);
  isOver = true;
  await Promise.all(working);

  const { found } = await standby.ask(
    `select json_agg(slug) as found from faq_entries where slug like 'fail-over-%'`,
  );
  const stored = new Set(Array.isArray(found) ? found : []);
  const lost = acknowledged.filter((slug) => !stored.has(slug));
  record('Fail-over to a synchronous standby', {
    'acknowledged before': before,
    'acknowledged after': after.count,
    lost: lost.length,
    'pages served': pages.served,
    'pages refused': pages.refused.length,
    'first write after the address followed, ms': after.writtenAt - after.promotedAt,
  });
  expect(lost).toEqual([]);
  expect(pages.refused).toEqual([]);
  // The written text is shown: the node hears of changes again.
  const last = acknowledged.at(-1);
  await expect.poll(async () => (await ask(server.port, `/api/faq/${last}`)).status).toBe(200);
  proxy.close();
});
