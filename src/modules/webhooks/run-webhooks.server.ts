import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { Webhook } from 'standardwebhooks';
import type { AppParts } from '#kit/app-parts.server.ts';
import { presentItem } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { beat, isHeld } from '#platform/db/lease.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { LONGEST_WAIT_MS, startWokenJob } from '#platform/woken-job.server.ts';
import { WEBHOOKS_KEY } from './queue-webhooks.server.ts';
import type { Exchange, WebhookMessage } from './webhooks.schema.ts';
import { type Delivery, type Hook, webhookDeliveries, webhooks } from './webhooks.tables.server.ts';

type SendParts = Pick<AppParts, 'connection' | 'content' | 'log' | 'settings'>;

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE = 1024 * 1024;
const LOGGED = 4096;
const LOGGED_HEADERS = 30;
const LOGGED_HEADER = 130;

/** As readers see the item at this moment; null when they do not. */
const readPublic = async ({ connection: { db }, content }: SendParts, delivery: Delivery) => {
  const { collection, itemId } = delivery;
  const isKnown = content.registry.some(({ name }) => name === collection);
  if (!collection || !itemId || !isKnown) return null;
  const parts = content.partsOf(collection);
  const [item] = await parts.reader.byIds(null, [itemId]);
  const readerOf: Parameters<typeof presentItem>[2]['readerOf'] = (type) =>
    content.partsOf(type).reader;
  if (!item) return null;
  return presentItem(parts, item, { db, viewer: null, readerOf });
};

/** Made anew for each try, so that nothing is sent that was withdrawn since. */
const writeBody = async (parts: SendParts, delivery: Delivery): Promise<string> => {
  const { event, at, collection, itemId, slug, path, job } = delivery;
  const message: WebhookMessage = {
    event,
    time: at.toISOString(),
    type: collection,
    id: itemId,
    slug,
    path,
    ...(job ? { job } : {}),
    item: await readPublic(parts, delivery),
  };
  return JSON.stringify(message);
};

/** PostgreSQL keeps neither NUL nor halves of surrogate pairs. */
const cut = (text: string) => text.slice(0, LOGGED).replaceAll('\u0000', '').toWellFormed();

const logHeaders = (headers: Iterable<[string, string]>) =>
  Object.fromEntries(
    [...headers]
      .slice(0, LOGGED_HEADERS)
      .map(([name, value]) => [name.slice(0, LOGGED_HEADER), cut(value.slice(0, LOGGED_HEADER))]),
  );

/** One try; never throws for what the receiver does. */
const sendDelivery = async (
  parts: SendParts,
  { url, signingSecret }: Hook,
  delivery: Delivery,
): Promise<Exchange> => {
  const body = await writeBody(parts, delivery);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': delivery.messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(signingSecret ?? '').sign(delivery.messageId, now, body),
  };
  const sent = { at: now.toISOString(), request: { headers, body: cut(body) } };
  try {
    const response = await guardedFetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE,
      allowHosts: parts.settings.FETCH_ALLOW_HOSTS,
    });
    const { status } = response;
    const isTaken = status >= 200 && status < 300;
    return {
      ...sent,
      response: { status, headers: logHeaders(response.headers), body: cut(response.text()) },
      problem: isTaken ? null : `The receiver responded with ${status}`,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...sent, response: null, problem: cut(problem) };
  }
};

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

const succeed = ({ connection: { db } }: SendParts, delivery: Delivery, exchange: Exchange) =>
  db.transaction(async (tx) => {
    const exchanges = logTry(delivery, exchange);
    await tx
      .update(webhookDeliveries)
      .set({ state: 'delivered', endedAt: sql`now()`, beatAt: null, exchanges })
      .where(eq(webhookDeliveries.id, delivery.id));
    const isFailing = and(eq(webhooks.id, delivery.webhookId), isNotNull(webhooks.failingSince));
    await tx.update(webhooks).set({ failingSince: null }).where(isFailing);
  });

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
    const reason = isGone ? REASONS.gone : REASONS.failing;
    const paused = { pausedAt: sql`now()`, pauseReason: reason };
    await tx.update(webhooks).set(paused).where(eq(webhooks.id, delivery.webhookId));
    const title = hook.url;
    await recordActivity(tx, null, { action: 'webhook paused', title, details: { reason } });
  });

const isActive = and(isNull(webhooks.pausedAt), isNotNull(webhooks.signingSecret));

/** Sends what is due to one receiver, in order; true when it was left off after failures. */
const sendTo = async (parts: SendParts, id: number): Promise<boolean> => {
  const { db } = parts.connection;
  let failures = 0;
  while (failures < MAX_FAILURES) {
    // Read each time: it may be paused, or sent elsewhere, at any moment.
    const [hook] = await db
      .select()
      .from(webhooks)
      .where(and(isActive, eq(webhooks.id, id)));
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
  const { db } = parts.connection;
  const active = await db.select({ id: webhooks.id }).from(webhooks).where(isActive);
  const ended = await Promise.allSettled(active.map(({ id }) => inTurn(sendTo, parts, id)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  if (ended.some((one) => one.status === 'fulfilled' && one.value)) return PAUSE_MS;
  if (active.length === 0) return LONGEST_WAIT_MS;
  const { rows } = await db.execute<{ ms: number | null }>(
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
