import { isDeepStrictEqual } from 'node:util';
import { lt, sql } from 'drizzle-orm';
import type { Change } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, publicPathOf, slugFieldOf } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { announceChange } from '#platform/changes.server.ts';
import { createBatchedWrite } from '#platform/db/append.server.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import type { WebhookEvent } from './webhook-events.ts';
import type { Job } from './webhooks.schema.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.server.ts';

/** Wakes the nodes that send. */
export const WEBHOOKS_KEY = 'webhooks';

interface Happening {
  event: WebhookEvent;
  collection?: string | null;
  itemId?: number | null;
  slug?: string | null;
  path?: string | null;
  job?: Job | null;
}

/** One delivery for each webhook that asked for the event; of an import many events at once. */
const queueEvents = createBatchedWrite<Happening>(async (tx, events) => {
  const queued = await tx.execute(sql`
    insert into ${webhookDeliveries} (webhook_id, message_id, event, collection, item_id, slug, path, job)
    select w.id, 'msg_' || replace(e.message::text, '-', ''), e.event, e.collection, e."itemId", e.slug, e.path, e.job
    from (
      select *, gen_random_uuid() as message
      from rows from (json_to_recordset(${JSON.stringify(events)}::json)
        as (event text, collection text, "itemId" int, slug text, path text, job jsonb)) with ordinality as e
          (event, collection, "itemId", slug, path, job, n)
    ) e
    join ${webhooks} w on w.events @> to_jsonb(e.event)
    order by e.n, w.id`);
  if (queued.rowCount) await announceChange(tx, [WEBHOOKS_KEY]);
});

/** Types whose items readers see, on a page or by a call. */
const isTold = ({ publicPath, signedInOnly }: Collection) =>
  publicPath !== undefined || signedInOnly !== 'all';

const showsOther = ({ fields }: Collection, before: AnyItem, after: AnyItem) =>
  Object.entries(fields).some(
    ([key, field]) => !field.editorsOnly && !isDeepStrictEqual(before[key], after[key]),
  );

/** Events are about what readers see: a draft has none. */
const eventOf = (collection: Collection, { before, after }: Change): WebhookEvent | null => {
  const [was, is] = [isPublic(collection, before), isPublic(collection, after)];
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
export const queueWebhooks = async (change: Change, collection: Collection, tx: Executor) => {
  const item = change.after ?? change.before;
  const event = isTold(collection) ? eventOf(collection, change) : null;
  if (!item || !event) return;
  const shown = isPublic(collection, change.after) ? change.after : change.before;
  const address = addressOf(collection, shown);
  await queueEvents(tx, [{ event, collection: collection.name, itemId: item.id, ...address }]);
};

export const queueReviewAsked = (tx: Executor, collection: Collection, item: AnyItem) =>
  queueEvents(tx, [
    {
      event: 'review asked',
      collection: collection.name,
      itemId: item.id,
      ...addressOf(collection, item),
    },
  ]);

/** Work of the server that failed, about an item where it has one. */
export const queueJobFailed = (
  tx: Executor,
  name: string,
  reason: string,
  about: { collection?: string; itemId?: number } = {},
) => queueEvents(tx, [{ event: 'job failed', job: { name, reason }, ...about }]);

/** Somebody reported an error on a public page; the desk has what was written. */
export const queueCorrectionReceived = (tx: Executor, path: string) =>
  queueEvents(tx, [{ event: 'correction received', path }]);

const KEPT_DAYS = 30;

/** Deliveries older than 30 days, whatever became of them. */
export const forgetDeliveries = (db: Database) =>
  db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.at, sql`now() - make_interval(days => ${KEPT_DAYS})`));
