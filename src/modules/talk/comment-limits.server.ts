import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { AppError } from '#platform/errors.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';
import { comments } from './talk.tables.server.ts';

export const MAX_COMMENTS = 500;
/** So that one person cannot fill an item for all others, not even with threads that are resolved. */
const MAX_OPEN_OF_ONE = 100;
const MAX_OF_ONE = 250;

/** Refuses one more comment on an item that has too many, or too many open ones of this person. */
export const requireRoom = async (tx: Tx, viewer: Caller, isOfItem: SQL | undefined) => {
  if ((await tx.$count(comments, isOfItem)) >= MAX_COMMENTS) {
    const text = `There are ${MAX_COMMENTS} comments here. Delete some first.`;
    throw new AppError('conflict', text);
  }
  const isOwn = and(isOfItem, eq(comments.authorId, viewer.id));
  if ((await tx.$count(comments, isOwn)) >= MAX_OF_ONE) {
    const text = `You have written ${MAX_OF_ONE} comments here, and others need room, too.`;
    throw new AppError('conflict', text);
  }
  const isOwnOpen = and(isOwn, isNull(comments.deletedAt), isNull(comments.resolvedAt));
  if ((await tx.$count(comments, isOwnOpen)) >= MAX_OPEN_OF_ONE) {
    const text = `You have ${MAX_OPEN_OF_ONE} open comments here. Resolve or delete some first.`;
    throw new AppError('conflict', text);
  }
};
