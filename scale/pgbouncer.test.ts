import { afterAll, afterEach, expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import {
  cleanUp,
  makeFolder,
  runProgram,
  serverEnv,
  signIn,
  startServer,
} from '../faults/support/product.ts';
import { EDITS, editOnTwo, listVendors } from './support/edits.ts';
import { percentile, record } from './support/figures.ts';
import { startPgBouncer } from './support/pgbouncer.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(cleanUp);

const open = async (mode: 'session' | 'transaction') => {
  const database = await cloneDatabase('starter');
  closing.push(() => database.drop());
  const pooler = await startPgBouncer({ databaseUrl: database.url, mode });
  closing.push(() => pooler.close());
  return { pooledUrl: pooler.url, directUrl: database.url };
};

const startTwo = async (place: Record<string, string>) => {
  const start = async () => startServer({ ...place, DATA_DIR: await makeFolder() });
  return [await start(), await start()] as const;
};

const EDITORS = 4;

const edit = async (name: string, place: Record<string, string>, edits: number) => {
  const [one, other] = await startTwo(place);
  const desk = editOnTwo([one.port, other.port], await signIn(one.port));
  const vendors = await listVendors(one.port, EDITORS);
  const since = performance.now();
  await desk.work(vendors, edits / EDITORS);
  const { seen, laterMs } = desk;
  record(name, {
    edits: seen.edits,
    reads: seen.reads,
    failed: seen.failed.length,
    stale: seen.stale.length,
    'on the other node, p99, ms': percentile(laterMs, 0.99),
    'edits a second': (seen.edits / (performance.now() - since)) * 1000,
  });
  expect(seen).toMatchObject({ edits, failed: [], stale: [] });
  for (const server of [one, other]) {
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  }
};

it('PgBouncer in transaction mode and the direct address: 1,000 edits on two nodes, none failed, no page stale', async () => {
  const { pooledUrl, directUrl } = await open('transaction');
  const place = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl };
  await edit('PgBouncer in transaction mode', place, EDITS);
});

it('PgBouncer in session mode, without a direct address: 100 edits on two nodes', async () => {
  const { pooledUrl } = await open('session');
  await edit('PgBouncer in session mode', { DATABASE_URL: pooledUrl }, EDITS / 10);
});

const startAndEnd = async (place: Record<string, string>) => {
  const env = serverEnv({ ...place, DATA_DIR: await makeFolder() });
  const { code, said } = await runProgram(['src/app/main.server.ts'], env).ended;
  return { code, lines: said.trim().split('\n') };
};

const REFUSED =
  'Could not start: A pooler in transaction mode stands before the database, which loses LISTEN, locks and migrations: set DATABASE_DIRECT_URL to the address of the database itself.';

it('PgBouncer in transaction mode without a direct address, or as one: the start ends with one line that says what is missing', async () => {
  const { pooledUrl } = await open('transaction');
  expect(await startAndEnd({ DATABASE_URL: pooledUrl })).toEqual({ code: 1, lines: [REFUSED] });
  const place = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: pooledUrl };
  expect(await startAndEnd(place)).toEqual({ code: 1, lines: [REFUSED] });
});

it('a direct address of another database: the start ends with one line', async () => {
  const [{ pooledUrl }, { directUrl }] = [await open('transaction'), await open('transaction')];
  const place = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl };
  expect(await startAndEnd(place)).toEqual({
    code: 1,
    lines: [
      'Could not start: DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: name the same one.',
    ],
  });
});
