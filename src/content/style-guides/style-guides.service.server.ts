import { sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { type StyleGuide, styleGuides } from './style-guides.collection.ts';

const table = tableOf(widen(styleGuides));

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
    await tx.execute(
      sql`update ${table} set is_active = false, version = version + 1 where is_active and id <> ${guide.id}`,
    );
  },
};
