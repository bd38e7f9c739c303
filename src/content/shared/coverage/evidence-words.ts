import type { Publisher } from '#content/coverage/coverage.collection.ts';
import type { Cell } from '#content/shared/coverage/coverage-groups.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';

/** What a reader calls each level; a pair without a row is not confirmed. */
export const LEVEL_WORDS = {
  documented: 'Documented',
  partial: 'Partly',
  absent: 'Says it does not',
} as const satisfies Record<Cell['level'], string>;

export const NOT_CONFIRMED = 'Not confirmed';

const PUBLISHER_WORDS: Record<Publisher, string> = {
  vendor: 'the vendor',
  regulator: 'a regulator or court',
  customer: 'a customer',
  partner: 'a partner',
  press: 'the press',
  reviewer: 'a reviewer',
  index: 'an index of public material',
};

export const publisherOf = (publisher: Publisher): string => PUBLISHER_WORDS[publisher];

/** How old a page is. */
export const ageOf = (pageDate: string | null | undefined): string =>
  pageDate ? `page of ${formatPartialDate(pageDate)}` : 'page undated';

/** The vendor's own page and what it filed come first; everybody else speaks about it. */
export const rankOf = (publisher: Publisher): string =>
  publisher === 'vendor' || publisher === 'regulator' ? 'First rank' : 'Second rank';
