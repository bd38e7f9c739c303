import type { SoftwareApplication, WithContext } from 'schema-dts';
import { known, knownItems } from '#site/known.ts';
import type { SiteInfo } from '#site/router.tsx';
import type { Vendor } from '../vendors.collection.ts';

/** Offers and ratings stand here only where true data exists; today there is none. */
export const softwareLd = (site: SiteInfo, vendor: Vendor): WithContext<SoftwareApplication> => ({
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: vendor.name,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${site.url}/vendors/${vendor.slug}`,
  description: known(vendor.description) ?? undefined,
  ...(vendor.website ? { sameAs: vendor.website } : {}),
  ...(knownItems(vendor.features).length > 0 ? { featureList: knownItems(vendor.features) } : {}),
});
