import * as z from 'zod';
import { FOUND_WITH, LEVELS, PUBLISHERS, READ_IN } from '#content/coverage/coverage.collection.ts';

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
    foundWith: z.enum(FOUND_WITH).nullish(),
    quoteGoneSince: z
      .string()
      .nullish()
      .meta({ description: 'The day since which the quote is no longer on the page' }),
  })
  .meta({ id: 'EvidenceCell' });

export const vendorStatement = z
  .object({
    level: z.enum(LEVELS),
    says: z
      .string()
      .meta({ description: 'The level in words', example: 'The vendor states that it does' }),
    text: z.string(),
    url: z.string().nullable(),
    domain: z.string(),
    statedOn: z.string(),
  })
  .meta({
    id: 'VendorStatement',
    description: 'What somebody at this domain states for the vendor; no page that we read says so',
  });

export const coverageRow = z.object({
  feature: namedItem,
  /** One for each vendor, in the order in which the vendors were named. */
  cells: z.array(evidenceCell.nullable()),
  stated: z
    .array(vendorStatement.nullable())
    .optional()
    .meta({ description: 'What the vendors state, in the same order; left out where none does' }),
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
/** The vendor's own word on a feature: beside what pages document, and never among it. */
export type Stated = z.infer<typeof vendorStatement>;
export type CoverageRow = z.infer<typeof coverageRow>;
export type CoverageGroup = z.infer<typeof coverageGroups>[number];
