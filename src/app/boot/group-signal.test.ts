import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { findPlace } from '#platform/db/embedded/place.server.ts';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { children, load, signalAll, startServing } from '#testing/processes.ts';

const ROUNDS = 2;
const dataDirs: string[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
});

it(`PROMISE 22 SIGTERM to every process under load, ${ROUNDS} rounds: no cut response, and the database is stopped`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-group-'));
  await chmod(dataDir, 0o711);
  dataDirs.push(dataDir);
  for (let round = 0; round < ROUNDS; round += 1) {
    const node = await startServing({ DATA_DIR: dataDir });
    const { cluster } = await findPlace(dataDir, () => undefined);
    const postmaster = (await findPostmaster(cluster))?.pid ?? 0;
    const visitors = load(node.port);
    await visitors.arrive(20);
    const { whole, putOff } = visitors.seen;
    const since = performance.now();
    await signalAll(node.child.pid ?? 0, postmaster);
    await sleep(100);
    node.child.kill('SIGTERM');
    const { code } = await node.ended;
    expect(performance.now() - since).toBeLessThan(10_000);
    await visitors.end();
    expect([round, code, visitors.seen.cut]).toEqual([round, 0, []]);
    // Those in flight at the signal had their response too.
    expect(visitors.seen.whole + visitors.seen.putOff).toBeGreaterThan(whole + putOff);
    expect(await findPostmaster(cluster)).toBeUndefined();
  }
}, 120_000);
