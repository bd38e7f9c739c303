import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createPagedTypes, draftSeenQuery } from '#modules/item-calls.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import {
  changeReview,
  listReviews,
  readReviewSetting,
  writeReviewSetting,
} from './reviews.server.ts';
import { REVIEW_STATES } from './reviews.table.server.ts';

const REVIEWS = {
  name: 'Reviews',
  description: 'Who looks at a text before it is published, for teams that switch it on.',
};

const setting = z.strictObject({ isOn: z.boolean() }).meta({ id: 'ReviewSetting' });

const review = z
  .object({
    collection: z.string(),
    itemId: z.int(),
    title: z.string(),
    state: z.enum(REVIEW_STATES),
    assignee: z.string().nullable(),
    notes: z.array(z.object({ by: z.string().nullable(), at: z.iso.datetime(), text: z.string() })),
    changedBy: z.string().nullable(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Review' });

const change = z
  .strictObject({
    state: z.enum(REVIEW_STATES).optional(),
    assignee: z.string().trim().toLowerCase().min(3).max(320).nullable().optional(),
    note: z.string().trim().min(1).max(2000).optional(),
  })
  .meta({ id: 'ReviewChange' });

export const mountReviews = (api: Api, { connection: { db }, content }: AppParts) => {
  const types = createPagedTypes(content.registry, content.partsOf);

  return [
    endpoint(api, {
      method: 'get',
      id: 'getReviewSetting',
      path: '/api/review-setting',
      tag: REVIEWS,
      summary: 'Whether texts are reviewed before they are published',
      access: 'viewer',
      response: setting,
      handle: () => readReviewSetting(db),
    }),
    endpoint(api, {
      method: 'put',
      id: 'setReviewSetting',
      path: '/api/review-setting',
      tag: REVIEWS,
      summary: 'Switch reviews on or off',
      access: 'owner',
      body: setting,
      response: setting,
      handle: ({ body, viewer }) => writeReviewSetting(db, body.isOn, viewer),
    }),
    endpoint(api, {
      method: 'get',
      id: 'listReviews',
      path: '/api/reviews',
      tag: REVIEWS,
      summary: 'Texts on their way to readers, the last changed first',
      access: 'viewer',
      response: z.array(review),
      handle: () => listReviews(db, content.registry),
    }),
    endpoint(api, {
      method: 'put',
      id: 'changeReview',
      path: '/api/{collection}/{id}/review',
      tag: REVIEWS,
      summary:
        'Ask for a review, note something, or approve; to approve takes a publisher, and whoever was asked may agree and answer',
      access: 'viewer',
      params: types.params,
      query: draftSeenQuery,
      body: change,
      response: review,
      isVersioned: true,
      failures: {
        403: 'Needs the role editor, or to be asked',
        404: 'Not there',
        409: 'Reviews are switched off',
      },
      handle: ({
        params: { collection: name, id },
        query: { draftVersion },
        version,
        viewer,
        body,
      }) => {
        const { collection } = types.find(name);
        return changeReview(db, { collection, id, version, draftVersion }, viewer, body);
      },
    }),
  ];
};
