import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { record, roundsOf } from './support/figures.ts';
import { cleanUp, makeFolder, type Server, signIn, startServer } from './support/product.ts';

const ROUNDS = roundsOf(100, 3);
/** Between two reads of a reader: the machine is the servers', too. */
const PAUSE_MS = 25;
/** Fewer rounds may all end the same way. */
const IS_SPREAD = ROUNDS >= 10;

afterAll(cleanUp);

/** Every write of an item takes so long that most kills come between two of them. */
const SLOW = `create function slow() returns trigger language plpgsql as
  $$ begin perform pg_sleep(0.05); return coalesce(new, old); end $$;
  create trigger slow before update on vendors for each row execute function slow();
  create trigger slow before update on faq_entries for each row execute function slow();
  create trigger slow before update or delete on glossary_entries for each row execute function slow()`;

/** The database's rows of one release, beside the release itself. */
const STORED = `select
  (select state from releases where id = $1) as state,
  (select count(*)::int from item_drafts where (collection, item_id) in
    (select collection, item_id from release_items where release_id = $1 and action = 'publish')) as drafts,
  (select count(*)::int from redirects where from_path = '/glossary/move-' || $2) as redirects,
  (select array_agg(path order by path) from search_entries
    where path in ('/glossary/gone-' || $2, '/glossary/move-' || $2, '/glossary/moved-' || $2)) as found,
  (select array_agg(title order by title) from search_entries where title like 'The % of round %') as titles,
  (select array_agg(action order by id) from activity
    where collection = 'releases' and item_id = $1 and action in ('release published', 'release undone')) as told`;

/** By name, the rounds that a page shows: one of each, where it is whole. */
const roundsIn = (text: string, name: string) => [
  ...new Set([...text.matchAll(new RegExp(`The ${name} of round (\\d+)`, 'g'))].map((m) => m[1])),
];

/** The round that a kill ended or not, as readers may see it. */
interface Target {
  round: number;
  /** The label of every text when it is over. */
  after: number;
}

