/** Publishers that speak for the vendor: its own pages and its filings. All others are second rank. */
export const FIRST_RANK = ['vendor', 'regulator'] as const;

/** The vendor's own page and filings come first; other publishers speak about it. */
export const isFirstRank = (publisher: string): boolean =>
  FIRST_RANK.some((first) => first === publisher);
