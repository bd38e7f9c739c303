import { and, eq } from 'drizzle-orm';
import type { Change } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { announceChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { put, SCHEDULE_KEY } from './schedule.server.ts';
import { schedule } from './schedule.table.server.ts';

/** The time to come from which on readers see a published item; null for one that they see now, or never. */
const appearsAt = (collection: Collection, item: AnyItem | null): Date | null => {
  const from = collection.visible?.from;
  if (!item || !from || !isPublic(collection, item)) return null;
  const at = new Date(String(item[from] ?? ''));
  return at.getTime() > Date.now() ? at : null;
};

/** What is dated in the future appears by itself: pages that were cached without it are dropped then. */
export const scheduleAppearance = async (
  tx: Executor,
  { before, after, viewer }: Change,
  collection: Collection,
) => {
  const at = appearsAt(collection, after);
  const item = after ?? before;
  if (!item || (!at && !appearsAt(collection, before))) return;
  if (at) {
    await put(tx, {
      collection: collection.name,
      itemId: item.id,
      action: 'appear',
      at,
      title: String(item[collection.title] ?? ''),
      fields: {},
      userId: viewer?.id ?? null,
      userEmail: viewer?.email ?? null,
    });
  } else {
    const isOfItem = and(
      eq(schedule.collection, collection.name),
      eq(schedule.itemId, item.id),
      eq(schedule.action, 'appear'),
      eq(schedule.state, 'waiting'),
    );
    await tx.delete(schedule).where(isOfItem);
  }
  await announceChange(tx, [SCHEDULE_KEY]);
};
