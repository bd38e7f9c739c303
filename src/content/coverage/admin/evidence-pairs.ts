import { isFirstRank } from '#content/shared/coverage/first-rank.ts';
import type { AnyItem } from '#kit/collection.ts';
import type { Coverage } from '../coverage.collection.ts';
import { STALE_AFTER_DAYS } from '../coverage.collection.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** One line of the screen: a vendor, a feature and their evidence; null is 'not confirmed'. */
export interface Pair {
  vendorId: number;
  featureId: number;
  /** The line's label: the feature of a vendor, or the vendor of a feature. */
  name: string;
  category: string | null;
  row: Coverage | null;
}

export const keyOf = ({ vendorId, featureId }: Pair) => `${vendorId}-${featureId}`;

/** Narrows the item that the form saved. */
export const isCoverage = (item: AnyItem): item is Coverage & AnyItem =>
  typeof item.vendorId === 'number' && typeof item.featureId === 'number';

export const isStale = ({ checkedOn }: Pick<Coverage, 'checkedOn'>, now = new Date()) =>
  Math.floor((now.getTime() - new Date(checkedOn).getTime()) / DAY_MS) > STALE_AFTER_DAYS;

export const isSecondRank = ({ publisher }: Pick<Coverage, 'publisher'>) => !isFirstRank(publisher);

export const SHOWS = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Not confirmed' },
  { value: 'stale', label: 'Stale' },
  { value: 'second', label: 'No first-rank source' },
] as const;

export type Show = (typeof SHOWS)[number]['value'];

export const readShow = (value: string | undefined): Show =>
  SHOWS.find((show) => show.value === value)?.value ?? '';

export const isShown = ({ row }: Pair, show: Show, now = new Date()): boolean => {
  if (show === 'open') return row === null;
  if (show === 'stale') return row !== null && isStale(row, now);
  if (show === 'second') return row !== null && isSecondRank(row);
  return true;
};
