import { createHmac } from 'node:crypto';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { presentItem } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { type Delivery, readDelivery, WEBHOOK } from './deliveries.server.ts';
import type { Exchange, WebhookMessage } from './webhooks.schema.ts';
import { type Hook, webhooks } from './webhooks.tables.server.ts';

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

/** Written for each try, so that nothing is sent that was withdrawn since. */
const writeBody = async (parts: SendParts, delivery: Delivery): Promise<string> => {
  const { event, at, collection, itemId, slug, path, job } = delivery;
  const message: WebhookMessage = {
    event,
    time: at,
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

/** As Standard Webhooks says; the tests check it by that project's own library. */
const sign = (secret: string, message: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(message).digest('base64')}`;
};

/** One try; never throws for what the receiver does. */
const sendDelivery = async (
  parts: SendParts,
  { url, signingSecret }: Hook,
  delivery: Delivery,
): Promise<Exchange> => {
  const body = await writeBody(parts, delivery);
  const now = new Date();
  const id = delivery.messageId;
  const seconds = String(Math.floor(now.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': sign(signingSecret ?? '', `${id}.${seconds}.${body}`),
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
const RETRY_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 32_400];
/** Receivers at once, each with one delivery at a time. */
const AT_ONCE = 4;
const GONE = 410;
/** Where the webhook pauses: until it goes on, which makes its deliveries due at once. */
const PARKED_S = 100 * 365 * 86_400;

const REASONS = {
  gone: 'The receiver said that it is gone (410)',
  failing: 'Every delivery of a day failed',
};

/** With this try; a webhook that went on after a pause may have had more of them. */
const logTry = (delivery: Delivery, exchange: Exchange): Delivery => ({
  ...delivery,
  exchanges: [...delivery.exchanges, exchange].slice(-RETRY_S.length - 1),
});

const succeed = async (tx: Tx, { id }: Hook) => {
  const isFailing = and(eq(webhooks.id, id), isNotNull(webhooks.failingSince));
  await tx.update(webhooks).set({ failingSince: null }).where(isFailing);
};

/** A webhook pauses when its receiver is gone, or when everything failed for a day; resolves to whether it does. */
const noteFailure = async (tx: Tx, { id }: Hook, { response }: Exchange) => {
  const [hook] = await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, now())` })
    .where(eq(webhooks.id, id))
    .returning({
      url: webhooks.url,
      isLong: sql<boolean>`failing_since <= now() - interval '1 day'`,
    });
  const isGone = response?.status === GONE;
  if (!(hook && (isGone || hook.isLong))) return false;
  const reason = isGone ? REASONS.gone : REASONS.failing;
  const paused = { pausedAt: sql`now()`, pauseReason: reason };
  await tx.update(webhooks).set(paused).where(eq(webhooks.id, id));
  const title = hook.url;
  await recordActivity(tx, null, { action: 'webhook paused', title, details: { reason } });
  return true;
};

/** Sends one delivery. A webhook that pauses keeps what waits. */
export const webhookJob = (parts: SendParts): JobType => ({
  name: WEBHOOK,
  retryInS: RETRY_S,
  atOnce: AT_ONCE,
  work: async (job) => {
    const isHook = eq(webhooks.id, Number(job.subject));
    const [hook] = await parts.connection.db.select().from(webhooks).where(isHook);
    if (!hook) return undefined;
    if (hook.pausedAt || hook.signingSecret === null) return async () => ({ againInS: PARKED_S });
    const delivery = readDelivery(job);
    const exchange = await sendDelivery(parts, hook, delivery);
    const data = logTry(delivery, exchange);
    const { problem } = exchange;
    return async (tx) => {
      if (problem === null) {
        await succeed(tx, hook);
        return { data };
      }
      const isPaused = await noteFailure(tx, hook, exchange);
      return isPaused ? { data, againInS: PARKED_S } : { data, error: problem };
    };
  },
});
