import { hrefTo } from '#client/href-to.ts';
import type { Comparison } from '#content/comparisons/comparisons.collection.ts';
import { ButtonLink } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Vendor } from '../vendors.collection.ts';

type ComparisonLink = Pick<
  Comparison,
  'id' | 'slug' | 'vendorAName' | 'vendorBName' | 'description'
>;

interface VendorComparisonsProps {
  vendor: Pick<Vendor, 'name' | 'slug'>;
  /** Not there while the call is under way, nor after it failed. */
  comparisons: readonly ComparisonLink[] | undefined;
  isPending: boolean;
}

export const COMPARISONS = { id: 'comparisons', text: 'Comparisons' };

export function VendorComparisons(props: VendorComparisonsProps) {
  const { vendor, comparisons, isPending } = props;
  const tool = hrefTo('/compare', {}, { vendor: vendor.slug });
  return (
    <section>
      <SectionHeading title={COMPARISONS.text} id={COMPARISONS.id} />
      {isPending && (
        <div role="status" aria-label="Loading">
          <Skeleton />
        </div>
      )}
      {comparisons && comparisons.length > 0 && (
        <RuledList
          items={comparisons.map((comparison) => ({
            href: hrefTo('/compare/$pair', { pair: comparison.slug }),
            title: `${comparison.vendorAName} vs ${comparison.vendorBName}`,
            text: comparison.description,
          }))}
        />
      )}
      {comparisons?.length === 0 && (
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
