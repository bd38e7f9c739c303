import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { children, startServing } from '#testing/processes.ts';
import { ask } from '#testing/serve.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';

const KEY = 'a1b2c3d4e5f6';
const SITE_URL = 'https://guide.example';

const posts: unknown[] = [];
let engine: LoopbackServer;
let database: Awaited<ReturnType<typeof cloneDatabase>>;

beforeAll(async () => {
  database = await cloneDatabase('starter');
  engine = await startLoopback(async (request, response) => {
    posts.push(await json(request));
    response.end();
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await engine.close();
  await database.drop();
});

it('a started server with INDEXNOW_KEY serves the key and submits one edit in one post', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  const [owner] = await db
    .insert(users)
    .values({ email: 'owner@example.com', role: 'owner' })
    .returning();
  const { token } = await openSession(db, owner?.id ?? 0);
  await close();
  const server = await startServing({
    DATABASE_URL: database.url,
    SITE_URL,
    INDEXNOW_KEY: KEY,
    INDEXNOW_URL: engine.url,
  });
  expect((await ask(server.port, `/${KEY}.txt`)).text).toBe(KEY);
  const vendor = JSON.parse((await ask(server.port, '/api/vendors/addepar')).text);
  const saved = await ask(server.port, `/api/vendors/${vendor.id}`, {
    method: 'PUT',
    headers: { cookie: `${sessionCookieName(SITE_URL)}=${token}` },
    json: { headquarters: 'Zug' },
  });
  expect(saved.status).toBe(200);
  await expect.poll(() => posts.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(posts).toEqual([
    {
      host: 'guide.example',
      key: KEY,
      keyLocation: `${SITE_URL}/${KEY}.txt`,
      urlList: [`${SITE_URL}/vendors/addepar`],
    },
  ]);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(posts).toHaveLength(1);
}, 180_000);
