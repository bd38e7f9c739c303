import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { cutConnection } from '#platform/db/pool.server.ts';
import { beginVersion, learnVersion, setVersionKnown } from './site-version.server.ts';

const EVERY_MS = 500;
const CONNECT_MS = 1500;
/** A request that has waited for 1.3 s asks whether the database is away: one beat and this have passed by then. */
const SILENT_MS = 800;
/** A connection that is silent for so long is dead, and so are those that were open beside it. */
const DEAD_MS = 1900;
const READ = `select "any", hard, (select array_agg(path) from changed_paths where "any" > $1) as paths
  from site_version`;

interface Row {
  any: string;
  hard: string;
  paths: string[] | null;
}

interface FollowOptions {
  url: string;
  pools: readonly pg.Pool[];
  log: Logger;
}

/** Reads the version of the site twice a second, on a connection of its own: so a process hears of the others' writes. */
export const followVersion = ({ url, pools, log }: FollowOptions) => {
  const open = new Set<pg.PoolClient>();
  let own: pg.Client | undefined;
  let askedAt: number | undefined;
  /** Apart from what this process wrote: another may have written before it. */
  let readUpTo = 0;
  let isAway = false;
  let isClosed = false;

  const watch = (client: pg.PoolClient) => {
    open.add(client);
    client.once('end', () => open.delete(client));
    // Without a listener a connection that is lost inside a transaction would end the process.
    client.on('error', () => undefined);
  };
  for (const pool of pools) pool.on('connect', watch);

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'family-office-software version',
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  const read = async (): Promise<'answered'> => {
    own ??= await connect();
    const { rows } = await own.query<Row>(READ, [readUpTo]);
    const [row] = rows;
    if (row) {
      readUpTo = Number(row.any);
      learnVersion({ any: readUpTo, hard: Number(row.hard), paths: row.paths ?? [] });
    }
    return 'answered';
  };

  const giveUp = async (): Promise<'silent'> => {
    await sleep(DEAD_MS, undefined, { ref: false });
    // After a pause of this process the answer may lie here unread.
    await nextTurn();
    return 'silent';
  };

  const lose = (reason: unknown) => {
    own?.removeAllListeners('end');
    if (own) cutConnection(own);
    own = undefined;
    setVersionKnown(false);
    if (!isAway) log.warn({ err: reason }, 'the database does not answer; trying again');
    isAway = true;
  };

  const ask = async () => {
    askedAt = performance.now();
    try {
      const outcome = await Promise.race([read(), giveUp()]);
      if (outcome === 'silent') {
        lose(new Error(`No answer within ${DEAD_MS} ms`));
        // New connections may work while open ones stay dead, and nothing would tell the statements that wait on them.
        for (const client of open) cutConnection(client);
        return;
      }
      if (isAway) log.info('the database answers again');
      isAway = false;
      setVersionKnown(true);
    } catch (error) {
      lose(error);
    } finally {
      askedAt = undefined;
    }
  };

  const follow = async () => {
    while (!isClosed) {
      await sleep(EVERY_MS, undefined, { ref: false });
      if (!isClosed) await ask();
    }
  };

  return {
    /** True while the database does not answer. */
    isAway: () => isAway || (askedAt !== undefined && performance.now() - askedAt >= SILENT_MS),
    async start() {
      beginVersion();
      await read();
      setVersionKnown(true);
      void follow();
    },
    async close() {
      isClosed = true;
      for (const pool of pools) pool.off('connect', watch);
      await own?.end().catch(() => undefined);
    },
  };
};
