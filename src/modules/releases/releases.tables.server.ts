import { index, integer, json, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { reviews } from '#modules/reviews/reviews.table.server.ts';
import { timestampColumn } from '#platform/db/columns.server.ts';

export const RELEASE_STATES = ['open', 'scheduled', 'failed', 'published', 'undone'] as const;
export const RELEASE_ACTIONS = ['publish', 'delete', 'move'] as const;

/** Changes of several items that go live in one moment, and come back in one. */
export const releases = pgTable(
  'releases',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state').$type<(typeof RELEASE_STATES)[number]>().notNull().default('open'),
    at: timestampColumn('at'),
    /** The versions that its scheduler saw, by item, and whether they confirmed it: nothing later goes live. */
    sealed: json('sealed').$type<Record<string, string>>(),
    problem: text('problem'),
    createdBy: text('created_by'),
    userId: integer('user_id'),
    userEmail: text('user_email'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    endedAt: timestampColumn('ended_at'),
    endedBy: text('ended_by'),
  },
  (table) => [index('releases_due_index').on(table.state, table.at)],
);

/** The effect of publishing on an item, so that it can be undone. */
export interface Outcome {
  /** The version before, in the history or the trash. */
  before: number;
  /** The version that the release left; null of a deleted item. */
  after: number | null;
  /** The draft that went live, by whom it was saved, and its review. */
  draft: Record<string, unknown> | null;
  savedBy?: { id: number; email: string } | null;
  review?: Omit<typeof reviews.$inferSelect, 'updatedAt'> | undefined;
  /** Of the first item: the revisions of what gave way to the release. */
  gaveWay?: number[];
}

export const releaseItems = pgTable(
  'release_items',
  {
    id: serial('id').primaryKey(),
    releaseId: integer('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    collection: text('collection').notNull(),
    itemId: integer('item_id').notNull(),
    action: text('action').$type<(typeof RELEASE_ACTIONS)[number]>().notNull(),
    /** Of a move: the slug to come. */
    slug: text('slug'),
    title: text('title').notNull(),
    addedBy: text('added_by'),
    outcome: json('outcome').$type<Outcome>(),
  },
  (table) => [
    uniqueIndex('release_items_item_unique').on(table.releaseId, table.collection, table.itemId),
    index('release_items_place_index').on(table.collection, table.itemId),
  ],
);
