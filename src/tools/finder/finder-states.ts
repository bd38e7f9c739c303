export const RUN_STATES = ['waiting', 'running', 'done', 'stopped', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const PAGE_STATES = ['waiting', 'reading', 'done', 'unreadable', 'failed'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const PROPOSAL_STATES = ['open', 'accepted', 'refused'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Why something that the service proposed was dropped before anybody saw it. */
export const DROP_REASONS = {
  quote: 'the quote is not on the page exactly once, in one paragraph, with 25 to 300 characters',
  unknown: 'no such feature, fact or level',
  silence: 'says that something is absent, and the quote does not',
  denied: 'the page denies it, asks it or plans it',
  vendor: 'the page says it of somebody else',
  instruction: 'the page speaks to machines there',
  words: 'the finding or the value says more than the quote',
  known: 'proposed before',
  many: 'more than 60 from one page',
  disagreed: 'the second look did not agree',
} as const;

export type DropReason = keyof typeof DROP_REASONS;
export type Dropped = Partial<Record<DropReason, number>>;

export const isDropReason = (key: string): key is DropReason => Object.hasOwn(DROP_REASONS, key);
