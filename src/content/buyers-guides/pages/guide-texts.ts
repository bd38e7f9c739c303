import { cutText } from '#platform/text/excerpt.ts';

/** The spec's list of buyers, as the guides name them. */
export const COMING_SOON = [
  'Multi-Family Office (MFO)',
  'RIA / Wealth Manager',
  'Principal/Wealth Owner',
  'CIO / Investment Team',
  'Operations / CFO',
  'New/Setting Up FO',
  'Tech-Forward FO',
  'Global Family Office',
] as const;

const FEATURE_LENGTH = 30;

export const cutFeature = (feature: string) => cutText(feature, FEATURE_LENGTH);
