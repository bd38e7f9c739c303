import { isDeepStrictEqual } from 'node:util';
import type { Change, Effect } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Action } from './actions.ts';
import { recordActivity } from './record.server.ts';

const actionOf = (collection: Collection, { before, after, isRestore }: Change): Action => {
  if (!after) return 'deleted';
  if (isRestore) return 'restored';
  if (!before) return 'created';
  const [was, is] = [isPublic(collection, before), isPublic(collection, after)];
  if (was === is) return 'changed';
  return is ? 'published' : 'unpublished';
};

const changedFields = ({ fields }: Collection, before: AnyItem, after: AnyItem) =>
  Object.keys(fields).filter((key) => !isDeepStrictEqual(before[key], after[key]));

const toldAsOne = new WeakSet<object>();

/** The writes of this transaction get one line together, which its caller records. */
export const tellAsOne = (tx: Executor) => {
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
