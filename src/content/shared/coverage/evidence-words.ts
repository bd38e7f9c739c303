import type { Publisher, ReadIn } from '#content/coverage/coverage.collection.ts';
import type { Cell, Read } from '#content/shared/coverage/coverage-groups.ts';
import { formatPartialDate } from '#content/shared/format-date.ts';
import { isFirstRank } from './first-rank.ts';

/** Readers' words for the levels; a pair without a row is not confirmed. */
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

interface Reading {
  readIn?: ReadIn | null | undefined;
  pageDate?: string | null | undefined;
}

const ageOf = (pageDate: string | null | undefined): string =>
  pageDate ? `page of ${formatPartialDate(pageDate)}` : 'page undated';

/** How the page was read: a stored copy may be older than what stands at the address today. */
export const readingOf = ({ readIn, pageDate }: Reading): string =>
  readIn === 'live' ? ageOf(pageDate) : `read in a stored copy, ${ageOf(pageDate)}`;

/** For files: whether a quote is still on its page. */
export const sayQuoteState = ({
  quote,
  quoteGoneSince,
}: Pick<Read, 'quote' | 'quoteGoneSince'>) => {
  if (!quote) return '';
  return quoteGoneSince ? `gone since ${quoteGoneSince}` : 'stands';
};

export const rankOf = (publisher: Publisher): string =>
  isFirstRank(publisher) ? 'First rank' : 'Second rank';

export const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
