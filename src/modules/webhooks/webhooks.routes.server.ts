import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import {
  deliveriesQuery,
  deliverySchema,
  madeWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookMessageSchema,
  webhookSchema,
} from './webhooks.schema.ts';
import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  renewSecret,
  resendDelivery,
} from './webhooks.server.ts';

const WEBHOOKS = {
  name: 'Webhooks',
  description:
    'Addresses that are told of events, signed as Standard Webhooks says, at least once and in order for each item.',
};

const EXAMPLE = { url: 'https://example.org/hooks/guide', events: ['published', 'unpublished'] };
const NOT_THERE = { 404: 'No such webhook' } as const;

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

/** Webhooks and the log of their deliveries, for owners. */
export const mountWebhooks = (api: Api, { connection: { db } }: AppParts) => {
  const all = { tag: WEBHOOKS, access: 'owner', path: '/api/webhooks' } as const;
  const one = {
    ...all,
    path: '/api/webhooks/{id}',
    params: idParam,
    failures: NOT_THERE,
  } as const;

  describeMessage(api);

  return [
    endpoint(api, {
      ...all,
      method: 'get',
      id: 'listWebhooks',
      summary: 'All webhooks, with whether they pause and how much waits; never their secrets',
      response: z.array(webhookSchema),
      handle: () => listWebhooks(db),
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
      handle: ({ viewer, body }) => makeWebhook(db, viewer, body),
    }),
    endpoint(api, {
      ...one,
      method: 'patch',
      id: 'changeWebhook',
      summary: 'Change the address or the events, pause it, or let it go on',
      body: webhookChangeSchema,
      response: webhookSchema,
      examples: { body: { isPaused: false } },
      handle: ({ viewer, params, body }) => changeWebhook(db, viewer, params.id, body),
    }),
    endpoint(api, {
      ...one,
      method: 'delete',
      id: 'deleteWebhook',
      summary: 'Delete a webhook with its log; what waits is not sent',
      response: success,
      handle: ({ viewer, params }) => deleteWebhook(db, viewer, params.id),
    }),
    endpoint(api, {
      ...one,
      path: '/api/webhooks/{id}/secret',
      method: 'post',
      id: 'renewWebhookSecret',
      summary: 'Make a new secret, shown once; the old one signs nothing from now on',
      response: madeWebhookSchema,
      handle: ({ viewer, params }) => renewSecret(db, viewer, params.id),
    }),
    endpoint(api, {
      ...one,
      path: '/api/webhooks/{id}/deliveries',
      method: 'get',
      id: 'listWebhookDeliveries',
      summary:
        'Deliveries of the last 30 days, newest first, with request and response of each try',
      query: deliveriesQuery,
      response: z.array(deliverySchema),
      handle: ({ params, query }) => listDeliveries(db, params.id, query),
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
      handle: ({ viewer, params }) => resendDelivery(db, viewer, params.id, params.deliveryId),
    }),
  ];
};
