import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { WebhookEvent } from './webhook-events.ts';
import type { Exchange, Job } from './webhooks.schema.ts';

/** Addresses that are told of events. */
export const webhooks = pgTable('webhooks', {
  id: serial('id').primaryKey(),
  url: text('url').notNull(),
  events: jsonb('events').$type<WebhookEvent[]>().notNull(),
  /** Signs every delivery. In no backup, so that a restored webhook is silent until it has a new one. */
  signingSecret: text('signing_secret'),
  /** Set while nothing is sent; events are kept for when it goes on. */
  pausedAt: timestampColumn('paused_at'),
  /** Why it pauses, where nobody asked for it. */
  pauseReason: text('pause_reason'),
  /** The first failure since the last success. */
  failingSince: timestampColumn('failing_since'),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});

/** The outbox, written in the transaction of a change, and the log of what came of it. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for every try: receivers know a repetition by it. */
    messageId: text('message_id').notNull(),
    event: text('event').$type<WebhookEvent>().notNull(),
    at: timestampColumn('at').notNull().defaultNow(),
    collection: text('collection'),
    itemId: integer('item_id'),
    /** Where the item is public, or was before the change. */
    slug: text('slug'),
    path: text('path'),
    job: jsonb('job').$type<Job>(),
    state: text('state').$type<'waiting' | 'delivered' | 'failed'>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: timestampColumn('next_at').notNull().defaultNow(),
    /** When a node took it; a try is over before its hold is. */
    beatAt: timestampColumn('beat_at'),
    endedAt: timestampColumn('ended_at'),
    /** Each try, the last one at the end; bounded by how many there can be. */
    exchanges: jsonb('exchanges').$type<Exchange[]>().notNull().default([]),
  },
  (table) => [
    index('webhook_deliveries_log_index').on(table.webhookId, table.id),
    index('webhook_deliveries_waiting_index')
      .on(table.webhookId, table.collection, table.itemId, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_at_index').on(table.at),
  ],
);

export type Hook = typeof webhooks.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;
