import { jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** Addresses that are notified of events. */
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

export type Hook = typeof webhooks.$inferSelect;
