import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Change } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import type { Database } from '#platform/db/database.server.ts';
import { jobs } from '#platform/jobs/jobs.table.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { WEBHOOK } from './deliveries.server.ts';
import type { WebhookEvent } from './webhook-events.ts';
import type { FailedJob } from './webhooks.schema.ts';
import { webhooks } from './webhooks.tables.server.ts';

interface Happening {
  event: WebhookEvent;
  collection?: string | null;
  itemId?: number | null;
  slug?: string | null;
  path?: string | null;
  job?: FailedJob | null;
}

/** One delivery for each webhook that asked for the event, under one message id. */
const queueEvent = async (tx: Tx, { event, ...about }: Happening) => {
  const { collection = null, itemId = null, slug = null, path = null, job = null } = about;
  const receivers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(sql`${webhooks.events} @> ${JSON.stringify(event)}::jsonb`)
    .orderBy(asc(webhooks.id));
  if (receivers.length === 0) return;
  const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
  const at = new Date().toISOString();
  const data = { messageId, event, at, collection, itemId, slug, path, job, exchanges: [] };
  const key = itemId === null ? '' : `${collection}/${itemId}`;
  await tx
    .insert(jobs)
    .values(receivers.map(({ id }) => ({ name: WEBHOOK, subject: String(id), key, data })));
};

/** Types whose items readers see, on a page or by a call. */
const isTold = ({ publicPath, signedInOnly }: Collection) =>
  publicPath !== undefined || signedInOnly !== 'all';

const showsOther = ({ fields }: Collection, before: AnyItem, after: AnyItem) =>
  Object.entries(fields).some(
    ([key, field]) => !field.editorsOnly && !isDeepStrictEqual(before[key], after[key]),
  );

/** Events are about what readers see: a draft has none. */
const eventOf = (collection: Collection, { before, after }: Change): WebhookEvent | null => {
  const was = isPublic(collection, before);
  const is = isPublic(collection, after);
  if (!was) return is ? 'published' : null;
  if (!after) return 'deleted';
  if (!is) return 'unpublished';
  return before && showsOther(collection, before, after) ? 'changed' : null;
};

/** An address that readers know; that of a draft stays with the desk. */
const addressOf = (collection: Collection, item: AnyItem | null) => {
  const slugField = slugFieldOf(collection);
  if (!item || !slugField || !isPublic(collection, item)) return { slug: null, path: null };
  const slug = String(item[slugField]);
  const path = collection.publicPath === undefined ? null : publicPathOf(collection, slug);
  return { slug, path };
};

/** After any write: the event goes into the outbox with the change, or not at all. */
export const queueWebhooks = async (change: Change, collection: Collection, tx: Tx) => {
  const item = change.after ?? change.before;
  const event = isTold(collection) ? eventOf(collection, change) : null;
  if (!item || !event) return;
  const shown = isPublic(collection, change.after) ? change.after : change.before;
  const address = addressOf(collection, shown);
  await queueEvent(tx, { event, collection: collection.name, itemId: item.id, ...address });
};

/** Somebody marked a draft as ready to publish. */
export const queueDraftReady = (tx: Tx, collection: Collection, item: AnyItem) =>
  queueEvent(tx, {
    event: 'draft ready',
    collection: collection.name,
    itemId: item.id,
    ...addressOf(collection, item),
  });

/** Work of the server that failed, about an item where it has one. */
export const queueJobFailed = (
  tx: Tx,
  name: string,
  reason: string,
  about: { collection?: string; itemId?: number } = {},
) => queueEvent(tx, { event: 'job failed', job: { name, reason }, ...about });

/** Somebody reported an error on a public page; the desk has what was written. */
export const queueCorrectionReceived = (tx: Tx, path: string) =>
  queueEvent(tx, { event: 'correction received', path });

const KEPT_DAYS = 30;

/** Deliveries older than 30 days, whatever became of them. */
export const forgetDeliveries = async (db: Database): Promise<void> => {
  const isOld = lt(jobs.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
  await db.delete(jobs).where(and(eq(jobs.name, WEBHOOK), isOld));
};
