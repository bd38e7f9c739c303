export const CORRECTION_STATES = ['open', 'accepted', 'refused', 'merged', 'spam'] as const;

export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** What the public ledger tells of; spam was no correction. */
export const TOLD_STATES = ['accepted', 'refused', 'merged'] as const;

export const DECISIONS = ['accept', 'refuse', 'merge', 'spam'] as const;
