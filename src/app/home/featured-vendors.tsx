import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '#client/href-to.ts';
import { VendorCard } from '#content/vendors/vendor.card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Section } from '#ui/section.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';
import { FEATURED, featuredVendorsQuery } from './home-queries.ts';

export function FeaturedVendors() {
  const { data, isPending } = useQuery(featuredVendorsQuery);
  if (!isPending && !data?.length) return null;
  return (
    <Section>
      <SectionHeading
        title="Featured vendors"
        action={{ href: hrefTo('/vendors'), label: 'View All Software Vendors' }}
      />
      {isPending ? (
        <SkeletonCards count={FEATURED} columns={3} />
      ) : (
        <CardGrid columns={3} label="Featured vendors">
          {data?.map((vendor) => (
            <VendorCard key={vendor.slug} vendor={vendor} variant="featured" />
          ))}
        </CardGrid>
      )}
    </Section>
  );
}
