import type { ResponseOf } from '#client/api-calls.ts';

export type Ledger = ResponseOf<'get', '/api/corrections/ledger'>;
type Entry = Ledger['items'][number];

export const PER_PAGE = 50;

const DECISIONS: Record<Entry['decision'], string> = {
  accepted: 'Accepted',
  refused: 'Refused',
  merged: 'Same as another',
};

export const GONE = 'A page that is no longer there';
export const NONE = 'No correction has been decided yet.';

const daysOf = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** 'Accepted after 3 days' */
export const sayDecision = ({ decision, days }: Entry) =>
  `${DECISIONS[decision]} ${days === 0 ? 'within a day' : `after ${daysOf(days)}`}`;

export const sayCounts = ({ received, accepted, refused, merged, medianDays }: Ledger) =>
  `${received} received, ${accepted} accepted, ${refused} refused, ${merged} the same as another.` +
  (medianDays === null
    ? ''
    : ` Median of the last 90 days: ${medianDays < 1 ? 'less than a day' : daysOf(medianDays)}.`);
