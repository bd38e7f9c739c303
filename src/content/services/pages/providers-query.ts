import type { CardResponse } from '#client/api-calls.ts';
import { listQuery } from '#site/api/queries.ts';

export type ProviderCardData = CardResponse<'service-providers'>;

const SHOWN = 5;
const NEAR = 20;

/** The first of all, for a service of which nothing better is known. */
export const providersQuery = listQuery('service-providers', { limit: SHOWN });

export const nearProvidersQuery = (slug: string) =>
  listQuery('service-providers', { limit: NEAR, service: slug });

/** Those that offer the service itself, then those of its category, then the first of all. */
export const pickProviders = (
  slug: string,
  near: readonly ProviderCardData[],
  all: readonly ProviderCardData[],
): ProviderCardData[] => {
  const offers = ({ serviceIds }: ProviderCardData) => serviceIds.includes(slug);
  const ranked = [...near.filter(offers), ...near.filter((one) => !offers(one)), ...all];
  return [...new Map(ranked.map((one) => [one.id, one])).values()].slice(0, SHOWN);
};
