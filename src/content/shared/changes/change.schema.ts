import * as z from 'zod';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';

/** One change about a vendor, with the text before and after; null is nothing. */
export const change = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    vendor: namedItem,
    field: z.enum(['ownership', 'priceMeter', 'attestations', 'coverage']),
    /** Of a change of coverage: the feature. */
    feature: namedItem.nullable(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'ChangedFact' });

export type VendorChange = z.infer<typeof change>;
