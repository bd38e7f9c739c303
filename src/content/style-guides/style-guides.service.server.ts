import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { keepRevision } from '#kit/revisions.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Writer } from '#kit/write.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';

export const findActiveGuide = async (db: Executor): Promise<StyleGuide | null> => {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(table.isActive, true))
    .orderBy(desc(table.id))
    .limit(1);
  return row ?? null;
};

/** Makes one guide the active one; the lock comes before any row, so that two never wait for each other. */
export const activateGuide = (
  writer: Writer<typeof styleGuides>,
  target: { id: number; version: number | undefined },
  viewer: Viewer,
) =>
  writer.inTransaction(async (tx) => {
    await lockActivation(tx);
    return writer.update(tx, viewer, target, { isActive: true });
  });

const table = tableOf(styleGuides);

/** Held by each activation until its transaction ends. */
const ACTIVATION_LOCK = 727_402_622;

const lockActivation = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);

/** A change holds its row already: waiting here could mean waiting for each other. */
const tryLock = async (tx: Tx) => {
  const result = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ACTIVATION_LOCK}) as held`,
  );
  if (result.rows[0]?.held) return;
  throw new AppError('conflict', 'Another style guide is being activated. Please try again.');
};

/** Like any change it keeps the version before, so that the history tells who switched the guide off. */
const switchOff = async (tx: Tx, others: SQL | undefined, viewer: Viewer) => {
  const rows = await tx.select().from(table).where(others).orderBy(table.id).for('update');
  for (const item of rows) {
    await keepRevision(tx, { collection: styleGuides, action: 'update', item, viewer });
    await tx
      .update(table)
      .set({
        isActive: false,
        version: item.version + 1,
        updatedAt: sql`greatest(now(), ${table.updatedAt} + interval '1 millisecond')`,
      })
      .where(eq(table.id, item.id));
    await recordActivity(tx, viewer, {
      action: 'unpublished',
      collection: styleGuides.name,
      itemId: item.id,
      title: item.name,
      version: item.version + 1,
      details: { fields: ['isActive'] },
    });
  }
};

export const styleGuideBehaviour = {
  prepare: async (draft, { before, tx }) => {
    if (!draft.isActive) return draft;
    await (before ? tryLock(tx) : lockActivation(tx));
    return draft;
  },
  /** At most one guide is active: the newest that asks for it. */
  after: async (change, tx) => {
    const guide = change.after;
    if (!guide?.isActive) return;
    const others = and(eq(table.isActive, true), ne(table.id, guide.id));
    await switchOff(tx, others, change.viewer);
  },
} satisfies Behaviour<typeof styleGuides>;
