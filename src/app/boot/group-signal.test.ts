import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { findPlace } from '#platform/db/embedded/place.server.ts';
import { findPostmaster } from '#platform/db/embedded/postmaster.server.ts';
import { children, load, startServing } from '#testing/processes.ts';

const ROUNDS = 2;
const CONNECTIONS = 50;
const dataDirs: string[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
});

it(`PROMISE 22 SIGTERM twice to the whole group under load, ${ROUNDS} rounds: every response is whole and none is refused, and the database is stopped last`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fos-group-'));
  await chmod(dataDir, 0o711);
  dataDirs.push(dataDir);
  for (let round = 0; round < ROUNDS; round += 1) {
    const node = await startServing({ DATA_DIR: dataDir }, { hasOwnGroup: true });
    const { cluster } = await findPlace(dataDir, () => undefined);
    expect(await findPostmaster(cluster)).toBeDefined();
    const group = -(node.child.pid ?? Number.NaN);
    // The same few pages for all, so that nobody waits for a place in the queue.
    const visitors = load(
      node.port,
      (visitor, n) => `/slow-${visitor % 5}/${n % 1000}`,
      CONNECTIONS,
    );
    await visitors.arrive(CONNECTIONS);
    const { whole } = visitors.seen;
    const since = performance.now();
    process.kill(group, 'SIGTERM');
    await sleep(100);
    process.kill(group, 'SIGTERM');
    const { code } = await node.ended;
    expect(performance.now() - since).toBeLessThan(10_000);
    await visitors.end();
    expect([round, code, visitors.seen.cut, visitors.seen.putOff]).toEqual([round, 0, [], 0]);
    // Those in flight at the signal had their response too.
    expect(visitors.seen.whole).toBeGreaterThan(whole);
    expect(await findPostmaster(cluster)).toBeUndefined();
  }
});
