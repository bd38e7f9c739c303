import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { createPagedTypes, draftSeenQuery } from '#modules/item-calls.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { confirmQuery } from '#platform/http/params.ts';
import { cancelSchedule, listSchedule, scheduleItem } from './schedule.server.ts';

const SCHEDULE = {
  name: 'Schedule',
  description: 'What is published and unpublished by itself, and what came of it.',
};

const entry = z
  .object({
    id: z.int(),
    collection: z.string(),
    itemId: z.int(),
    title: z.string(),
    action: z.enum(['publish', 'unpublish']),
    at: z.iso.datetime(),
    state: z.enum(['waiting', 'done', 'failed']),
    problem: z.string().nullable().meta({ description: 'Why it failed, in words for a person' }),
    isOutdated: z.boolean().meta({ description: 'The item or its draft went on since' }),
    scheduledBy: z.string().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ScheduleEntry' });

const dateTime = z.iso.datetime({ offset: true }).optional();

const times = z
  .strictObject({ publishAt: dateTime, unpublishAt: dateTime })
  .meta({ id: 'ScheduleTimes', description: 'Moments with their zone; at least one' });

const EXAMPLE = { publishAt: '2030-12-03T09:00:00+01:00' };

export const mountSchedule = (api: Api, { connection: { db }, content }: AppParts) => {
  const types = createPagedTypes(content.registry, content.partsOf);
  const base = {
    tag: SCHEDULE,
    path: '/api/{collection}/{id}/schedule',
    access: 'publisher',
    // A schedule is no better than the person behind it is when its time comes.
    tokens: false,
    params: types.params,
  } as const;

  return [
    endpoint(api, {
      tag: SCHEDULE,
      method: 'get',
      id: 'listSchedule',
      path: '/api/schedule',
      summary: 'What waits for its time, what failed, and what was done in the last 30 days',
      access: 'viewer',
      response: z.array(entry),
      handle: () => listSchedule(db, content.registry),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'scheduleItem',
      summary: 'Publish an item as it is now, draft included, or unpublish it, at a moment to come',
      query: confirmQuery.extend(draftSeenQuery.shape),
      body: times,
      response: z.array(entry),
      isVersioned: true,
      examples: { body: EXAMPLE },
      failures: { 404: 'Not there', 409: 'Nothing to publish or to unpublish, or already used' },
      handle: ({ params: { collection, id }, query, viewer, version, body }) =>
        scheduleItem(
          types.find(collection),
          db,
          { id, viewer, version, draftVersion: query.draftVersion, isConfirmed: query.confirm },
          body,
        ),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'cancelSchedule',
      summary: 'Take back what waits, and put what failed out of sight',
      response: success,
      failures: { 404: 'Not there, or nothing is scheduled' },
      handle: ({ params: { collection, id }, viewer }) =>
        cancelSchedule(types.find(collection), id, viewer),
    }),
  ];
};