it(`a release is all there or not at all after kill -9, ${ROUNDS} rounds, half of them of an undo, and no reader of another node sees half`, async () => {
  const database = await cloneDatabase('starter');
  const watch = new pg.Client({ connectionString: database.url });
  await watch.connect();
  await watch.query(SLOW);
  const place = { DATA_DIR: await makeFolder(), DATABASE_URL: database.url };
  const steady = await startServer(place);
  const cookie = await signIn(steady.port);
  const startDoomed = async () => {
    const url = `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=doomed`;
    return startServer({ DATABASE_URL: url, DATA_DIR: await makeFolder() });
  };
  const send = async (method: string, path: string, json?: object, { port }: Server = steady) => {
    const { status, text } = await ask(port, path, {
      method,
      headers: { cookie },
      ...(json ? { json } : {}),
    });
    if (status >= 400) throw new Error(`${method} ${path} ${status} ${text}`);
    return JSON.parse(text);
  };
  const textOf = (name: string, round: number) => `The ${name} of round ${round}`;
  const add = async (type: string, body: object): Promise<number> =>
    (await send('POST', `/api/${type}`, { ...body, isPublished: true })).id;
  const question = (name: string) => ({
    question: textOf(name, 0),
    slug: name,
    answer: 'As it is.',
    category: 'Releases',
  });
  const texts = [
    { type: 'vendors', field: 'name', name: 'vendor' },
    { type: 'faq', field: 'question', name: 'alpha' },
    { type: 'faq', field: 'question', name: 'beta' },
  ];
  const ids = [
    await add('vendors', { name: textOf('vendor', 0), slug: 'sailor', description: 'A vendor.' }),
    await add('faq', question('alpha')),
    await add('faq', question('beta')),
  ];

  /** Of this round: the one to delete and the one to move. */
  const terms: number[] = [];

  /** Three drafts, a deletion and a move. */
  const prepare = async (round: number): Promise<number> => {
    terms.length = 0;
    const { id } = await send('POST', '/api/releases', { name: `Round ${round}` });
    const put = (body: object) => send('POST', `/api/releases/${id}/items`, body);
    for (const [at, { type, field, name }] of texts.entries()) {
      await send('PUT', `/api/${type}/${ids[at]}/draft`, { [field]: textOf(name, round) });
      await put({ collection: type, itemId: ids[at] });
    }
    for (const word of ['gone', 'move']) {
      const slug = `${word}-${round}`;
      const itemId = await add('glossary', { term: slug, slug, definition: `About ${slug}.` });
      terms.push(itemId);
      const how =
        word === 'gone' ? { action: 'delete' } : { action: 'move', slug: `moved-${round}` };
      await put({ collection: 'glossary', itemId, ...how });
    }
    return id;
  };

  const torn: string[] = [];
  let [reads, ended, inside, worst, label] = [0, 0, 0, 0, 0];
  let isOver = false;
  let target: Target | undefined;
  const see = async (path: string, name: string) => {
    const { status, text } = await ask(steady.port, path);
    if (status !== 200) return { text: '', seen: undefined };
    reads += 1;
    const seen = roundsIn(text, name);
    if (seen.length !== 1) torn.push(`${path} shows ${seen.join(' and ') || 'no round'}`);
    return { text, seen: Number(seen[0]) };
  };
  const own = (name: string) => (name === 'vendor' ? '/vendors/sailor' : `/faq/${name}`);
  /** A visitor who has seen the first as it will be sees the second so. */
  const readInTurn = async (first: string, second: string) => {
    while (!isOver) {
      const at = target;
      const one = await see(own(first), first);
      const other = await see(own(second), second);
      const isNew = at !== undefined && at === target && one.seen === at.after;
      if (isNew && other.seen !== undefined && other.seen !== at.after)
        torn.push(`round ${at.round}: ${first} ${one.seen}, then ${second} ${other.seen}`);
      await sleep(PAUSE_MS);
    }
  };
  const readLists = async () => {
    while (!isOver) {
      const { text, seen } = await see('/faq', 'alpha');
      if (seen !== undefined && Number(roundsIn(text, 'beta')[0]) !== seen)
        torn.push(`/faq shows ${seen} and ${roundsIn(text, 'beta')}`);
      const at = target;
      const { status, text: terms } = await ask(steady.port, '/glossary');
      if (status === 200 && at && at === target) {
        reads += 1;
        const has = ['gone', 'move', 'moved'].map((word) =>
          terms.includes(`/glossary/${word}-${at.round}"`),
        );
        if (!['true,true,false', 'false,false,true'].includes(String(has)))
          torn.push(`/glossary in round ${at.round} shows gone, move and moved as ${has}`);
      }
      await sleep(PAUSE_MS);
    }
  };

  /** As long as a new process takes for it, beside readers. */
  const measure = async () => {
    const doomed = await startDoomed();
    const id = await prepare(0);
    const since = performance.now();
    await send('POST', `/api/releases/${id}/publish`, undefined, doomed);
    const took = performance.now() - since;
    doomed.kill('SIGKILL');
    await doomed.ended;
    return took;
  };
  const readers = [readInTurn('vendor', 'alpha'), readInTurn('beta', 'vendor'), readLists()];
  const took = await measure();

  for (let round = 1; round <= ROUNDS; round += 1) {
    const doomed = await startDoomed();
    worst = Math.max(worst, doomed.startMs);
    const before = label;
    const id = await prepare(round);
    const isUndo = round % 2 === 0;
    if (isUndo) await send('POST', `/api/releases/${id}/publish`);
    const after = isUndo ? before : round;
    target = { round, after };
    const work = isUndo ? 'undo' : 'publish';
    const asked = send('POST', `/api/releases/${id}/${work}`, undefined, doomed).catch(() => null);
    // Spread evenly over half as long again as it takes, in no order.
    await sleep(((round * 0.618) % 1) * 1.5 * took);
    const { rows: open } = await watch.query(
      `select 1 from pg_stat_activity where datname = current_database()
        and application_name = 'doomed' and backend_xid is not null`,
    );
    doomed.kill('SIGKILL');
    if (open.length > 0) inside += 1;
    await Promise.all([asked, doomed.ended]);
    const isThere = async () => {
      const { rows } = await watch.query(
        `select 1 from pg_stat_activity where application_name = 'doomed' and datname = current_database()`,
      );
      return rows.length;
    };
    // A server that was killed may have a statement under way.
    await expect.poll(isThere, { timeout: 10_000 }).toBe(0);
    const { rows } = await watch.query(STORED, [id, String(round)]);
    const isDone = rows[0]?.state === (isUndo ? 'undone' : 'published');
    const isLive = isUndo ? !isDone : isDone;
    if (isDone) ended += 1;
    label = isLive ? round : before;
    const done = ['release published', ...(isUndo && isDone ? ['release undone'] : [])];
    expect([round, work, rows[0]]).toEqual([
      round,
      work,
      {
        state: isLive ? 'published' : isUndo ? 'undone' : 'open',
        drafts: isLive ? 0 : 3,
        redirects: isLive ? 1 : 0,
        found: isLive
          ? [`/glossary/moved-${round}`]
          : [`/glossary/gone-${round}`, `/glossary/move-${round}`],
        titles: ['alpha', 'beta', 'vendor'].map((name) => textOf(name, label)),
        told: isUndo || isDone ? done : null,
      },
    ]);
    // The steady node goes on by itself.
    await expect.poll(async () => (await see('/vendors/sailor', 'vendor')).seen).toBe(label);
    target = undefined;
    // A page of the glossary does not hold the terms of a hundred rounds.
    for (const term of terms.slice(isLive ? 1 : 0)) await send('DELETE', `/api/glossary/${term}`);
  }
  isOver = true;
  await Promise.all(readers);
  steady.kill('SIGTERM');
  await steady.ended;
  await watch.end();
  await database.drop();
  record('kill -9 while a release is published or undone', {
    rounds: ROUNDS,
    requests: reads,
    faults: ROUNDS,
    losses: torn.length,
    worstRecoveryMs: worst,
    note: `${ended} were done, the others not at all; ${inside} kills in an open transaction of ${Math.round(took)} ms`,
  });
  expect(torn).toEqual([]);
  expect(reads).toBeGreaterThan(ROUNDS);
  if (!IS_SPREAD) return;
  expect(ended).toBeGreaterThan(0);
  expect(ended).toBeLessThan(ROUNDS);
  expect(inside).toBeGreaterThanOrEqual(ROUNDS / 3);
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
