import { hrefTo } from '#client/href-to.ts';
import type { VendorChange } from './change.schema.ts';

export const FEED = '/changes.xml';

/** The same of one vendor. */
export const feedOf = (slug: string) => `${hrefTo('/vendors/$slug', { slug })}${FEED}`;

const FIELD_WORDS = {
  ownership: 'Owner',
  priceMeter: 'Price is counted by',
  attestations: 'Attestations',
} as const;

export const subjectOf = ({ field, feature }: VendorChange): string =>
  field === 'coverage' ? (feature?.name ?? '') : FIELD_WORDS[field];

/** The old and the new value in a sentence. */
export const sentenceOf = ({ field, before, after }: VendorChange): string => {
  if (field === 'attestations') {
    const parts = [after && `added ${after}`, before && `no longer named: ${before}`];
    return parts.filter((part) => part !== null).join('; ');
  }
  const nothing = field === 'coverage' ? 'Not confirmed' : 'not published';
  return `${before ?? nothing} → ${after ?? nothing}`;
};
