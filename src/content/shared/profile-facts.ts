import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';

/** The facts of a profile, in its order. */
export const PROFILE_FACTS = [
  'ownership',
  'ownershipSince',
  'priceMeter',
  'attestations',
  'hosting',
  'dataResidency',
  'founded',
  'headquarters',
  'employeeCount',
  'customerCount',
  'minimumAssets',
  'typicalClientSize',
  'pricing',
  'categories',
  'markets',
  'features',
  'useCases',
  'integrations',
  'supportOptions',
  'fits',
  'notFor',
] as const;

/** A fact in one line; null where it is not known. */
export const factText = (value: string | string[] | null): string | null =>
  (Array.isArray(value) ? withoutPlaceholders(value).join('; ') : withoutPlaceholder(value)) ||
  null;
