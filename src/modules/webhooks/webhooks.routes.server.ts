import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, theOne } from '#platform/errors.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import { type Job, jobs } from '#platform/jobs/jobs.table.server.ts';
import { type Tx, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isOfHook, readDelivery, waitsFor } from './deliveries.server.ts';
import {
  deliverySchema,
  madeWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookMessageSchema,
  webhookSchema,
} from './webhooks.schema.ts';
import { type Hook, webhooks } from './webhooks.tables.server.ts';

const WEBHOOKS = {
  name: 'Webhooks',
  description:
    'Addresses that are notified of events, signed as Standard Webhooks says, at least once and in order for each item.',
};
const EXAMPLE = { url: 'https://example.org/hooks/guide', events: ['published', 'unpublished'] };
const MAX_WEBHOOKS = 20;
/** Deliveries in the log of one. */
const SHOWN = 50;
const RESTORED = 'It came from a backup, which holds no secrets: make a new one';

/** As Standard Webhooks writes it. */
const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The request that a receiver has to take. */
const describeMessage = (api: Api) =>
  api.openAPIRegistry.registerWebhook({
    method: 'post',
    path: 'event',
    operationId: 'receiveEvent',
    tags: [WEBHOOKS.name],
    summary: 'Something that the webhook asked for happened',
    security: [],
    request: {
      headers: z.object({
        'webhook-id': z.string().meta({ description: 'The same for every try' }),
        'webhook-timestamp': z.string().meta({ description: 'Seconds since 1970' }),
        'webhook-signature': z.string(),
      }),
      body: { content: { 'application/json': { schema: webhookMessageSchema } }, required: true },
    },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'The receiver is gone: the webhook pauses' },
      default: { description: 'Tried again for a day' },
    },
  });

const present = async (db: Executor, { signingSecret, ...row }: Hook) => ({
  ...row,
  ...(signingSecret === null
    ? { pausedAt: row.pausedAt ?? row.createdAt, pauseReason: RESTORED }
    : {}),
  waiting: await db.$count(jobs, waitsFor(row.id)),
});

const stateOf = ({ doneAt, error }: Job) => {
  if (doneAt === null) return 'waiting';
  return error === null ? 'delivered' : 'failed';
};

const presentDelivery = (row: Job, hook: Hook) => {
  const { slug: _slug, ...delivery } = readDelivery(row);
  const state = stateOf(row);
  return {
    ...delivery,
    id: row.id,
    state,
    attempts: row.attempts,
    nextAt: state === 'waiting' && hook.pausedAt === null ? row.runAt : null,
    endedAt: row.doneAt,
  } as const;
};

