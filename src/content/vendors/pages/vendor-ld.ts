import type { PropertyValue, SoftwareApplication, WithContext } from 'schema-dts';
import { hrefTo } from '#client/href-to.ts';
import type { CoverageGroup } from '#content/shared/coverage/coverage-groups.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import type { SiteInfo } from '#site/site-info.ts';
import type { Vendor } from '../vendors.collection.ts';

type DescribedSoftware = WithContext<SoftwareApplication> & {
  additionalProperty?: PropertyValue[];
};

const propertiesOf = (coverage: readonly CoverageGroup[]): PropertyValue[] =>
  coverage
    .flatMap(({ rows }) => rows)
    .filter(({ cells }) => cells[0]?.level === 'documented')
    .map(({ feature }) => ({ '@type': 'PropertyValue', name: feature.name, value: 'Documented' }));

/** Offers and ratings stand here only where true data exists; today there is none. */
export const softwareLd = (
  site: SiteInfo,
  vendor: Vendor,
  coverage: readonly CoverageGroup[],
): DescribedSoftware => ({
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: vendor.name,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${site.url}${hrefTo('/vendors/$slug', { slug: vendor.slug })}`,
  description: withoutPlaceholder(vendor.description) ?? undefined,
  ...(vendor.website ? { sameAs: vendor.website } : {}),
  ...(withoutPlaceholders(vendor.features).length > 0
    ? { featureList: withoutPlaceholders(vendor.features) }
    : {}),
  ...(propertiesOf(coverage).length > 0 ? { additionalProperty: propertiesOf(coverage) } : {}),
});
