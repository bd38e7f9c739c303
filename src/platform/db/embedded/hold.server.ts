import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { codeOf } from '#platform/causes.server.ts';
import { cannotRun, explainOutput } from './fault.server.ts';
import {
  findPostmaster,
  type Launch,
  launchPostmaster,
  type StartPlan,
  stopPostmaster,
} from './postmaster.server.ts';

// Any number will do as long as every process uses the same: each user of the server shares this lock while it lives.
const IN_USE = 727_018;

/** The server is starting, recovering or stopping: PostgreSQL says `cannot_connect_now`, and it will pass. */
const NOT_NOW = '57P03';

/** A connection that says `in use`, and its socket, which decides whether it keeps the process alive. */
export type Hold = { client: Client; socket: Socket };

type Attempt = { hold: Hold } | { hold: undefined; code: string; message: string };

function openClient(url: string, purpose: string): Hold {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: 10_000,
    application_name: `family-office-software ${purpose}`,
    keepAlive: true,
  });
  client.on('error', () => {});
  return { client, socket };
}

async function tryHold(url: string): Promise<Attempt> {
  const { client, socket } = openClient(url, 'in use');
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
    return { hold: { client, socket } };
  } catch (error) {
    await client.end().catch(() => {});
    const message = error instanceof Error ? error.message : String(error);
    return { hold: undefined, code: codeOf(error), message };
  }
}

function isPassing(output: string): boolean {
  return /still in use|already exists/.test(output);
}

/**
 * Joins the server of the cluster, or starts it. Call it under the lock of the data folder. Passing obstacles
 * (recovery after a kill, the last processes of a killed server) are waited for.
 */
export async function holdServer(plan: StartPlan, log: (message: string) => void) {
  const since = Date.now();
  const url = plan.address.urlOf('postgres');
  let launch: Launch | undefined;
  let started = false;
  let told = false;
  for (;;) {
    const attempt = await tryHold(url);
    if (attempt.hold) return { hold: attempt.hold, started };
    const waited = Date.now() - since;
    if (launch?.output !== undefined) {
      if (!isPassing(launch.output) || waited > 60_000) {
        throw explainOutput(launch.output, plan.place.cluster);
      }
      launch = undefined;
      await sleep(200);
    }
    const running = await findPostmaster(plan.place.cluster);
    if (!running && !launch) {
      launch = await launchPostmaster(plan);
      started = true;
    } else if (running?.isReady && waited > 5000 && attempt.code !== NOT_NOW) {
      // Alive, but its socket is gone: no client can reach it, so it is started anew.
      if (waited > 60_000) throw cannotRun(attempt.message);
      await stopPostmaster(plan.place, plan.binaries);
      launch = undefined;
    }
    if (!told && waited > 3000) {
      told = true;
      log('PostgreSQL is putting its data in order; this may take a while');
    }
    await sleep(20);
  }
}

/** True when no other process holds the server, and from then on none can: its request waits for the end. */
export async function isLastUser({ client, socket }: Hold): Promise<boolean> {
  socket.ref();
  // In one statement, so that the session that watches over the users does not come in between.
  const { rows } = await client.query<{ alone: boolean }>(
    'SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS alone',
    [IN_USE],
  );
  return rows[0]?.alone === true;
}

// A lock for the one session that watches.
const WATCHED = 727_019;

/** The command runs inside the folder of the cluster. */
const stopCommand = (pgCtl: string): string => {
  const program =
    process.platform === 'win32' ? `"${pgCtl}"` : `'${pgCtl.replaceAll("'", `'\\''`)}'`;
  return `${program} stop -D . -m fast -W -s`;
};

/**
 * A session of the server itself that outlives its client, because it never looks at it: it stops the
 * server once no process holds the lock of its users any more. It commits each second, so that it holds up no cleaning.
 */
const watchStatement = (pgCtl: string): string => `
  DO $watch$ BEGIN
    IF NOT pg_try_advisory_lock(${WATCHED}) THEN RETURN; END IF;
    LOOP
      PERFORM pg_sleep(1);
      EXIT WHEN pg_try_advisory_lock(${IN_USE});
      COMMIT;
    END LOOP;
    COPY (SELECT WHERE false) TO PROGRAM '${stopCommand(pgCtl).replaceAll("'", "''")}';
  END $watch$`;

/** Lets the server end by itself when its users were killed. Call it while holding the server. */
export async function watchUsers({ address, binaries }: StartPlan): Promise<void> {
  const { client, socket } = openClient(address.urlOf('postgres'), 'watch');
  await client.connect();
  socket.unref();
  const end = () => client.end().catch(() => {});
  void client.query(watchStatement(binaries.pgCtl)).then(end, end);
}
