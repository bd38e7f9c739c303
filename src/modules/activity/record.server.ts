import { isDeepStrictEqual } from 'node:util';
import type { Change, Effect } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
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

/** In the transaction of a change: both are stored, or neither. What changed nothing is recorded by itself. */
export const recordAll = async (
  db: Executor,
  actor: Actor,
  entries: readonly Entry[],
  origin = actor?.origin,
) => {
  if (entries.length === 0) return;
  await db.insert(activity).values(
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

export const recordActivity = (db: Executor, actor: Actor, entry: Entry, origin?: Origin) =>
  recordAll(db, actor, [entry], origin);

const actionOf = (collection: Collection, { before, after, isRestore }: Change): Action => {
  if (!after) return 'deleted';
  if (isRestore) return 'restored';
  if (!before) return 'created';
  const was = isPublic(collection, before);
  const is = isPublic(collection, after);
  if (was === is) return 'changed';
  return is ? 'published' : 'unpublished';
};

const changedFields = ({ fields }: Collection, before: AnyItem, after: AnyItem) =>
  Object.keys(fields).filter((key) => !isDeepStrictEqual(before[key], after[key]));

const toldAsOne = new WeakSet<object>();

/** The writes of this transaction get one line together, which its caller records. */
export const tellAsOne = (tx: Tx) => {
  toldAsOne.add(tx);
};

/** One line for a write of the kit: action, item, user and changed fields, without their values. */
export const recordChange: Effect = async (change, collection, tx) => {
  const { before, after, viewer, isScheduled } = change;
  const item = after ?? before;
  if (!item || toldAsOne.has(tx)) return;
  await recordActivity(tx, viewer, {
    action: actionOf(collection, change),
    collection: collection.name,
    itemId: item.id,
    title: String(item[collection.title] ?? ''),
    version: item.version,
    ...(before && after
      ? {
          details: {
            fields: changedFields(collection, before, after),
            ...(isScheduled ? { by: 'schedule' } : {}),
          },
        }
      : {}),
  });
};
