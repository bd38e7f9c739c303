import * as z from 'zod';

/** A line of the processing log. */
export const jobEvent = z
  .object({
    n: z.int(),
    /** The steps of a rewrite, in their order, and how a fetch tells of a feed. */
    step: z.enum(['fetching', 'enhancing', 'calling', 'seo', 'feed', 'done', 'failed']),
    level: z.enum(['info', 'warning', 'success', 'error']),
    message: z.string(),
    at: z.string(),
    /** Of a fetch: feed n of m, how many articles are saved and how many problems noted so far. */
    feed: z.int().optional(),
    feeds: z.int().optional(),
    saved: z.int().optional(),
    errors: z.int().optional(),
    /** Of a fetch that is done: its problems, a line each. */
    problems: z.array(z.string()).optional(),
  })
  .meta({ id: 'JobEvent' });

export type JobEvent = z.infer<typeof jobEvent>;

/** The last event of a stream; `none` when nothing was there to follow. */
export interface JobEnd {
  state: 'done' | 'failed' | 'none';
  message: string;
}
