import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { findPlace } from '#platform/db/embedded/place.server.ts';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { startEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { children, runNode } from '#testing/processes.ts';

/** `npm run test:faults` makes fifty on each kind of PostgreSQL. */
const ROUNDS = 10;
/** Those of the rounds that kill a first start; the others kill a writer. */
const STARTS = 4;
const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fos-kill-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  const { cluster } = await findPlace(dataDir, () => undefined);
  const server = await findPostmaster(cluster);
  if (server) process.kill(server, 'SIGQUIT');
  await sleep(200);
  await rm(join(cluster, '..'), { recursive: true, force: true, maxRetries: 10 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

/** The whole first start, as a server does it. */
const STARTER = `
import { readSettings } from ${urlOf('../../platform/env.server.ts')};
import { prepare } from ${urlOf('./prepare.server.ts')};
await prepare(readSettings(process.env), () => {});
`;

/** Starts the database, then changes items without end; it says a name when its writes are acknowledged. */
const WRITER = `
import { startEmbedded } from ${urlOf('../../platform/db/embedded-postgres.server.ts')};
import { connect } from ${urlOf('../../platform/db/database.server.ts')};
import { createWriter } from ${urlOf('../../kit/write.server.ts')};
import { faq } from ${urlOf('../../content/faq/faq.collection.ts')};
const { url } = await startEmbedded({ dataDir: process.env.DATA_DIR, log: () => {} });
const { db } = connect(url, { max: 3 });
const writer = createWriter(faq, db);
await Promise.all([1, 2, 3].map(async (lane) => {
  for (let n = 0; ; n += 1) {
    const slug = 'q-' + process.env.ROUND + '-' + lane + '-' + n;
    const draft = { question: slug, slug, answer: 'first', category: 'c' };
    const item = await writer.inTransaction((tx) => writer.create(tx, null, draft));
    await writer.inTransaction((tx) => writer.update(tx, null, item, { answer: 'second' }));
    process.stdout.write('+' + slug + '\\n');
  }
}));
`;

const spawnRound = (script: string, round: number) =>
  runNode(['--input-type=module', '-e', script], {
    DATA_DIR: dataDir,
    ROUND: String(round),
    STARTER_CONTENT: 'off',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  });

/** The first rounds end somewhere in the making of the cluster, its tables and its first user. */
const startRound = async (round: number) => {
  const starter = spawnRound(STARTER, round);
  if (round < 3) await Promise.race([sleep(600 + round * 500), starter.ended]);
  else await Promise.race([sleep(120_000), starter.ended]);
  starter.child.kill('SIGKILL');
  await starter.ended;
};

/** Either the process that writes dies, or, each fifth time, the database under it too. */
const killRound = async (round: number): Promise<string[]> => {
  const writer = spawnRound(WRITER, round);
  for (let waited = 0; !writer.output().includes('+') && waited < 30_000; waited += 10) {
    await sleep(10);
  }
  await sleep(round);
  if (round % 5 === 4) {
    const { cluster } = await findPlace(dataDir, () => undefined);
    const server = await findPostmaster(cluster);
    if (server) process.kill(server, 'SIGKILL');
  }
  writer.child.kill('SIGKILL');
  const { output } = await writer.ended;
  // A last line without its end was cut by the kill, not by the database.
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1));
};

it(`PROMISE 13, 16 kill -9 at any moment, ${ROUNDS} rounds: every acknowledged write is there, none is half there`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < STARTS; round += 1) await startRound(round);
  for (let round = STARTS; round < ROUNDS; round += 1)
    acknowledged.push(...(await killRound(round)));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const { db, close } = connect(embedded.url);
  const { rows } = await db.execute<{ slug: string; answer: string; revisions: number }>(sql`
    select f.slug, f.answer,
      (select count(*)::int from revisions r where r.collection = 'faq' and r.item_id = f.id) revisions
    from faq_entries f`);
  const { rows: users } = await db.execute(sql`select email from users`);
  await close();
  await embedded.stop();
  const stored = new Map(rows.map((row) => [row.slug, row]));
  // Each writer was killed after its first word at the earliest.
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS - STARTS);
  expect(acknowledged.filter((slug) => stored.get(slug)?.answer !== 'second')).toEqual([]);
  // A change and the version before it come together or not at all.
  const halves = rows.filter(
    ({ answer, revisions }) => revisions !== (answer === 'second' ? 1 : 0),
  );
  expect(halves).toEqual([]);
  expect(users).toHaveLength(1);
}, 300_000);
