import { Webhook } from 'standardwebhooks';
import type { AppParts } from '#kit/app-parts.server.ts';
import { presentItem } from '#kit/routes.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import type { Exchange, WebhookMessage } from './webhooks.schema.ts';
import type { webhookDeliveries, webhooks } from './webhooks.tables.server.ts';

export type SendParts = Pick<AppParts, 'connection' | 'content' | 'log' | 'settings'>;
export type Delivery = typeof webhookDeliveries.$inferSelect;
export type Webhooks = typeof webhooks.$inferSelect;

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
  const item = await parts.reader.byId(null, itemId);
  const readerOf: Parameters<typeof presentItem>[2]['readerOf'] = (type) =>
    content.partsOf(type).reader;
  return item && presentItem(parts, item, { db, viewer: null, readerOf });
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
export const sendDelivery = async (
  parts: SendParts,
  { url, signingSecret }: Webhooks,
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
