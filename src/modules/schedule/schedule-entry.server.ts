import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import { keyOf, type Place } from '#modules/place.server.ts';
import { type Job, jobs } from '#platform/jobs/jobs.table.server.ts';

/** The name of these jobs. Their subject is the item, and their key is what happens to it. */
export const SCHEDULE = 'schedule';

const planned = z.object({
  collection: z.string(),
  itemId: z.int(),
  action: z.enum(['publish', 'unpublish']),
  title: z.string(),
  /** The fields that go live, as scheduled; absent ones stay as they are. */
  fields: z.record(z.string(), z.unknown()),
  /** The version that was seen: another one is not overwritten. */
  baseVersion: z.int().nullable(),
  draftVersion: z.int().nullable(),
  /** A person was asked and wants it. */
  isConfirmed: z.boolean(),
  userId: z.int().nullable(),
  userEmail: z.string().nullable(),
});

export type Planned = z.output<typeof planned>;

const stateOf = ({ doneAt, error }: Job) => {
  if (doneAt === null) return 'waiting';
  return error === null ? 'done' : 'failed';
};

/** Timed publishing or unpublishing of an item, and its outcome. */
export const readEntry = (job: Job) => {
  const state = stateOf(job);
  return {
    ...planned.parse(job.data),
    id: job.id,
    at: job.runAt,
    state,
    problem: state === 'failed' ? job.error : null,
    endedAt: job.doneAt,
  } as const;
};

export type Entry = ReturnType<typeof readEntry>;

/** The job of an entry: of each item one publishing and one unpublishing may wait. */
export const jobOf = (at: Date, data: Planned) => ({
  name: SCHEDULE,
  subject: keyOf(data),
  key: data.action,
  runAt: at,
  data,
});

/** All entries of an item. */
export const isOfItem = (place: Place) =>
  and(eq(jobs.name, SCHEDULE), eq(jobs.subject, keyOf(place)));
