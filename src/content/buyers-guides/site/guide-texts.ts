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

/** Cut at 30 characters, then an ellipsis. */
export const cutFeature = (feature: string) =>
  feature.length > FEATURE_LENGTH ? `${feature.slice(0, FEATURE_LENGTH)}...` : feature;
