/** What may be due, in the words of the panel and of the API. */
export const UPKEEP_KINDS = [
  'stale-fact',
  'no-source',
  'dead-link',
  'missing-logo',
  'missing-price',
  'weak-seo',
] as const;

export type UpkeepKind = (typeof UPKEEP_KINDS)[number];
