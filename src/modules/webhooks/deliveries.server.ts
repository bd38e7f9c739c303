import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { type Job, jobs } from '#platform/jobs/jobs.table.server.ts';
import { isOpen } from '#platform/jobs/queue.server.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';
import { exchangeSchema, failedJobSchema } from './webhooks.schema.ts';

/** The name of these jobs. Their subject is the webhook, and their key is the item, whose events stay in order. */
export const WEBHOOK = 'webhook';

const deliveryData = z.object({
  /** The same for every try: receivers know a repetition by it. */
  messageId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  at: z.string(),
  collection: z.string().nullable(),
  itemId: z.int().nullable(),
  /** Where the item is public, or was before the change. */
  slug: z.string().nullable(),
  path: z.string().nullable(),
  job: failedJobSchema.nullable(),
  /** Each try, the last one at the end; bounded by how many there can be. */
  exchanges: z.array(exchangeSchema),
});

export type Delivery = z.output<typeof deliveryData>;

export const readDelivery = ({ data }: Job): Delivery => deliveryData.parse(data);

export const isOfHook = (id: number) => and(eq(jobs.name, WEBHOOK), eq(jobs.subject, String(id)));

export const waitsFor = (id: number) => and(isOfHook(id), isOpen);
