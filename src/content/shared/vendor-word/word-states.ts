export const WORD_STATES = ['pending', 'shown', 'refused'] as const;

export type WordState = (typeof WORD_STATES)[number];

/** What a read of any vendor's word depends on, and what a decision announces. */
export const VENDOR_WORDS = 'vendor-words';
