import * as z from 'zod';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

export const failedJobSchema = z.object({ name: z.string(), reason: z.string() });
export type FailedJob = z.output<typeof failedJobSchema>;

const message = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

/** One try: what was sent, and what came back; of headers and body the first 4 kB each. */
export const exchangeSchema = z.object({
  at: z.iso.datetime(),
  request: message,
  response: message.extend({ status: z.int() }).nullable(),
  problem: z.string().nullable(),
});
export type Exchange = z.output<typeof exchangeSchema>;

/** The message to a receiver. */
export const webhookMessageSchema = z
  .object({
    event: z.enum(WEBHOOK_EVENTS),
    time: z.iso.datetime().meta({ description: 'When it happened' }),
    type: z.string().nullable().meta({ description: 'The content type of the item' }),
    id: z.int().nullable(),
    slug: z.string().nullable(),
    path: z.string().nullable().meta({ description: 'The public page, or where it was' }),
    job: failedJobSchema.optional().meta({ description: 'Of the event `job failed`' }),
    item: z.looseObject({}).nullable().meta({
      description: 'As the API shows it to an anonymous visitor now; null where it does not',
    }),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.output<typeof webhookMessageSchema>;

const webhookFields = {
  url: z
    .url({ protocol: /^https?$/, error: 'Give an address that begins with https:// or http://' })
    .max(1000),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Choose at least one event'),
};

export const newWebhookSchema = z.strictObject(webhookFields).meta({ id: 'NewWebhook' });

export const webhookChangeSchema = z
  .strictObject({ ...webhookFields, isPaused: z.boolean() })
  .partial()
  .meta({ id: 'WebhookChange' });

export const webhookSchema = z
  .object({
    id: z.int(),
    url: z.string(),
    events: webhookFields.events,
    createdAt: z.iso.datetime(),
    pausedAt: z.iso.datetime().nullable(),
    pauseReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it pauses, where nobody asked for it' }),
    failingSince: z.iso.datetime().nullable(),
    waiting: z.int().meta({ description: 'How many deliveries wait' }),
  })
  .meta({ id: 'Webhook' });

export const madeWebhookSchema = webhookSchema
  .extend({ secret: z.string().meta({ description: 'Signs every delivery; shown this once' }) })
  .meta({ id: 'MadeWebhook' });

export const deliverySchema = z
  .object({
    id: z.int(),
    messageId: z.string(),
    event: z.enum(WEBHOOK_EVENTS),
    at: z.iso.datetime(),
    collection: z.string().nullable(),
    itemId: z.int().nullable(),
    path: z.string().nullable(),
    job: failedJobSchema.nullable(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    nextAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    exchanges: z.array(exchangeSchema).meta({ description: 'Each try, the last one at the end' }),
  })
  .meta({ id: 'WebhookDelivery' });
