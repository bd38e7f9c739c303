import { and, eq, isNull, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { recordActivity } from '#modules/activity/record.server.ts';
import { beat, isHeld } from '#platform/db/lease.server.ts';
import { LONGEST_WAIT_MS, startWokenJob } from '#platform/woken-job.server.ts';
import { WEBHOOKS_KEY } from './queue-webhooks.server.ts';
import {
  type Delivery,
  type SendParts,
  sendDelivery,
  type Webhooks,
} from './send-delivery.server.ts';
import type { Exchange } from './webhooks.schema.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.server.ts';

/** Waits before each further try: a little more than a day in all. */
const WAITS_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 32_400];
/** Longer than a try can take. */
const HOLD_S = 60;
/** After failures in a row the rest of a webhook's deliveries wait a moment. */
const MAX_FAILURES = 3;
const PAUSE_MS = 5000;
/** Receivers at once, each with one delivery at a time. */
const LANES = 4;
const GONE = 410;

/** With this try; a webhook that went on after a pause may have had more of them. */
const logTry = ({ exchanges }: Delivery, exchange: Exchange) =>
  [...exchanges, exchange].slice(-WAITS_S.length - 1);

const REASONS = {
  gone: 'The receiver said that it is gone (410)',
  failing: 'Every delivery of a day failed',
};

/** Due, on no other node, and the first of its item that is not done; what has no item waits for nothing. */
const isNext = sql`${webhookDeliveries.state} = 'waiting' and ${webhookDeliveries.nextAt} <= now()
  and not ${isHeld(webhookDeliveries.beatAt, HOLD_S)}
  and not exists (select 1 from ${webhookDeliveries} e where e.webhook_id = ${webhookDeliveries.webhookId}
    and e.state = 'waiting' and e.collection = ${webhookDeliveries.collection}
    and e.item_id = ${webhookDeliveries.itemId} and e.id < ${webhookDeliveries.id})`;

/** Of all nodes one gets it. */
const claim = async ({ connection: { db } }: SendParts, webhookId: number) => {
  const next = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isNext))
    .orderBy(webhookDeliveries.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [delivery] = await db
    .update(webhookDeliveries)
    .set({ beatAt: beat, attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(eq(webhookDeliveries.id, next))
    .returning();
  return delivery;
};

const succeed = async (
  { connection: { db } }: SendParts,
  delivery: Delivery,
  exchange: Exchange,
) => {
  const { id, webhookId } = delivery;
  const exchanges = logTry(delivery, exchange);
  await db.transaction(async (tx) => {
    await tx
      .update(webhookDeliveries)
      .set({ state: 'delivered', endedAt: sql`now()`, beatAt: null, exchanges })
      .where(eq(webhookDeliveries.id, id));
    await tx
      .update(webhooks)
      .set({ failingSince: null })
      .where(and(eq(webhooks.id, webhookId), sql`${webhooks.failingSince} is not null`));
  });
};

/** A webhook that pauses keeps its deliveries; one that only this delivery fails for gives it up after a day. */
const fail = ({ connection: { db } }: SendParts, delivery: Delivery, exchange: Exchange) =>
  db.transaction(async (tx) => {
    const [hook] = await tx
      .update(webhooks)
      .set({ failingSince: sql`coalesce(${webhooks.failingSince}, now())` })
      .where(eq(webhooks.id, delivery.webhookId))
      .returning({
        url: webhooks.url,
        isLong: sql<boolean>`failing_since <= now() - interval '1 day'`,
      });
    const isGone = exchange.response?.status === GONE;
    const pauses = hook !== undefined && (isGone || hook.isLong);
    const wait = WAITS_S[delivery.attempts - 1];
    const isOver = wait === undefined && !pauses;
    await tx
      .update(webhookDeliveries)
      .set({
        beatAt: null,
        exchanges: logTry(delivery, exchange),
        nextAt: sql`now() + make_interval(secs => ${wait ?? 0})`,
        ...(isOver ? { state: 'failed' as const, endedAt: sql`now()` } : {}),
      })
      .where(eq(webhookDeliveries.id, delivery.id));
    if (!pauses) return;
    const pauseReason = isGone ? REASONS.gone : REASONS.failing;
    await tx
      .update(webhooks)
      .set({ pausedAt: sql`now()`, pauseReason })
      .where(eq(webhooks.id, delivery.webhookId));
    await recordActivity(tx, null, {
      action: 'webhook paused',
      title: hook.url,
      details: { reason: pauseReason },
    });
  });

const readActive = async ({ connection: { db } }: SendParts, id?: number): Promise<Webhooks[]> =>
  db
    .select()
    .from(webhooks)
    .where(
      and(
        isNull(webhooks.pausedAt),
        sql`${webhooks.signingSecret} is not null`,
        id === undefined ? undefined : eq(webhooks.id, id),
      ),
    );

/** Sends what is due to one receiver, in order; true when it was left off after failures. */
const sendTo = async (parts: SendParts, id: number): Promise<boolean> => {
  let failures = 0;
  while (failures < MAX_FAILURES) {
    // Read each time: it may be paused, or sent elsewhere, at any moment.
    const [hook] = await readActive(parts, id);
    const delivery = hook && (await claim(parts, id));
    if (!hook || !delivery) return false;
    const exchange = await sendDelivery(parts, hook, delivery);
    await (exchange.problem === null ? succeed : fail)(parts, delivery, exchange);
    failures = exchange.problem === null ? 0 : failures + 1;
  }
  return true;
};

/** Sends all that is due; resolves to how long to wait. */
export const sendDue = async (parts: SendParts): Promise<number> => {
  const inTurn = pLimit(LANES);
  const active = await readActive(parts);
  const ended = await Promise.allSettled(active.map(({ id }) => inTurn(sendTo, parts, id)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  if (ended.some((one) => one.status === 'fulfilled' && one.value)) return PAUSE_MS;
  if (active.length === 0) return LONGEST_WAIT_MS;
  const { rows } = await parts.connection.db.execute<{ ms: number | null }>(
    sql`select extract(epoch from min(d.next_at) - now()) * 1000 as ms from ${webhookDeliveries} d
      join ${webhooks} w on w.id = d.webhook_id and w.paused_at is null
      where d.state = 'waiting' and d.beat_at is null and d.next_at > now()`,
  );
  return Math.min(LONGEST_WAIT_MS, Math.max(100, Number(rows[0]?.ms ?? LONGEST_WAIT_MS)));
};

/** Every node may send: woken by an event, else at the time of the next try. */
export const startWebhooks = (parts: SendParts): { stop(): void } =>
  startWokenJob(parts.log, {
    key: WEBHOOKS_KEY,
    run: () => sendDue(parts),
    failure: 'webhooks could not be sent',
  });
