import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { startOrJoinEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { ask } from '#testing/serve.ts';
import { cleanUp, makeFolder, signIn, startServer } from './support/product.ts';

const ARTICLES = 6000;

afterAll(cleanUp);

it('fills the search table while the site is served, goes on after a kill, and loses no edit', async () => {
  const dataDir = await makeFolder();
  const embedded = await startOrJoinEmbedded({ dataDir, log: () => undefined });
  const first = await startServer({ DATA_DIR: dataDir });
  first.kill('SIGTERM');
  await first.ended;
  const { pool, close } = connect(embedded.url, { max: 1, isUnhurried: true });
  const read = async (query: string) => (await pool.query(query)).rows[0];
  await pool.query(
    `insert into news_articles (title, slug, original_content, status, original_url, original_guid, published_on)
     select 'Made article ' || n, 'made-' || n, repeat('Plain words of article ' || n || '. ', 200), 'published',
       'https://news.example/' || n, 'made-' || n, now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [ARTICLES],
  );
  await pool.query(`delete from search_entries where collection = 'news'`);
  await pool.query(`delete from app_meta where key = 'search-entries'`);
  const filled = () =>
    read(`select count(*)::int as rows from search_entries where path like '/news/made-%'`);
  const marks = () =>
    read(`select (select value from app_meta where key = 'search-entries') as whole,
      (select value ->> 'collection' from app_meta where key = 'search-fill') as place`);

  const second = await startServer({ DATA_DIR: dataDir });
  // A page and the readiness are served, and the table is not full.
  expect((await ask(second.port, '/readyz')).status).toBe(200);
  expect((await ask(second.port, '/vendors')).status).toBe(200);
  expect((await filled()).rows).toBeLessThan(ARTICLES);
  const cookie = await signIn(second.port);
  await expect.poll(async () => (await filled()).rows).toBeGreaterThan(0);
  const edit = async (slug: string, title: string) => {
    const { id } = await read(`select id from news_articles where slug = '${slug}'`);
    const asked = { method: 'PUT', json: { title }, headers: { cookie } };
    return (await ask(second.port, `/api/news/${id}`, asked)).status;
  };
  expect(await edit('made-1', 'Zwieback begins')).toBe(200);
  expect(await edit(`made-${ARTICLES}`, 'Zwieback ends')).toBe(200);
  await expect.poll(async () => (await marks()).place).toBe('news');
  second.kill('SIGKILL');
  await second.ended;
  await sleep(1000);
  const { rows: left } = await filled();
  expect((await marks()).whole).toBeNull();
  expect(left).toBeLessThan(ARTICLES);
  await sleep(1000);
  // The process that filled is gone with the server.
  expect((await filled()).rows).toBe(left);

  const third = await startServer({ DATA_DIR: dataDir });
  await expect.poll(async () => (await marks()).whole, { timeout: 120_000 }).not.toBeNull();
  expect((await filled()).rows).toBe(ARTICLES);
  expect((await marks()).place).toBeNull();
  const found = await ask(third.port, '/api/search?q=zwieback');
  const [group] = JSON.parse(found.text).groups;
  expect(group.items.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    'Zwieback begins',
    'Zwieback ends',
  ]);
  expect(third.said()).toContain('The search table is being filled');
  third.kill('SIGTERM');
  expect((await third.ended).code).toBe(0);
  await close();
  await embedded.stop();
}, 600_000);
