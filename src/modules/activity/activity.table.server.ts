import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Action } from './actions.ts';

/** The audit log. A trigger refuses changes, and deletes within 400 days (see the migration). */
export const activity = pgTable(
  'activity',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** As they were then: a user may be gone since. Null is the server itself. */
    actorId: integer('actor_id'),
    actorEmail: text('actor_email'),
    action: text('action').$type<Action>().notNull(),
    collection: text('collection'),
    itemId: integer('item_id'),
    title: text('title'),
    version: integer('version'),
    /** Names of changed fields, counts, roles: never a typed value. */
    details: jsonb('details').$type<Record<string, unknown>>(),
    address: text('address'),
    agent: text('agent'),
  },
  (table) => [
    index('activity_at_index').on(table.at, table.id),
    index('activity_actor_index').on(table.actorEmail, table.at, table.id),
    index('activity_actor_collection_index').on(
      table.actorEmail,
      table.collection,
      table.at,
      table.id,
    ),
    index('activity_collection_index').on(table.collection, table.at, table.id),
    index('activity_item_index').on(table.collection, table.itemId, table.at, table.id),
  ],
);
