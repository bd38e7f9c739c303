import * as z from 'zod';
import { ACTIONS } from './actions.ts';

const DAY_MS = 86_400_000;

/** '2026-11-15' is the whole day, by UTC; a time is itself. */
const boundary = (isEnd: boolean) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Give a day, such as 2026-11-15')
    .transform((text) => {
      const isDay = text.length === 10;
      return new Date(Date.parse(text) + (isEnd && isDay ? DAY_MS : 0));
    });

const cursor = z
  .string()
  .regex(/^\d{1,14}-\d{1,15}$/, 'This is no place in the list')
  .transform((text) => {
    const [at = 0, id = 0] = text.split('-').map(Number);
    return { at: new Date(at), id };
  });

export const activityFilters = z.object({
  actor: z.string().trim().max(254).optional().meta({
    description: 'The address of a person, or the id of a user',
  }),
  collection: z.string().max(60).optional(),
  item: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  action: z.enum(ACTIONS).optional(),
  from: boundary(false).optional().meta({ description: 'The first day, or a moment' }),
  to: boundary(true).optional().meta({ description: 'The last day, or a moment' }),
});

export const activityQuery = activityFilters.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: cursor.optional().meta({ description: 'Where the last part ended, from `Link`' }),
});

export type ActivityQuery = z.output<typeof activityQuery>;

export const activityEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    actorId: z.int().nullable(),
    actorEmail: z.string().nullable(),
    action: z.enum(ACTIONS),
    collection: z.string().nullable(),
    itemId: z.int().nullable(),
    title: z.string().nullable(),
    version: z.int().nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
    address: z.string().nullable(),
    agent: z.string().nullable(),
  })
  .meta({ id: 'Activity' });
