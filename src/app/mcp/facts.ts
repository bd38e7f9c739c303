import * as z from 'zod';
import { LEVELS, PUBLISHERS, READ_IN } from '#content/coverage/coverage.collection.ts';
import type { Cell } from '#content/shared/coverage/coverage-schema.ts';
import { type Stated, vendorStatement } from '#content/shared/coverage/coverage-schema.ts';
import { HAND_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { FURTHER, factText, PROFILE_FACTS, sourcesOf } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';

const evidence = z.object({
  source: z.enum(PUBLISHERS).nullable().meta({ description: 'Who published the page' }),
  rank: z.enum([HAND_WORDS.first, HAND_WORDS.second]).nullable(),
  url: z.string().meta({ description: 'The page that was read' }),
  pageDate: z.string().nullable().meta({ description: 'Year, month or day; null is undated' }),
  checkedOn: z.string().nullable().meta({ description: 'The day on which it was read' }),
  readIn: z.enum(READ_IN).nullable(),
  quote: z
    .string()
    .nullable()
    .meta({ description: 'The words of the page; null where none are quoted' }),
  quoteGoneSince: z
    .string()
    .nullable()
    .meta({ description: 'The day since which the quote is no longer on the page' }),
});

export const fact = z.object({
  status: z.enum([...LEVELS, 'published', 'not confirmed']).meta({
    description:
      'documented, partial and absent are what a page says of a feature; published is a fact with its text; not confirmed is not the same as absent',
  }),
  value: z.string().nullable(),
  note: z.string().nullable(),
  evidence: z.array(evidence),
  stated: vendorStatement.nullish().meta({
    description: 'What the vendor states itself; it is no evidence and changes no status',
  }),
});

type Fact = z.infer<typeof fact>;
type Source = Vendor['sources'][number];

/** Evidence as a profile, a comparison or an order of needs has it. */
type Read = Pick<
  Source,
  'url' | 'publisher' | 'pageDate' | 'checkedOn' | 'readIn' | 'quote' | 'quoteGoneSince'
>;

const asEvidence = ({ url, publisher, pageDate, checkedOn, readIn, ...told }: Read) => ({
  source: publisher ?? null,
  rank: publisher ? HAND_WORDS[isFirstRank(publisher) ? 'first' : 'second'] : null,
  url: url ?? '',
  pageDate: pageDate || null,
  checkedOn: checkedOn?.slice(0, 10) ?? null,
  readIn: readIn ?? null,
  quote: told.quote || null,
  quoteGoneSince: told.quoteGoneSince ?? null,
});

const UNKNOWN: Fact = { status: 'not confirmed', value: null, note: null, evidence: [] };

/** A vendor's feature; null is not confirmed. */
export const ofCell = (
  cell: (Pick<Cell, 'level'> & Read & Partial<Pick<Cell, 'finding' | 'note'>>) | null | undefined,
  stated?: Stated | null,
): Fact => ({
  ...(cell
    ? {
        status: cell.level,
        value: cell.finding ?? null,
        note: cell.note ?? null,
        evidence: [asEvidence(cell)],
      }
    : UNKNOWN),
  ...(stated ? { stated } : {}),
});

/** A fact of a profile with its sources; sources without an address are no evidence. */
export const ofField = (value: string | null, sources: readonly Source[]): Fact =>
  value
    ? {
        status: 'published',
        value,
        note: null,
        evidence: sources
          .filter(({ url }) => url)
          .map((source) => asEvidence({ ...source, readIn: source.readIn ?? 'stored copy' })),
      }
    : UNKNOWN;

/** Told beside the facts, or as a part of another. */
const APART: readonly string[] = ['ownership', 'ownershipSince', 'categories', 'markets'];
/** No questions to which an answer could be missing. */
const REMARKS: readonly string[] = ['status', 'other'];

/** Every fact of a profile, what is missing among them, each with its sources. */
export const factsOf = (vendor: Vendor) => {
  const factOf = (field: string, value: string | null) => ({
    field,
    ...ofField(value, sourcesOf(vendor, field)),
  });
  const { ownershipSince } = vendor;
  const owner = factText(vendor.ownership);
  const further = FURTHER.flatMap(([field]) => {
    const rows = sourcesOf(vendor, field).filter(({ value }) => value);
    if (rows.length === 0) return REMARKS.includes(field) ? [] : [factOf(field, null)];
    return rows.map((row) => ({ field, ...ofField(row.value ?? null, [row]) }));
  });
  return [
    factOf('ownership', owner && ownershipSince ? `${owner}, since ${ownershipSince}` : owner),
    factOf('website', factText(vendor.website)),
    ...PROFILE_FACTS.filter((field) => !APART.includes(field)).map((field) =>
      factOf(field, factText(vendor[field])),
    ),
    ...further,
  ];
};
