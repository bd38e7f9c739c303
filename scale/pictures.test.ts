import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { newUploadName, saveUpload } from '#modules/uploads/upload-store.server.ts';
import { saveBackup } from '#platform/db/backup.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { ask } from '#testing/serve.ts';
import { readUsage } from '../bench/usage.ts';
import { cleanUp, makeFolder, runProgram, startServer } from '../faults/support/product.ts';
import { percentile, record } from './support/figures.ts';
import { startPair, stopClusters } from './support/postgres.ts';

/** SCALE_PICTURES=10000 is the 5 GB of docs/SCALE.md. */
const PICTURES = Number(process.env.SCALE_PICTURES ?? 1000);
const BYTES = 500_000;
const SHOWN = 200;
vi.setConfig({ testTimeout: Math.max(1, PICTURES / 2500) * 900_000 });

afterAll(async () => {
  await stopClusters();
  await cleanUp();
});

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

it(`${PICTURES} pictures of 500 kB: what they do to the replica, to a backup and its restore, and to a node that has none`, async () => {
  const { primary, standby } = await startPair();
  const { db, close } = connect(primary.url, { max: 4 });
  const names = Array.from({ length: PICTURES }, newUploadName);
  const storing = await secondsOf(async () => {
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let at = lane; at < PICTURES; at += 4) {
        await saveUpload(db, names[at] ?? '', randomBytes(BYTES));
      }
    });
    await Promise.all(lanes);
  });
  await close();
  const { lsn } = await primary.ask('select pg_current_wal_insert_lsn()::text as lsn');
  const catchUp = await secondsOf(async () => {
    const past = `select pg_last_wal_replay_lsn() >= '${lsn}' as is_past`;
    while (!(await standby.ask(past)).is_past) await sleep(20);
  });
  const { size } = await primary.ask('select pg_database_size(current_database())::text as size');

  const folder = await makeFolder();
  const file = join(folder, 'backup.gz');
  const saving = await secondsOf(() => saveBackup(primary.url, file));
  const saved = (await stat(file)).size;
  let peakMb = 0;
  const restoring = await secondsOf(async () => {
    const args = ['src/platform/db/backup.cli.server.ts', 'restore', file];
    const restore = runProgram(args, { DATABASE_URL: primary.url, DATA_DIR: folder });
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, readUsage(restore.pid).rssMb || 0);
    }, 200);
    const { code, said } = await restore.ended;
    clearInterval(watch);
    expect([code, said]).toEqual([0, expect.any(String)]);
  });

  const node = await startServer({ DATABASE_URL: primary.url, DATA_DIR: await makeFolder() });
  const show = async () => {
    const times: number[] = [];
    for (const name of names.slice(0, SHOWN)) {
      const since = performance.now();
      const { status, body } = await ask(node.port, `/uploads/${name}`);
      times.push(performance.now() - since);
      expect([status, body.length]).toEqual([200, BYTES]);
    }
    return times;
  };
  const [cold, warm] = [await show(), await show()];
  node.kill('SIGTERM');
  expect((await node.ended).code).toBe(0);
  record(`Pictures: ${PICTURES} of 500 kB`, {
    'stored, s': storing,
    'replica level after the last, s': catchUp,
    'database, MB': Number(size) / 1e6,
    'backup, s': saving,
    'backup, MB': saved / 1e6,
    'restore, s': restoring,
    'restore, memory MB': peakMb,
    'cold node p50 ms': percentile(cold, 0.5),
    'cold node p99 ms': percentile(cold, 0.99),
    'from its own disk p50 ms': percentile(warm, 0.5),
  });
  expect(saved).toBeLessThan(1.3 * PICTURES * BYTES);
});
