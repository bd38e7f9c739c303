import { index, integer, json, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { userColumn, users } from '#modules/auth/auth.tables.server.ts';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { NoticeKind } from '#platform/notice-kinds.ts';

/** Comments on an item or a field of it; by the item's id, so that no change of its slug parts them. */
export const comments = pgTable(
  'comments',
  {
    id: serial('id').primaryKey(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    /** Of a reply: the comment that began the thread. No reference: a backup holds rows in any order. */
    threadId: integer('thread_id'),
    field: text('field'),
    /** The words that it is about, as they were. */
    quote: text('quote'),
    text: text('text').notNull(),
    /** Ids of users. */
    mentions: json('mentions').$type<number[]>().notNull().default([]),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Stays when the user is removed, as in the history. */
    authorEmail: text('author_email').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    editedAt: timestampColumn('edited_at'),
    resolvedAt: timestampColumn('resolved_at'),
    resolvedBy: text('resolved_by'),
    /** Taken back while there were replies: the place stays, without its words. */
    deletedAt: timestampColumn('deleted_at'),
  },
  (table) => [
    index('comments_item_index').on(table.collection, table.itemId, table.id),
    index('comments_thread_index').on(table.threadId),
    index('comments_author_index').on(table.authorId),
  ],
);

/** The inboxes: one row for each person who is notified. */
export const notices = pgTable(
  'notices',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    /** As the item was called then, for one that is gone. */
    title: text('title').notNull(),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    actorEmail: text('actor_email'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    readAt: timestampColumn('read_at'),
  },
  (table) => [
    index('notices_user_index').on(table.userId, table.id),
    index('notices_comment_index').on(table.commentId),
    index('notices_created_index').on(table.createdAt),
  ],
);

/** Open forms and their users: a row is good for half a minute after its last beat. */
export const presence = pgTable(
  'presence',
  {
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    userId: userColumn(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.itemId, table.userId] })],
);
