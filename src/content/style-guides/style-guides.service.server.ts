import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Behaviour, Viewer } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { keepRevision } from '#platform/db/revisions.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { AppError } from '#platform/errors.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';

const collection = widen(styleGuides);
const table = tableOf(collection);
const { isActive } = columnsOf(table);

/** Held until the transaction ends, by whoever makes a guide the active one. */
const ACTIVATION_LOCK = 727_402_614;

export const lockActivation = (tx: Executor) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);

/** A change holds its row already: waiting here could mean waiting for each other. */
const tryLock = async (tx: Executor) => {
  const answer = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ACTIVATION_LOCK}) as held`,
  );
  if (answer.rows[0]?.held) return;
  throw new AppError('conflict', 'Another style guide is being activated. Please try again.');
};

/** Like any change it keeps the version before, so that the history tells who switched the guide off. */
const switchOff = async (tx: Executor, others: SQL | undefined, viewer: Viewer) => {
  const rows = await tx.select().from(table).where(others).orderBy(table.id).for('update');
  for (const row of rows) {
    await keepRevision(tx, { collection, action: 'update', item: toItem(row), viewer });
    await tx
      .update(table)
      .set({
        isActive: false,
        version: row.version + 1,
        updatedAt: sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`,
      } as never)
      .where(eq(table.id, row.id));
  }
};

export const styleGuideBehaviour: Behaviour<StyleGuide> = {
  prepare: async (draft, { before, tx }) => {
    if (!draft.isActive) return draft;
    await (before ? tryLock(tx) : lockActivation(tx));
    return draft;
  },
  /** At most one guide is active: the newest that asks for it. */
  after: async (change, tx) => {
    const guide = change.after as StyleGuide | null;
    if (!guide?.isActive) return;
    const others = and(eq(isActive as never, true), ne(table.id, guide.id));
    await switchOff(tx, others, change.viewer);
  },
};
