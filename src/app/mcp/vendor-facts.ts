import { factText, PROFILE_FACTS } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { type Fact, ofField } from './facts.ts';

/** Told beside the facts, or as a part of another. */
const APART: readonly string[] = ['ownership', 'ownershipSince', 'categories', 'markets'];
/** Facts that only a source has; the last two are no question to which an answer could be missing. */
const RECORDED = ['api', 'sso', 'custodianFeeds', 'languages'];
const FURTHER = [...RECORDED, 'status', 'other'];

interface NamedFact extends Fact {
  field: string;
}

/** Every fact of a profile, what is missing among them, each with its sources. */
export const factsOf = (vendor: Vendor): NamedFact[] => {
  const sourcesOf = (field: string) => vendor.sources.filter((source) => source.field === field);
  const factOf = (field: string, value: string | null) => ({
    field,
    ...ofField(value, sourcesOf(field)),
  });
  const { ownershipSince } = vendor;
  const owner = factText(vendor.ownership);
  const further = FURTHER.flatMap((field) => {
    const rows = sourcesOf(field).filter(({ url, value }) => url && value);
    if (rows.length === 0) return RECORDED.includes(field) ? [factOf(field, null)] : [];
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
