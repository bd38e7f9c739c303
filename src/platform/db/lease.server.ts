import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A process that lives is never silent for this long, whatever holds it up. */
const LEASE_S = 90;
const BEATS = 4;
/** Two servers of one cluster may differ by this much. */
const SKEW_S = 60;

/** The beat that a process writes when it takes a row, and again while it works on it. */
export const beat = sql`now()`;

/** A living process works on the row: its last beat is neither long ago, nor by a clock that was ahead. */
export const isHeld = (beatAt: PgColumn, seconds = LEASE_S): SQL<boolean> =>
  sql<boolean>`coalesce(${beatAt} > now() - make_interval(secs => ${seconds})
    and ${beatAt} < now() + make_interval(secs => ${SKEW_S}), false)`;

export const keepHeld = (write: () => Promise<unknown>, seconds = LEASE_S): (() => void) => {
  // A beat that fails is followed by others.
  const beatOnce = () => void write().catch(() => undefined);
  const timer = setInterval(beatOnce, (seconds * 1000) / BEATS).unref();
  return () => clearInterval(timer);
};
