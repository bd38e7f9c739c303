import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { listTimedJobs } from '#platform/timed-job.server.ts';

const TIMED_JOBS = {
  name: 'Timed jobs',
  description: 'What the site does by itself, and what came of it.',
};

const moment = z.iso.datetime().nullable();

const timedJob = z
  .object({
    name: z.string(),
    nextAt: moment.meta({ description: 'When it is due next; null when nothing waits' }),
    isOff: z.boolean().meta({ description: 'No time is set for it' }),
    startedAt: moment.meta({ description: 'Since when it runs; null when it does not' }),
    succeededAt: moment,
    failedAt: moment,
    failure: z.string().nullable().meta({ description: 'Why it failed last' }),
    failures: z.int().meta({ description: 'In a row' }),
    isOverdue: z.boolean().meta({ description: 'Ten minutes late or more' }),
    isTroubled: z.boolean().meta({ description: 'Overdue, or failed twice in a row' }),
  })
  .meta({ id: 'TimedJob' });

/** For publishers, who must see why a publication is held up. */
export const mountTimedJobs = (api: Api, { connection: { db } }: AppParts) => {
  return [
    endpoint(api, {
      tag: TIMED_JOBS,
      method: 'get',
      id: 'listTimedJobs',
      path: '/api/timed-jobs',
      summary: 'Every timed job: last success, last failure and next run',
      access: 'publisher',
      response: z.array(timedJob),
      handle: async () =>
        (await listTimedJobs(db)).map(({ pattern, beatAt: _beatAt, ...job }) => ({
          ...job,
          isOff: pattern === '',
          isTroubled: job.isOverdue || job.failures > 1,
        })),
    }),
  ];
};
