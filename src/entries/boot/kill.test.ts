import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { findPlace } from '#platform/db/embedded/place.server.ts';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { startOrJoinEmbedded } from '#platform/db/embedded-postgres.server.ts';
import { children, runNode } from './testing.ts';

const ROUNDS = 50;
const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fos-kill-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  const { cluster } = await findPlace(dataDir, () => undefined);
  const server = await findPostmaster(cluster);
  if (server) process.kill(server.pid, 'SIGQUIT');
  await sleep(200);
  await rm(join(cluster, '..'), { recursive: true, force: true, maxRetries: 10 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts as a server does, then changes items without end; it says a number when its write is acknowledged. */
const WRITER = `
import { readSettings } from ${urlOf('../../platform/env.server.ts')};
import { connect } from ${urlOf('../../platform/db/database.server.ts')};
import { createContent } from ${urlOf('../../content/content.server.ts')};
import { registry } from ${urlOf('../../content/index.ts')};
import { prepare } from ${urlOf('./prepare.server.ts')};
const { databaseUrl } = await prepare(readSettings(process.env), () => {});
const { db } = connect(databaseUrl, { max: 3 });
const { writer } = createContent(registry, db).partsOf('faq');
const name = process.env.ROUND;
await Promise.all([1, 2, 3].map(async (lane) => {
  for (let n = 0; ; n += 1) {
    const slug = 'q-' + name + '-' + lane + '-' + n;
    const item = await writer.create(null, { question: slug, slug, answer: 'first', category: 'c' });
    await writer.update(null, { id: item.id }, { answer: 'second' });
    process.stdout.write('+' + slug + '\\n');
  }
}));
`;

/** Either the process that writes dies, or, each fifth time, the database under it too. */
const killRound = async (round: number): Promise<string[]> => {
  const env = { DATA_DIR: dataDir, ROUND: String(round), STARTER_CONTENT: 'off' };
  const writer = runNode(['--input-type=module', '-e', WRITER], env);
  const isFirst = round < 3;
  // The first rounds end somewhere in the making of the cluster, its tables and its first user.
  if (isFirst) await sleep(200 + round * 400);
  else {
    for (let waited = 0; !writer.output().includes('+') && waited < 10_000; waited += 10) {
      await sleep(10);
    }
    await sleep(round % 7 === 0 ? 60 : 5 + round);
  }
  if (round % 5 === 4) {
    const { cluster } = await findPlace(dataDir, () => undefined);
    const server = await findPostmaster(cluster);
    if (server) process.kill(server.pid, 'SIGKILL');
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
  for (let round = 0; round < ROUNDS; round += 1) acknowledged.push(...(await killRound(round)));
  const embedded = await startOrJoinEmbedded({ dataDir, log: () => undefined });
  const { db, close } = connect(embedded.url);
  const { rows } = await db.execute<{ slug: string; answer: string; kept: number }>(sql`
    select f.slug, f.answer, f.version,
      (select count(*)::int from revisions r where r.collection = 'faq' and r.item_id = f.id) kept
    from faq f`);
  const { rows: users } = await db.execute(sql`select email from users`);
  await close();
  await embedded.stop();
  const stored = new Map(rows.map((row) => [row.slug, row]));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(acknowledged.filter((slug) => stored.get(slug)?.answer !== 'second')).toEqual([]);
  // A change and the version before it come together or not at all.
  const halves = rows.filter(({ answer, kept }) => kept !== (answer === 'second' ? 1 : 0));
  expect(halves).toEqual([]);
  expect(users).toHaveLength(1);
}, 110_000);
