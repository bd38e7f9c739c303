import type { Level } from '#content/coverage/coverage.collection.ts';
import type { Cell } from '#content/shared/coverage/coverage-schema.ts';
import { HAND_WORDS } from '#content/shared/coverage/evidence-words.ts';
import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import { byTopic, newestFirst } from '#content/shared/events-and-terms.ts';
import { FURTHER, factText, PROFILE_FACTS, sourcesOf } from '#content/shared/profile-facts.ts';
import type { Vendor } from '#content/vendors/vendors.collection.ts';

/** 'published' is a fact with its text; the levels are what a page says of a feature. */
interface Fact {
  status: Level | 'published' | 'not confirmed';
  value: string | null;
  note: string | null;
  evidence: ReturnType<typeof asEvidence>[];
}
type Source = Vendor['sources'][number];

/** Evidence as a profile, a comparison or an order of needs has it. */
type Read = Pick<Source, 'url' | 'publisher' | 'pageDate' | 'checkedOn' | 'readIn' | 'quote'>;

const UNKNOWN: Fact = { status: 'not confirmed', value: null, note: null, evidence: [] };

const asEvidence = ({ url, publisher, pageDate, checkedOn, readIn, quote }: Read) => ({
  source: publisher ?? null,
  rank: publisher ? HAND_WORDS[isFirstRank(publisher) ? 'first' : 'second'] : null,
  url: url ?? '',
  pageDate: pageDate || null,
  checkedOn: checkedOn?.slice(0, 10) ?? null,
  readIn: readIn ?? 'stored copy',
  quote: quote || null,
});

/** A vendor's feature; null is not confirmed. */
export const ofCell = (
  cell: (Pick<Cell, 'level'> & Read & Partial<Pick<Cell, 'finding' | 'note'>>) | null | undefined,
): Fact => {
  if (!cell) return UNKNOWN;
  const { level: status, finding: value = null, note = null } = cell;
  return { status, value, note, evidence: [asEvidence(cell)] };
};

/** A fact of a profile with its sources; sources without an address are no evidence. */
export const ofField = (value: string | null, sources: readonly Source[]): Fact => {
  if (!value) return UNKNOWN;
  const evidence = sources.filter(({ url }) => url).map(asEvidence);
  return { status: 'published', value, note: null, evidence };
};

/** Newest first; an event whose page has no date has none here. */
export const eventsOf = ({ events }: Pick<Vendor, 'events'>) =>
  newestFirst(events).map(({ date, kind, sentence, note, ...read }) => ({
    date: date ?? null,
    kind,
    sentence,
    note: note ?? null,
    evidence: [asEvidence(read)],
  }));

/** Each topic of a contract with what public terms say on it; what they leave open is not confirmed. */
export const contractOf = ({ contractTerms }: Pick<Vendor, 'contractTerms'>) =>
  byTopic(contractTerms).flatMap(({ topic, terms }) => {
    if (terms.length === 0) return [{ topic, version: null, ...UNKNOWN }];
    return terms.map(({ sentence, version, note, ...read }) => ({
      topic,
      version: version ?? null,
      ...ofField(sentence, [{ field: topic, ...read }]),
      note: note ?? null,
    }));
  });

/** Given beside the facts, or as a part of another. */
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
  const fields = PROFILE_FACTS.filter((field) => !APART.includes(field));
  const further = FURTHER.flatMap(([field]) => {
    const rows = sourcesOf(vendor, field).filter(({ value }) => value);
    if (rows.length === 0) return REMARKS.includes(field) ? [] : [factOf(field, null)];
    return rows.map((row) => ({ field, ...ofField(row.value ?? null, [row]) }));
  });
  return [
    factOf('ownership', owner && ownershipSince ? `${owner}, since ${ownershipSince}` : owner),
    factOf('website', factText(vendor.website)),
    ...fields.map((field) => factOf(field, factText(vendor[field]))),
    ...further,
  ];
};
