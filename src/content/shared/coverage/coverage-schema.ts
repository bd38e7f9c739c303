import * as z from 'zod';
import { LEVELS, PUBLISHERS, READ_IN } from '#content/coverage/coverage.collection.ts';

export const namedItem = z.object({ slug: z.string(), name: z.string() });

export const evidenceCell = z
  .object({
    level: z.enum(LEVELS),
    finding: z.string(),
    url: z.string(),
    publisher: z.enum(PUBLISHERS),
    pageDate: z.string().nullable(),
    note: z.string().nullable(),
    checkedOn: z.string(),
    checkedBy: z.string(),
    readIn: z.enum(READ_IN),
    quote: z.string().nullish().meta({ description: 'The words of the page, as they stand there' }),
  })
  .meta({ id: 'EvidenceCell' });

export const coverageRow = z.object({
  feature: namedItem,
  /** One for each vendor, in the order in which the vendors were named. */
  cells: z.array(evidenceCell.nullable()),
});

export const coverageGroups = z.array(
  z.object({
    category: z.string(),
    core: z.array(z.string()),
    rows: z.array(coverageRow),
  }),
);

/** The evidence of one vendor for one feature; null is 'not confirmed'. */
export type Cell = z.infer<typeof evidenceCell>;
/** The facts of a page that was read; a fact's source may lack any of them. */
export type Read = { [Key in keyof Omit<Cell, 'level'>]?: Cell[Key] | null | undefined };
export type CoverageRow = z.infer<typeof coverageRow>;
export type CoverageGroup = z.infer<typeof coverageGroups>[number];
