import type { Logger } from 'pino';
import { onChange } from '#platform/changes.server.ts';
import { areChangesHeard } from '#platform/changes-heard.server.ts';
import type { Connection } from '#platform/db/database.server.ts';
import { type Address, createPool, textOf } from '#platform/db/pool.server.ts';
import { currentRehearsal } from '#platform/db/rehearsed.server.ts';
import { readsKnownRows } from '#platform/statement-reads.server.ts';
import { repeat } from '#platform/woken-job.server.ts';

export interface ReplicaOptions extends Address {
  connection: Connection;
  log: Logger;
}

/** As many as visitors have on the primary; never waited for, since the primary has what the replica does not say at once. */
const LIMITS = { max: 8, connectMs: 500, lockMs: 300, statementMs: 900, graceMs: 100 };
const POLL_MS = 50;
const RETRY_MS = 1000;

/** A commit that this node knows of lies before the end of the log, flushed or not. */
const POSITION = `select pg_current_wal_insert_lsn() as position,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;

/**
 * The end of the log is given behind the header of a page that is still empty, of at most 40 bytes, and what was replayed
 * before it. A replica that was ahead of a promoted standby stays on the timeline that was given up.
 */
const STATE = `select pg_is_in_recovery() and timeline = $2 as "isStandby",
  replayed >= $1::pg_lsn or ((replayed - '0/0') % 8192 = 0 and $1::pg_lsn - replayed <= 40) as "isPast"
  from (select pg_last_wal_replay_lsn() as replayed, lpad(upper(to_hex(timeline_id)), 8, '0') as timeline
    from pg_control_checkpoint()) as state`;

interface Goal {
  changes: number;
  position: string;
  timeline: string;
}

/**
 * Has visitors read from a replica while it has every change that this node knows of. With each change the replica counts as
 * behind, before any page is made anew, until it has replayed what the primary had written by then. Whatever the replica
 * does not answer, the primary does. Call it while changes are heard.
 */
export const readFromReplica = ({ connection, log, ...address }: ReplicaOptions) => {
  const pool = createPool(address, LIMITS);
  const { visitorPool = connection.pool, probePool = connection.pool } = connection;
  let changes = 0;
  let isLevel = false;
  let isAway = false;
  let goal: Goal | undefined;

  const findGoal = async (): Promise<Goal> => {
    const known = changes;
    const { rows } = await probePool.query<Omit<Goal, 'changes'>>(POSITION);
    if (!rows[0]) throw new Error('The primary does not tell its position');
    return { changes: known, ...rows[0] };
  };

  const isPast = async ({ position, timeline }: Goal): Promise<boolean> => {
    const { rows } = await pool.query(STATE, [position, timeline]);
    if (!rows[0]?.isStandby) throw new Error('It is no standby of this primary');
    return rows[0].isPast === true;
  };

  const follow = async () => {
    try {
      if (goal?.changes !== changes) goal = await findGoal();
      isLevel = (await isPast(goal)) && goal.changes === changes;
      if (isAway) log.info('the replica can be read again');
      isAway = false;
    } catch (error) {
      goal = undefined;
      isAway = true;
      throw error;
    }
    return isLevel ? undefined : POLL_MS;
  };
  const following = repeat(
    follow,
    (err) => log.warn({ err }, 'the replica cannot be read; visitors read from the primary'),
    RETRY_MS,
  );

  const fallBehind = () => {
    changes += 1;
    isLevel = false;
    following.wake();
  };

  const askPrimary: (...args: unknown[]) => Promise<unknown> = visitorPool.query.bind(visitorPool);
  const askReplica: (...args: unknown[]) => Promise<unknown> = pool.query.bind(pool);
  Object.assign(visitorPool, {
    async query(...args: unknown[]) {
      const isForReplica = isLevel && areChangesHeard() && !currentRehearsal();
      if (!isForReplica || !readsKnownRows(textOf(args[0]))) return askPrimary(...args);
      return askReplica(...args).catch(() => {
        fallBehind();
        return askPrimary(...args);
      });
    },
  });

  const forget = onChange(fallBehind);

  return {
    pool,
    async close() {
      forget();
      following.stop();
      await pool.end();
    },
  };
};
