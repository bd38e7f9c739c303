import { afterAll, expect, it } from 'vitest';
import { ask } from '#testing/serve.ts';
import { cleanUp, makeFolder, signIn, startServer } from '../faults/support/product.ts';
import { EDITS, type Edited, editOnTwo, listVendors } from './support/edits.ts';
import { percentile, record } from './support/figures.ts';
import { type Cluster, startPair, stopClusters } from './support/postgres.ts';

afterAll(async () => {
  await stopClusters();
  await cleanUp();
});

const EDITORS = 4;
const BURSTS = 10;
/** The last burst before the replica is killed, and the last that it misses. */
const KILLED_IN = 3;
const BACK_AFTER = 5;
/** A replica that was away or far behind is asked each second. */
const NOTICED_MS = 2500;

const commitsOn = async (cluster: Cluster): Promise<number> => {
  const { commits } = await cluster.ask(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  return Number(commits);
};

const catchUp = async (primary: Cluster, standby: Cluster) => {
  const { lsn } = await primary.ask('select pg_current_wal_lsn() as lsn');
  const isPast = async () =>
    (await standby.ask(`select pg_last_wal_replay_lsn() >= '${lsn}' as past`)).past;
  await expect.poll(isPast, { interval: 100 }).toBe(true);
};

it('a replica that lags 5 s, is killed and comes back: 1,000 edits on two nodes, none failed, no page stale', async () => {
  const fault = `recovery_min_apply_delay = '5s'`;
  const { primary, standby } = await startPair({ fault });
  const start = async () =>
    startServer({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      DATA_DIR: await makeFolder(),
      LOG_LEVEL: 'warn',
    });
  const [one, other] = [await start(), await start()];
  const ports = [one.port, other.port] as const;
  const desk = editOnTwo(ports, await signIn(one.port));
  const vendors = await listVendors(one.port, EDITORS);
  const { seen } = desk;
  let fromReplica = 0;

  /** Reads that nobody made before show what was last written to each vendor. */
  const readAnew = async (round: number, all: readonly Edited[]) => {
    for (const port of ports) {
      for (const path of [`/api/vendors?limit=${20 + round}`, `/vendors?q=edit+${round}`]) {
        const reply = await ask(port, path);
        seen.reads += 1;
        if (reply.status !== 200) seen.failed.push(`${reply.status} ${path}`);
        if (!path.startsWith('/api')) continue;
        for (const { text } of all)
          if (!reply.text.includes(text)) seen.stale.push(`${text} ${path}`);
      }
    }
  };

  for (let burst = 1; burst <= BURSTS; burst += 1) {
    const work = desk.work(vendors, EDITS / EDITORS / BURSTS);
    if (burst === KILLED_IN) await standby.stop('SIGKILL');
    await work;
    if (burst >= KILLED_IN && burst <= BACK_AFTER) {
      await readAnew(burst, vendors);
      if (burst === BACK_AFTER) await standby.start();
      continue;
    }
    await catchUp(primary, standby);
    const isRead = async () => {
      const before = await commitsOn(standby);
      await readAnew(burst * 20 + fromReplica, vendors);
      fromReplica += 1;
      return (await commitsOn(standby)) - before;
    };
    // The question for the number counts as well, and statistics come a moment late.
    await expect.poll(isRead, { interval: 300, timeout: NOTICED_MS + 10_000 }).toBeGreaterThan(6);
  }
  record('A replica that lags 5 s and is killed', {
    edits: seen.edits,
    reads: seen.reads,
    failed: seen.failed.length,
    stale: seen.stale.length,
    'on the other node, p99, ms': percentile(desk.laterMs, 0.99),
  });
  expect(seen).toMatchObject({ edits: EDITS, failed: [], stale: [] });
  expect(one.said()).toContain('the replica cannot be read; visitors read from the primary');
  expect(one.said()).toContain('the replica can be read again');
  for (const server of [one, other]) {
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  }
});
