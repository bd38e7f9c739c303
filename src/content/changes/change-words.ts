import type { VendorChange } from './change.schema.ts';

const FIELD_WORDS = {
  ownership: 'Owner',
  priceMeter: 'Price is counted by',
  attestations: 'Attestations',
} as const;

/** What a change is about. */
export const subjectOf = ({ field, feature }: VendorChange): string =>
  field === 'coverage' ? (feature?.name ?? '') : FIELD_WORDS[field];

/** What was said and what is said now, in a sentence. */
export const sentenceOf = ({ field, before, after }: VendorChange): string => {
  if (field === 'attestations') {
    const parts = [after && `added ${after}`, before && `no longer named: ${before}`];
    return parts.filter((part) => part !== null).join('; ');
  }
  const nothing = field === 'coverage' ? 'Not confirmed' : 'not published';
  return `${before ?? nothing} → ${after ?? nothing}`;
};
