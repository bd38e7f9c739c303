import type { BadgeTone } from '#ui/badge.tsx';

export const STATUSES = ['draft', 'rewritten', 'published'] as const;

export const STATUS_LABELS: Record<string, string> = {
  draft: 'Draft',
  rewritten: 'Rewritten',
  published: 'Published',
};

export const STATUS_TONES: Record<string, BadgeTone> = {
  draft: 'warn',
  rewritten: 'accent',
  published: 'positive',
};

export const STATUS_FILTER = [
  { value: '', label: 'All Status' },
  ...STATUSES.map((value) => ({ value: value as string, label: STATUS_LABELS[value] ?? value })),
];
