import * as z from 'zod';

export const rewriteRecord = z.strictObject({
  model: z.string(),
  styleGuideId: z.int().nullable(),
  styleGuideName: z.string(),
  styleGuideVersion: z.int().nullable(),
  at: z.string(),
  /** Share of the rewritten text that stands word for word in long runs of the original, 0 to 1. */
  overlap: z.number(),
  tooClose: z.boolean(),
});

export type RewriteRecord = z.infer<typeof rewriteRecord>;
