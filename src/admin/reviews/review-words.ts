import type { Review } from './use-reviews.ts';

export const STATE_LABELS: Record<Review['state'], string> = {
  draft: 'Draft',
  'in review': 'In review',
  approved: 'Approved',
};

export const STATE_TONES = {
  draft: 'neutral',
  'in review': 'warn',
  approved: 'positive',
} as const satisfies Record<Review['state'], string>;
