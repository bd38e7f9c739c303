import { Socket } from 'node:net';
import { Client } from 'pg';
import { IN_USE } from './hold.server.ts';
import type { StartPlan } from './postmaster.server.ts';

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
  const socket = new Socket();
  const client = new Client({
    connectionString: address.urlOf('postgres'),
    stream: () => socket,
    connectionTimeoutMillis: 10_000,
    application_name: 'family-office-software watch',
  });
  client.on('error', () => {});
  await client.connect();
  socket.unref();
  const end = () => client.end().catch(() => {});
  void client.query(watchStatement(binaries.pgCtl)).then(end, end);
}
