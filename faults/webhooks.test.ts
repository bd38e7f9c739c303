import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { type LoopbackServer, readRequest, startLoopback } from '#testing/servers/loopback.ts';
import { children, startServing } from '../src/testing/processes.ts';
import { record, roundsOf } from './support/figures.ts';

const ROUNDS = roundsOf(20, 2);

let receiver: LoopbackServer;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let isOpen = false;
const received: { event: string; slug: string }[] = [];

beforeAll(async () => {
  database = await cloneDatabase('starter');
  receiver = await startLoopback(async (request, response) => {
    const body = await readRequest(request);
    // While it is closed it takes a delivery and says nothing, so that the kill comes before any success.
    if (!isOpen) return;
    received.push(JSON.parse(body));
    response.end();
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await database.drop();
});

it(`kill -9 between commit and send, ${ROUNDS} rounds: every event arrives, in the order of its item`, async () => {
  const place = { DATABASE_URL: database.url, FETCH_ALLOW_HOSTS: receiver.hostPort };
  const { db, close } = connect(database.url, { max: 2 });
  const [owner] = await db
    .insert(users)
    .values({ email: 'owner@example.com', role: 'owner' })
    .returning();
  const { token } = await openSession(db, owner?.id ?? 0);
  const headers = { cookie: `session=${token}` };
  const told: string[] = [];
  let server = await startServing(place);
  const send = async (method: string, path: string, json: object) => {
    const reply = await ask(server.port, path, { method, json, headers });
    if (reply.status >= 300) throw new Error(reply.text);
    return JSON.parse(reply.text);
  };
  await send('POST', '/api/webhooks', { url: receiver.url, events: ['published', 'changed'] });
  for (let round = 0; round < ROUNDS; round += 1) {
    isOpen = false;
    const slug = `told-${round}`;
    const text = { question: slug, slug, answer: 'first', isPublished: true };
    const { id } = await send('POST', '/api/faq', text);
    await send('PUT', `/api/faq/${id}`, { answer: 'second' });
    server.child.kill('SIGKILL');
    await server.ended;
    told.push(slug);
    // The dead process holds its delivery for a minute, which the test does not wait for.
    await db.execute(sql`update jobs set held_until = null`);
    isOpen = true;
    server = await startServing(place);
    await expect
      .poll(() => received.filter((one) => one.slug === slug).map(({ event }) => event), {
        timeout: 60_000,
      })
      .toEqual(['published', 'changed']);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  const arrived = new Set(received.map(({ slug }) => slug));
  const lost = told.filter((slug) => !arrived.has(slug));
  await close();
  record('kill -9 between commit and webhook', {
    rounds: ROUNDS,
    requests: ROUNDS * 2,
    faults: ROUNDS,
    losses: lost.length,
  });
  expect(lost).toEqual([]);
}, 600_000);
