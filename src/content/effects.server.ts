import type { Effect } from '#kit/behaviour.server.ts';
import type { PartsOf } from '#kit/routes.server.ts';
import { recordChange } from '#modules/activity/record-change.server.ts';
import { noteLinks } from '#modules/link-checks/link-uses.server.ts';
import type { PageReader } from '#modules/page-text/page-text.server.ts';
import { createQuoteKeeper } from '#modules/quotes/keep-quotes.server.ts';
import { endReview } from '#modules/reviews/reviews.server.ts';
import type { SearchIndex } from '#modules/search/index.server.ts';
import { queueWebhooks } from '#modules/webhooks/queue-webhooks.server.ts';
import { followVendor } from './comparisons/follow-vendor.server.ts';
import { leaveRedirect } from './redirects/redirects.service.server.ts';
import { followInSearch } from './search.server.ts';
import { followChosenVendor } from './vendors/alternatives/choices.server.ts';

interface Needed {
  partsOf: PartsOf;
  searchIndex: SearchIndex;
  siteUrl: string;
  recordsActivity: boolean;
  pageReader: PageReader;
}

/**
 * After every write of any type, in its transaction and in this order. The activity tells of a change before it tells of
 * what followed from it; an address leads on before other items take the new one; the search reads what all of them left.
 */
export const createEffects = ({
  partsOf,
  searchIndex,
  siteUrl,
  recordsActivity,
  pageReader,
}: Needed): Effect[] => [
  ...(recordsActivity ? [recordChange] : []),
  leaveRedirect,
  endReview,
  queueWebhooks,
  noteLinks(new URL(siteUrl).host),
  createQuoteKeeper(pageReader),
  followVendor(partsOf),
  followChosenVendor(partsOf),
  followInSearch(searchIndex),
];
