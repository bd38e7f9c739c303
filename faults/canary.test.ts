import { afterAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { setFeeds } from '#testing/feeds.ts';
import { ask } from '#testing/serve.ts';
import { startLoopback } from '#testing/servers/loopback.ts';
import { record } from './support/figures.ts';
import { cleanUp, makeFolder, signIn, startServer } from './support/product.ts';

afterAll(cleanUp);

/** Every way in which a feed may name a machine that is not public. */
const spellingsOf = (port: string): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://0:${port}/`,
];

it('PROMISE 10 no feed, redirect or article address makes the server call a machine that is not public', async () => {
  let hits = 0;
  const canary = await startLoopback((_request, response) => {
    hits += 1;
    response.end('<rss version="2.0"><channel><title>x</title></channel></rss>');
  });
  const port = new URL(canary.url).port;
  const spellings = spellingsOf(port);
  const tempter = await startLoopback((request, response) => {
    const target = spellings[Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'))];
    response.writeHead(302, { location: target ?? '/' }).end();
  });
  const direct = spellings.filter((url) => URL.canParse(url));
  const redirected = spellings.map((_, n) => `${tempter.url}/?n=${n}`);
  const database = await cloneDatabase('starter');
  const { db, close } = connect(database.url, { max: 1 });
  await setFeeds(db, [...direct, ...redirected]);
  await close();
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: await makeFolder(),
    FETCH_ALLOW_HOSTS: tempter.hostPort,
  });
  const cookie = await signIn(server.port);
  const asking = { method: 'POST', json: {}, headers: { cookie } };
  const reply = await ask(server.port, '/api/news/fetch-rss', asking);
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.text).errors).toHaveLength(direct.length + redirected.length);
  server.kill('SIGTERM');
  await server.ended;
  await Promise.all([canary.close(), tempter.close()]);
  await database.drop();
  const requests = direct.length + redirected.length;
  record('canary', { rounds: 1, requests, faults: requests, losses: hits });
  expect(hits).toBe(0);
}, 120_000);
