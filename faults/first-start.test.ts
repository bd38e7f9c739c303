import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { connect } from '#platform/db/database.server.ts';
import { cloneDatabase } from '#testing/build-app.ts';
import { ask } from '#testing/serve.ts';
import { createDatabase, dropDatabase } from '../src/testing/db/databases.ts';
import { record, roundsOf } from './support/figures.ts';
import {
  cleanUp,
  makeFolder,
  runProgram,
  serverEnv,
  signIn,
  startServer,
} from './support/product.ts';

const ROUNDS = roundsOf(12, 2);
const SERVER = 'src/app/main.server.ts';
const BACKUP = 'src/platform/db/backup.cli.server.ts';
const CONTENT = 'src/app/content.cli.server.ts';
const STARTER_VENDORS = 63;

afterAll(cleanUp);

const killAfter = async (args: readonly string[], env: Record<string, string>, ms: number) => {
  const program = runProgram(args, env);
  await Promise.race([sleep(ms), program.ended]);
  program.killGroup('SIGKILL');
  await program.ended;
};

/** Starts the server again and again, each time killed a little later. */
const killOften = async (env: Record<string, string>) => {
  for (let round = 0; round < ROUNDS; round += 1) await killAfter([SERVER], env, 300 + round * 350);
};

const countRows = async (url: string) => {
  const { db, close } = connect(url, { max: 1 });
  const { rows } = await db.execute<{ vendors: number; users: number; articles: number }>(
    sql`select (select count(*)::int from vendors) vendors, (select count(*)::int from users) users,
      (select count(*)::int from news_articles) articles`,
  );
  await close();
  return rows[0];
};

const summary = (
  name: string,
  {
    losses,
    worstRecoveryMs,
    rounds = ROUNDS,
  }: Record<'losses' | 'worstRecoveryMs', number> & { rounds?: number },
) => record(name, { rounds, requests: 0, faults: rounds, losses, worstRecoveryMs });

/** Every file with a text gets a sentence of its round, in place of an earlier one. */
const markFiles = async (folder: string, round: number) => {
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter((file) => file.endsWith('.md'))) {
    const file = join(folder, name);
    const text = (await readFile(file, 'utf8')).replace(/\n+Written in round \d+\.\n$/, '\n');
    await writeFile(file, `${text.trimEnd()}\n\nWritten in round ${round}.\n`);
  }
};

const MARKED = ['vendors', 'glossary_entries', 'faq_entries', 'features', 'type_entries'];

/** How many rows are of which round; null are those of the beginning. */
const readMarks = async (url: string) => {
  const { db, close } = connect(url, { max: 1 });
  const rows = MARKED.map((table) => `select t::text as words from ${table} t`).join(' union all ');
  const found = await db.execute<{ round: string | null; count: number }>(
    sql.raw(
      `select substring(words from 'Written in round (\\d+)') as round, count(*)::int from (${rows}) r group by 1`,
    ),
  );
  await close();
  return found.rows;
};

/** Rows that are not of the state that most are of. */
const tornOf = (marks: { count: number }[]) => {
  const counts = marks.map(({ count }) => count);
  return counts.reduce((sum, count) => sum + count, 0) - Math.max(...counts);
};

it(`PROMISE 16 a first start that is killed ${ROUNDS} times, cluster and all, is finished by the next`, async () => {
  const place = { DATA_DIR: await makeFolder() };
  await killOften(serverEnv(place));
  const server = await startServer(place);
  const reply = await ask(server.port, '/api/vendors?limit=1');
  const losses = STARTER_VENDORS - Number(reply.headers['x-total-count']);
  await signIn(server.port);
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  summary('first start killed, embedded', { losses, worstRecoveryMs: server.startMs });
  expect(losses).toBe(0);
}, 1_800_000);

it(`PROMISE 16 migrations and seeding that are killed ${ROUNDS} times are finished by the next start`, async () => {
  const name = `faults_${Date.now()}`;
  const url = await createDatabase({ url: inject('serverUrl'), name });
  const place = { DATABASE_URL: url, DATA_DIR: await makeFolder() };
  await killOften(serverEnv(place));
  const server = await startServer(place);
  server.kill('SIGTERM');
  await server.ended;
  const { vendors = 0, users = 0 } = (await countRows(url)) ?? {};
  await dropDatabase({ url: inject('serverUrl'), name });
  const losses = STARTER_VENDORS + 1 - vendors - users;
  summary('migration and seeding killed, outside', { losses, worstRecoveryMs: server.startMs });
  expect([vendors, users]).toEqual([STARTER_VENDORS, 1]);
}, 1_800_000);

it(`PROMISE 16, 17 an import and a restore that are killed ${ROUNDS} times change all or nothing`, async () => {
  const database = await cloneDatabase('starter');
  const folder = await makeFolder();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder };
  const before = await countRows(database.url);
  const file = join(folder, 'backup.gz');
  expect((await runProgram([BACKUP, 'save', file], env).ended).code).toBe(0);
  const content = join(folder, 'content');
  await cp('starter', content, { recursive: true });
  expect(await readdir(content)).toContain('vendors');

  const timed = async (args: string[], word: string) => {
    const since = performance.now();
    const { code, said } = await runProgram(args, env).ended;
    expect([code, said]).toEqual([0, expect.stringContaining(word)]);
    return performance.now() - since;
  };
  /** Kills it at times spread over the time that it takes, and counts the rows that are neither old nor new with the others. */
  const killSpread = async (
    args: string[],
    wholeMs: number,
    prepare?: (round: number) => unknown,
  ) => {
    let torn = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await prepare?.(round);
      await killAfter(args, env, (wholeMs * round) / (ROUNDS + 1));
      torn += tornOf(await readMarks(database.url));
      expect(await countRows(database.url)).toEqual(before);
    }
    return torn;
  };

  expect(await readMarks(database.url)).toEqual([{ round: null, count: expect.any(Number) }]);
  const importing = [CONTENT, 'import', content];
  await markFiles(content, 0);
  const importMs = await timed(importing, 'Read');
  const [{ count } = { count: 0 }] = await readMarks(database.url);
  expect(await readMarks(database.url)).toEqual([{ round: '0', count }]);
  const tornByImport = await killSpread(importing, importMs, (round) => markFiles(content, round));

  const restoring = [BACKUP, 'restore', file];
  const restoreMs = await timed(restoring, 'Restored');
  await timed(importing, 'Read');
  const tornByRestore = await killSpread(restoring, restoreMs);

  const worstRecoveryMs = await timed(restoring, 'Restored');
  expect(await countRows(database.url)).toEqual(before);
  expect(await readMarks(database.url)).toEqual([{ round: null, count }]);
  await database.drop();
  const losses = tornByImport + tornByRestore;
  summary('import and restore killed', { losses, worstRecoveryMs, rounds: 2 * ROUNDS });
  expect(losses).toBe(0);
}, 1_800_000);
