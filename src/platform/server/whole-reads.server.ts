import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { announceChange, emitChange, MISSED, onChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { appMeta } from '#platform/db/meta.table.server.ts';

const MARK = 'release';
const KEY = /^release\/(\d+)$/;

/** Whether readers see a change of these keys as one. */
export const isTogether = (keys: ReadonlySet<string>) => keys.values().some((key) => KEY.test(key));

/** Counts a change of several items that readers see as one. Another one waits here until this one ends. */
export const markTogether = async (tx: Executor) => {
  const [mark] = await tx
    .insert(appMeta)
    .values({ key: MARK, value: 1 })
    .onConflictDoUpdate({
      target: appMeta.key,
      set: { value: sql`to_jsonb((${appMeta.value})::int + 1)` },
    })
    .returning();
  await announceChange(tx, [`${MARK}/${mark?.value}`]);
};

const MAX_TRIES = 3;
const HEARD_WITHIN_MS = 500;
const PAUSE_MS = 10;

/**
 * Makes what rests on several reads again where such a change was stored between them: a node may hear of the change
 * only after it has read a part of it.
 */
export const createWholeReads = (pool: pg.Pool) => {
  let known: number | undefined;
  onChange((keys) => {
    const marks = keys.flatMap((key) => KEY.exec(key)?.slice(1) ?? []);
    if (marks.length > 0) known = Math.max(...marks.map(Number));
  });

  const readMark = async (): Promise<number> => {
    const { rows } = await pool.query(`select value from app_meta where key = '${MARK}'`);
    return Number(rows[0]?.value ?? 0);
  };

  /** Nothing that is remembered may be older than the change. */
  const waitFor = async (mark: number) => {
    for (let waited = 0; (known ?? 0) < mark && waited < HEARD_WITHIN_MS; waited += PAUSE_MS) {
      await sleep(PAUSE_MS);
    }
    if ((known ?? 0) < mark) emitChange(MISSED);
    known = mark;
  };

  return async <T>(make: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      known ??= await readMark().catch(() => undefined);
      const begun = known;
      const made = await make();
      const mark = await readMark().catch(() => begun);
      if (mark === undefined || mark === begun || attempt === MAX_TRIES) return made;
      await waitFor(mark);
    }
  };
};

export type WholeReads = ReturnType<typeof createWholeReads>;
