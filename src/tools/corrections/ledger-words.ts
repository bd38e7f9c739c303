import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';

export type Ledger = ResponseOf<'get', '/api/corrections/ledger'>;
type Entry = Ledger['items'][number];

export const PER_PAGE = 50;

const sayOutcome = ({ decision, mergedInto }: Entry) => {
  if (decision === 'merged') return `Same as no. ${mergedInto},`;
  return decision === 'accepted' ? 'Accepted and changed' : 'Refused';
};

export const GONE = 'A page that is no longer there';
export const NONE = 'No correction has been decided yet.';

const daysOf = (days: number) => counted(days, 'day', 'days');

/** 'Accepted after 3 days' */
export const sayDecision = (entry: Entry) =>
  `${sayOutcome(entry)} ${entry.days === 0 ? 'within a day' : `after ${daysOf(entry.days)}`}`;

export const sayCounts = ({ received, accepted, refused, merged, medianDays }: Ledger) =>
  `${received} received, ${accepted} accepted, ${refused} refused, ${merged} the same as another.` +
  (medianDays === null
    ? ''
    : ` Median of the last 90 days: ${medianDays < 1 ? 'less than a day' : daysOf(medianDays)}.`);
