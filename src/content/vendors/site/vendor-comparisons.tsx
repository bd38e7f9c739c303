import type { Comparison } from '#content/comparisons/comparisons.collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { Vendor } from '../vendors.collection.ts';

export type ComparisonLink = Pick<
  Comparison,
  'id' | 'slug' | 'vendorAName' | 'vendorBName' | 'description'
>;

interface VendorComparisonsProps {
  vendor: Pick<Vendor, 'name' | 'slug'>;
  comparisons: readonly ComparisonLink[];
}

export function VendorComparisons({ vendor, comparisons }: VendorComparisonsProps) {
  const tool = `/compare?vendor=${vendor.slug}`;
  return (
    <section>
      <SectionHeading title="Comparisons" />
      {comparisons.length > 0 ? (
        <RuledList
          items={comparisons.map((comparison) => ({
            href: `/compare/${comparison.slug}`,
            title: `${comparison.vendorAName} vs ${comparison.vendorBName}`,
            text: comparison.description,
          }))}
        />
      ) : (
        <p className="text-soft">
          <a href={tool} className="text-link">
            No direct comparisons available yet. Compare {vendor.name} with other vendors using our
            comparison tool.
          </a>
        </p>
      )}
      <ButtonLink href={tool} className="mt-6">
        Compare with Other Vendors
      </ButtonLink>
    </section>
  );
}
