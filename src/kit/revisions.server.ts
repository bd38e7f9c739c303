import type { AnyItem } from '#kit/collection.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';

interface NewRevision {
  /** The collection's name, and which field is an item's title. */
  collection: { name: string; title: string };
  action: 'update' | 'delete';
  item: AnyItem;
  viewer: Viewer;
}

/** Keeps an item as it is, before the change or the delete that follows. */
export const keepRevision = async (tx: Tx, revision: NewRevision): Promise<void> => {
  const { collection, action, item, viewer } = revision;
  await tx.insert(revisions).values({
    collection: collection.name,
    action,
    title: String(item[collection.title] ?? ''),
    itemId: item.id,
    version: item.version,
    data: item,
    userId: viewer?.id ?? null,
    userEmail: viewer?.email ?? null,
  });
};

/** Refuses a write that was made against another version, and hands over the current item. */
export const requireVersion = (current: AnyItem, expected: number | undefined): void => {
  if (expected === undefined || expected === current.version) return;
  throw new AppError('changed', 'Somebody else changed this item in the meantime', {
    extra: { current },
  });
};
