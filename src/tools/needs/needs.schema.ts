import * as z from 'zod';
import {
  evidenceCell,
  namedItem,
  vendorStatement,
} from '#content/shared/coverage/coverage-schema.ts';

const cell = evidenceCell
  .pick({ level: true, url: true, publisher: true, pageDate: true, checkedOn: true })
  .extend(evidenceCell.pick({ quote: true, quoteGoneSince: true }).shape)
  .meta({ id: 'NeedCell' });

const matched = z
  .object({
    rank: z.int(),
    isShared: z.boolean().meta({ description: 'Whether another vendor has the same rank' }),
    vendor: namedItem,
    mustsDocumented: z.int(),
    documented: z.int(),
    partial: z.int(),
    absent: z.int(),
    notConfirmed: z.int(),
    cells: z.array(cell.nullable()).meta({ description: 'One for each need, in their order' }),
    stated: z
      .array(vendorStatement.nullable())
      .optional()
      .meta({ description: 'What the vendor states, in the same order; left out where nothing' }),
  })
  .meta({ id: 'MatchedVendor' });

export const matchedNeeds = z
  .object({
    needs: z.array(
      namedItem.extend({ category: z.string(), isMust: z.boolean(), question: z.string() }),
    ),
    total: z.int(),
    pages: z.int(),
    vendors: z.array(matched),
  })
  .meta({ id: 'Needs' });

export type Matched = z.infer<typeof matched>;
