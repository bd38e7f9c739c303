import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';
import { comments } from './talk.tables.server.ts';

export const MAX_COMMENTS = 500;
/** So that one person cannot fill an item for all others. */
const MAX_OPEN_OF_ONE = 100;

/** Refuses one more comment on an item that has too many, or too many open ones of this person. */
export const requireRoom = async (tx: Tx, viewer: Caller, isOfItem: SQL | undefined) => {
  if ((await tx.$count(comments, isOfItem)) >= MAX_COMMENTS) {
    const text = `There are ${MAX_COMMENTS} comments here. Delete some first.`;
    throw new AppError('conflict', text);
  }
  const isOwnOpen = and(
    isOfItem,
    eq(comments.authorId, viewer.id),
    isNull(comments.deletedAt),
    isNull(comments.resolvedAt),
  );
  if ((await tx.$count(comments, isOwnOpen)) >= MAX_OPEN_OF_ONE) {
    const text = `You have ${MAX_OPEN_OF_ONE} open comments here. Resolve or delete some first.`;
    throw new AppError('conflict', text);
  }
};
