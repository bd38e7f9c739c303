/** Kinds of upkeep, as named in the panel and the API. */
export const UPKEEP_KINDS = [
  'gone-quote',
  'moved-quote',
  'unreadable-quote',
  'stale-fact',
  'no-source',
  'dead-link',
  'dead-end',
  'missing-logo',
  'missing-price',
  'weak-seo',
] as const;

export type UpkeepKind = (typeof UPKEEP_KINDS)[number];