const hold = async (tx: Tx, id: number): Promise<Hook> =>
  theOne(await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update'), 'Webhook');

const update = async (tx: Tx, id: number, values: Partial<Hook>): Promise<Hook> =>
  theOne(await tx.update(webhooks).set(values).where(eq(webhooks.id, id)).returning(), 'Webhook');

const makeDue = (tx: Tx, id: number) =>
  tx.update(jobs).set({ runAt: sql`now()`, attempts: 0 }).where(waitsFor(id));

/** Going on after a pause, all that waited is sent at once. */
const resume = async (tx: Tx, id: number) => {
  await makeDue(tx, id);
  return { pausedAt: null, pauseReason: null, failingSince: null };
};

const changeWebhook = async (
  tx: Tx,
  viewer: Viewer,
  id: number,
  { isPaused, ...values }: z.output<typeof webhookChangeSchema>,
) => {
  const before = await hold(tx, id);
  const wasPaused = before.pausedAt !== null;
  const pausing = isPaused ? { pausedAt: before.pausedAt ?? new Date(), pauseReason: null } : {};
  const going = isPaused === false && wasPaused ? await resume(tx, id) : {};
  const { url, events } = before;
  const row = await update(tx, id, { url, events, ...values, ...pausing, ...going });
  await recordActivity(tx, viewer, {
    action: isPaused && !wasPaused ? 'webhook paused' : 'webhook changed',
    title: row.url,
    details: { events: row.events, isPaused: row.pausedAt !== null },
  });
  return present(tx, row);
};

/** A delivery of its own with the same message: the log of the first one stays. */
const sendAgain = async (tx: Tx, viewer: Viewer, id: number, deliveryId: number) => {
  const hook = await hold(tx, id);
  if (hook.pausedAt || hook.signingSecret === null) {
    throw new AppError('conflict', 'This webhook pauses. Let it go on first.');
  }
  const isThis = and(isOfHook(id), eq(jobs.id, deliveryId));
  const first = theOne(await tx.select().from(jobs).where(isThis), 'Delivery');
  if (first.doneAt === null) throw new AppError('conflict', 'This delivery waits already.');
  const { name, subject, key } = first;
  const data = { ...readDelivery(first), exchanges: [] };
  const values = { name, subject, key, data };
  const again = theOne(await tx.insert(jobs).values(values).returning(), 'Delivery');
  const details = { sentAgain: data.event };
  await recordActivity(tx, viewer, { action: 'webhook changed', title: hook.url, details });
  return presentDelivery(again, hook);
};

/** Webhooks and the log of their deliveries, for owners. */
export const mountWebhooks = (api: Api, { connection: { db } }: AppParts) => {
  const all = { tag: WEBHOOKS, access: 'owner', path: '/api/webhooks' } as const;
  const one = {
    ...all,
    path: '/api/webhooks/{id}',
    params: idParam,
    failures: { 404: 'No such webhook' },
  } as const;
  describeMessage(api);

  return [
    endpoint(api, {
      ...all,
      method: 'get',
      id: 'listWebhooks',
      summary: 'All webhooks, with whether they pause and how much waits; never their secrets',
      response: z.array(webhookSchema),
      handle: async () => {
        const rows = await db.select().from(webhooks).orderBy(asc(webhooks.id));
        return Promise.all(rows.map((row) => present(db, row)));
      },
    }),
    endpoint(api, {
      ...all,
      method: 'post',
      id: 'makeWebhook',
      summary: 'Add a webhook; the response is the only one that ever holds its secret',
      body: newWebhookSchema,
      response: madeWebhookSchema,
      status: 201,
      examples: { body: EXAMPLE },
      failures: { 409: 'There are too many' },
      handle: ({ viewer, body }) =>
        transact(db, async (tx) => {
          if ((await tx.$count(webhooks)) >= MAX_WEBHOOKS) {
            const message = `There are ${MAX_WEBHOOKS} webhooks already. Delete one first.`;
            throw new AppError('conflict', message);
          }
          const secret = makeSecret();
          const values = { ...body, signingSecret: secret };
          const row = theOne(await tx.insert(webhooks).values(values).returning(), 'Webhook');
          const { url: title, events } = row;
          await recordActivity(tx, viewer, { action: 'webhook made', title, details: { events } });
          return { ...(await present(tx, row)), secret };
        }),
    }),
    endpoint(api, {
      ...one,
      method: 'patch',
      id: 'changeWebhook',
      summary: 'Change the address or the events, pause it, or let it go on',
      body: webhookChangeSchema,
      response: webhookSchema,
      examples: { body: { isPaused: false } },
      handle: ({ viewer, params, body }) =>
        transact(db, (tx) => changeWebhook(tx, viewer, params.id, body)),
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'deleteWebhook',
      summary: 'Delete a webhook with its log; what waits is not sent',
      response: success,
      handle: ({ viewer, params: { id } }) =>
        transact(db, async (tx) => {
          const { url: title } = await hold(tx, id);
          await tx.delete(webhooks).where(eq(webhooks.id, id));
          await tx.delete(jobs).where(isOfHook(id));
          await recordActivity(tx, viewer, { action: 'webhook deleted', title });
        }),
    }),
    endpoint(api, {
      ...one,
      path: '/api/webhooks/{id}/secret',
      method: 'post',
      id: 'renewWebhookSecret',
      summary: 'Make a new secret, shown once; the old one signs nothing from now on',
      response: madeWebhookSchema,
      handle: ({ viewer, params: { id } }) =>
        transact(db, async (tx) => {
          const secret = makeSecret();
          const row = await update(tx, id, { signingSecret: secret });
          const details = { fields: ['secret'] };
          await recordActivity(tx, viewer, { action: 'webhook changed', title: row.url, details });
          await makeDue(tx, id);
          return { ...(await present(tx, row)), secret };
        }),
    }),
    endpoint(api, {
      ...one,
      path: '/api/webhooks/{id}/deliveries',
      method: 'get',
      id: 'listWebhookDeliveries',
      summary: `The last ${SHOWN} deliveries of the last 30 days, newest first, with request and response of each try`,
      response: z.array(deliverySchema),
      handle: async ({ params: { id } }) => {
        const isIt = eq(webhooks.id, id);
        const hook = theOne(await db.select().from(webhooks).where(isIt), 'Webhook');
        const log = db.select().from(jobs).where(isOfHook(id)).orderBy(desc(jobs.id));
        const rows = await log.limit(SHOWN);
        return rows.map((row) => presentDelivery(row, hook));
      },
    }),
    endpoint(api, {
      ...one,
      path: '/api/webhooks/{id}/deliveries/{deliveryId}/resend',
      method: 'post',
      id: 'resendWebhookDelivery',
      summary: 'Send a delivery again, as the item is now',
      params: idParam.extend({ deliveryId: idParam.shape.id }),
      response: deliverySchema,
      status: 201,
      failures: { 404: 'No such delivery', 409: 'The webhook pauses, or the delivery waits' },
      handle: ({ viewer, params: { id, deliveryId } }) =>
        transact(db, (tx) => sendAgain(tx, viewer, id, deliveryId)),
    }),
  ];
};
