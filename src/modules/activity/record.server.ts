import { createAppend } from '#platform/db/append.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Origin } from '#platform/viewer.ts';
import type { Action } from './actions.ts';
import { activity } from './activity.table.server.ts';

/** The acting user, with the origin if known; null for the server itself or an anonymous visitor. */
type Actor = { id: number; email: string; origin?: Origin } | null;

export interface Entry {
  action: Action;
  collection?: string;
  itemId?: number;
  title?: string;
  version?: number;
  /** Names, counts and roles: never a typed value. */
  details?: Record<string, unknown>;
}

const MAX_TITLE = 300;

const append = createAppend(activity);

/** Recorded in the transaction of the change: both are stored, or neither. */
export const recordAll = async (
  tx: Executor,
  actor: Actor,
  entries: readonly Entry[],
  origin = actor?.origin,
) => {
  if (entries.length === 0) return;
  await append(
    tx,
    entries.map((entry) => ({
      ...entry,
      title: entry.title?.slice(0, MAX_TITLE),
      actorId: actor?.id,
      actorEmail: actor?.email,
      address: origin?.address,
      agent: origin?.agent,
    })),
  );
};

export const recordActivity = (tx: Executor, actor: Actor, entry: Entry, origin?: Origin) =>
  recordAll(tx, actor, [entry], origin);
