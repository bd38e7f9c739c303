import { drizzle } from 'drizzle-orm/node-postgres';
import pLimit from 'p-limit';
import type pg from 'pg';
import { runClosing } from '#platform/changes.server.ts';
import { withDeadline } from '#platform/server/deadline.server.ts';
import { createPlaces } from '#platform/visitors.server.ts';
import { asUnavailable, type Executor } from './database.server.ts';
import { readInRehearsal } from './rehearsed.server.ts';

/** One at a time on a node: each holds a connection, and the rows that it changes, while a page is rendered. */
const LIMITS = { running: 1, waiting: 20, waitMs: 4000 };
/** As long as editors of these rows may have to wait for a page that only looks at them. */
const CHANGE_MS = 5000;

/** Has `show` read everything as `change` would leave it; nothing of the change is ever stored. */
export const createRehearsals = (pool: pg.Pool) => {
  const { take, give } = createPlaces(LIMITS);
  return async <T>(change: (tx: Executor) => Promise<unknown>, show: () => Promise<T>) => {
    const shares = new Map<string, number>();
    await take(shares);
    try {
      const client = await pool.connect();
      let isLate = false;
      try {
        await client.query('begin');
        const tx = drizzle(client);
        const changed = change(tx).then(() => runClosing(tx));
        await withDeadline(changed, { isAway: () => false, limitMs: CHANGE_MS }).catch((error) => {
          isLate = asUnavailable(error) !== undefined;
          throw error;
        });
        // A connection takes one statement at a time.
        const inTurn = pLimit(1);
        const query = (...args: [string]) => inTurn(() => client.query(...args));
        return await readInRehearsal({ query }, show);
      } finally {
        // A late change may have more to say: without its connection it cannot.
        const isCut = isLate || (await client.query('rollback').then(() => false, Boolean));
        client.release(isCut);
      }
    } finally {
      give(shares);
    }
  };
};

export type Rehearse = ReturnType<typeof createRehearsals>;
