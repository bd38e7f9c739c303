import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { asWords } from '#platform/words.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';

/** The facts of a profile, in its order, by the part that shows them. */
export const FACTS = {
  decisive: [
    'ownership',
    'ownershipSince',
    'priceMeter',
    'attestations',
    'hosting',
    'dataResidency',
  ],
  company: ['founded', 'headquarters', 'employeeCount', 'customerCount'],
  requirements: ['minimumAssets', 'typicalClientSize', 'pricing'],
  reading: ['categories', 'markets'],
  product: ['features', 'useCases', 'integrations', 'supportOptions'],
  fit: ['fits', 'notFor'],
} as const;

/** Facts on record for which a profile has no field of its own. */
export const FURTHER: readonly (readonly [field: string, label: string])[] = [
  ['api', 'Programming interface'],
  ['sso', 'Sign-on'],
  ['custodianFeeds', 'Custodian feeds'],
  ['languages', 'Languages'],
  ['status', 'Status'],
  ['other', 'Also on record'],
];

export const PROFILE_FACTS = Object.values(FACTS).flat();

export type ProfileFact = (typeof PROFILE_FACTS)[number];

const NAMES: Partial<Record<ProfileFact, string>> = {
  employeeCount: 'Employees',
  customerCount: 'Customers',
  supportOptions: 'Support',
};

/** 'Minimum assets': a fact's name beside its value. */
export const nameOfFact = (fact: ProfileFact): string => NAMES[fact] ?? asWords(fact);

/** A fact in one line; null where it is not known. */
export const factText = (value: string | string[] | null): string | null =>
  (Array.isArray(value) ? withoutPlaceholders(value).join('; ') : withoutPlaceholder(value)) ||
  null;

/** The pages that a fact was read on. */
export const sourcesOf = ({ sources }: Pick<Vendor, 'sources'>, field: string) =>
  sources.filter((source) => source.field === field && source.url);
