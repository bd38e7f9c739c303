import type { AnyItem } from '#kit/collection.ts';
import { createAppend } from '#platform/db/append.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

interface NewRevision {
  /** The collection's name, and which field is an item's title. */
  collection: { name: string; title: string };
  action: 'update' | 'delete';
  item: AnyItem;
  viewer: Viewer;
  /** The item that the public list of changes names. */
  changelogSubject?: number | null;
}

const append = createAppend(revisions);

/** Keeps an item as it is, before the change or the delete that follows. */
export const keepRevision = async (tx: Executor, revision: NewRevision): Promise<void> => {
  const { collection, action, item, viewer, changelogSubject = null } = revision;
  await append(tx, [
    {
      collection: collection.name,
      action,
      title: String(item[collection.title] ?? ''),
      itemId: item.id,
      version: item.version,
      data: item,
      changelogSubject,
      userId: viewer?.id ?? null,
      userEmail: viewer?.email ?? null,
    },
  ]);
};

/** Refuses a write that was made against another version, and hands over the current item. */
export const requireVersion = (current: AnyItem, expected: number | undefined): void => {
  if (expected === undefined || expected === current.version) return;
  throw new AppError('changed', 'Somebody else changed this item in the meantime', {
    extra: { current },
  });
};
