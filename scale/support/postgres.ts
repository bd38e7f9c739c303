import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '#app/boot/prepare.server.ts';
import { withClient } from '#platform/db/client.server.ts';
import { installBinaries } from '#platform/db/embedded/binaries.server.ts';
import { chooseRunner, giveTo, RUN_ENV, runAs } from '#platform/db/embedded/runner.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { makeFolder } from '../../faults/support/product.ts';
import { createDatabase } from '../../src/testing/db/databases.ts';

export const readDeployed = (name: string): Promise<string> =>
  readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

export const findPort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  return typeof bound === 'object' && bound ? bound.port : 0;
};

const NAME = 'family_office_software';
const START_LIMIT_MS = 60_000;

const clusters = new Set<{ stop(signal?: NodeJS.Signals): Promise<void> }>();

/** Ends the servers that a test left running; their folders go with those of the product. */
export const stopClusters = async () => {
  for (const cluster of clusters) await cluster.stop('SIGQUIT');
};

type Program = { runner: Awaited<ReturnType<typeof chooseRunner>>; postgres: string };

/** A server over a folder of data, configured by a file of deploy/ with a port and paths of its own. */
const createCluster = async ({ runner, postgres }: Program, data: string, config: string) => {
  const port = await findPort();
  const log = join(data, '..', `${port}.log`);
  const own = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = ''`];
  await writeFile(join(data, 'postgresql.conf'), [config, ...own, ''].join('\n'));
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}?sslmode=disable`;
  let child: ReturnType<typeof spawn> | undefined;

  const isUp = () =>
    withClient(urlOf('postgres'), (client) => client.query('select 1')).then(
      () => true,
      () => false,
    );

  const cluster = {
    url: urlOf(NAME),
    port,
    ask: async (statement: string): Promise<Record<string, unknown>> => {
      const { rows } = await withClient(urlOf(NAME), (client) => client.query(statement));
      return rows[0] ?? {};
    },
    /** Again and again: the last processes of a killed server may still hold its memory. */
    async start() {
      clusters.add(cluster);
      const until = performance.now() + START_LIMIT_MS;
      while (!(await isUp())) {
        if (performance.now() > until) throw new Error(await readFile(log, 'utf8'));
        if (child?.exitCode === null && child.signalCode === null) {
          await sleep(50);
          continue;
        }
        const shell = ['-c', `exec "$0" -D "$1" >> "$2" 2>&1`, postgres, data, log];
        child = spawn('/bin/sh', shell, { ...runner, cwd: '/', env: RUN_ENV, stdio: 'ignore' });
        await sleep(200);
      }
    },
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      clusters.delete(cluster);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
  return cluster;
};

export type Cluster = Awaited<ReturnType<typeof createCluster>>;

interface Pair {
  /** A commit waits for the standby, by the line for it in the file of the primary. */
  isSynchronous?: boolean;
  /** A setting of the standby that makes a fault. */
  fault?: string;
}

/** A primary with the starter content and its standby, both as deploy/ has them. */
export const startPair = async ({ isSynchronous = false, fault = '' }: Pair = {}) => {
  const folder = await makeFolder();
  const runner = await chooseRunner(undefined);
  const { initdb, postgres } = await installBinaries(folder, runner);
  await giveTo(runner, folder);
  const [data, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  const args = [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'];
  const made = await runAs(runner, initdb, [...args, '--locale=C', '--no-sync']);
  if (made.code !== 0) throw new Error(made.output);

  const deployed = await readDeployed('postgresql-primary.conf');
  const config = isSynchronous
    ? deployed.replace('# synchronous_standby', 'synchronous_standby')
    : deployed;
  // Nothing is synchronous before there is a standby.
  const alone = await createCluster({ runner, postgres }, data, deployed);
  await alone.start();
  await createDatabase({ url: alone.url, name: NAME });
  const DATA_DIR = join(folder, 'filling');
  await mkdir(DATA_DIR);
  await prepare(readSettings({ DATABASE_URL: alone.url, DATA_DIR, NODE_ENV: 'test' }), () => {});
  await alone.stop();

  spawnSync('cp', ['-a', data, copy]);
  const primary = await createCluster({ runner, postgres }, data, config);
  const conninfo = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'`;
  const replicating = [await readDeployed('postgresql-standby.conf'), conninfo, fault].join('\n');
  const standby = await createCluster({ runner, postgres }, copy, replicating);
  await writeFile(join(copy, 'standby.signal'), '');
  await giveTo(runner, join(copy, 'standby.signal'));
  await primary.start();
  await standby.start();
  return { primary, standby };
};
