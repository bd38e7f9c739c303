import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(100, 3);
const NAMES = ['alpha', 'beta'];

afterAll(cleanUp);

/** Which round each of the two items is of, as a page or a call shows it. */
const roundsIn = (text: string) =>
  NAMES.map((name) => new RegExp(`The ${name} of round (\\d+)`).exec(text)?.[1]);

it(`a release is all there or not at all after kill -9, ${ROUNDS} rounds, and no reader of another node sees half`, async () => {
  const database = await cloneDatabase('starter');
  const place = { DATA_DIR: await makeFolder(), DATABASE_URL: database.url };
  const steady = await startServer(place);
  const cookie = await signIn(steady.port);
  const send = async (method: string, path: string, json?: object, port = steady.port) => {
    const { status, text } = await ask(port, path, {
      method,
      headers: { cookie },
      ...(json ? { json } : {}),
    });
    if (status >= 400) throw new Error(`${method} ${path} ${status} ${text}`);
    return JSON.parse(text);
  };
  const ids: number[] = [];
  for (const name of NAMES) {
    const question = `The ${name} of round 0`;
    const body = { question, slug: name, answer: 'As it is.', category: 'Releases' };
    ids.push((await send('POST', '/api/faq', { ...body, isPublished: true })).id);
  }
  const torn: string[] = [];
  let [reads, published, worst, isOver] = [0, 0, 0, false];
  const readOn = async (path: string) => {
    while (!isOver) {
      const { status, text } = await ask(steady.port, path);
      const [one, other] = roundsIn(text);
      if (status === 200 && (one === undefined || one !== other))
        torn.push(`${path} ${one} ${other}`);
      reads += 1;
      await sleep(5);
    }
  };
  const readers = ['/faq', '/api/faq?limit=500'].map(readOn);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const doomed = await startServer({ ...place, DATA_DIR: await makeFolder() });
    worst = Math.max(worst, doomed.startMs);
    const { id } = await send('POST', '/api/releases', { name: `Round ${round}` });
    for (const [at, itemId] of ids.entries()) {
      const question = `The ${NAMES[at]} of round ${round}`;
      await send('PUT', `/api/faq/${itemId}/draft`, { question });
      await send('POST', `/api/releases/${id}/items`, { collection: 'faq', itemId });
    }
    const asked = send('POST', `/api/releases/${id}/publish`, undefined, doomed.port).catch(
      () => undefined,
    );
    await sleep(Math.random() * 120);
    doomed.kill('SIGKILL');
    await Promise.all([asked, doomed.ended]);
    const settled = async () => {
      const { state } = await send('GET', `/api/releases/${id}`);
      const items = await Promise.all(ids.map((one) => send('GET', `/api/faq/${one}`)));
      const news = items.map(({ question }) => question.endsWith(` ${round}`));
      return [state === 'published', ...news];
    };
    // A server that was killed may have a statement under way.
    await expect.poll(async () => new Set(await settled()).size, { timeout: 10_000 }).toBe(1);
    if ((await settled())[0]) published += 1;
  }
  isOver = true;
  await Promise.all(readers);
  steady.kill('SIGTERM');
  await steady.ended;
  await database.drop();
  record('kill -9 while a release is published', {
    rounds: ROUNDS,
    requests: reads,
    faults: ROUNDS,
    losses: torn.length,
    worstRecoveryMs: worst,
    note: `${published} of the releases were published, the others not at all`,
  });
  expect(reads).toBeGreaterThan(ROUNDS);
  expect(torn).toEqual([]);
}, 3_600_000);

it('a scheduled release runs once on two nodes', async () => {
  const database = await cloneDatabase('starter');
  const place = { DATA_DIR: await makeFolder(), DATABASE_URL: database.url };
  const nodes = [
    await startServer(place),
    await startServer({ ...place, DATA_DIR: await makeFolder() }),
  ];
  const [first] = nodes;
  if (!first) throw new Error('No node');
  const cookie = await signIn(first.port);
  const send = async (method: string, path: string, json?: object) =>
    JSON.parse(
      (await ask(first.port, path, { method, headers: { cookie }, ...(json ? { json } : {}) }))
        .text,
    );
  const faq = await send('GET', '/api/faq/who-fixes-bad-data');
  await send('PUT', `/api/faq/${faq.id}/draft`, { question: 'Who mends it?' });
  const { id } = await send('POST', '/api/releases', { name: 'Once' });
  await send('POST', `/api/releases/${id}/items`, { collection: 'faq', itemId: faq.id });
  const at = new Date(Date.now() + 2000).toISOString();
  expect((await send('POST', `/api/releases/${id}/schedule`, { at })).state).toBe('scheduled');
  await expect
    .poll(async () => (await send('GET', `/api/releases/${id}`)).state, { timeout: 40_000 })
    .toBe('published');
  const told = await send('GET', `/api/activity?collection=releases&item=${id}`);
  const done = told.filter(({ action }: { action: string }) => action === 'release published');
  expect(done).toHaveLength(1);
  expect((await send('GET', `/api/faq/${faq.id}`)).version).toBe(faq.version + 1);
  for (const node of nodes) node.kill('SIGTERM');
  await Promise.all(nodes.map(({ ended }) => ended));
  await database.drop();
}, 120_000);
