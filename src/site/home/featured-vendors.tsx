import { queryOptions, useQuery } from '@tanstack/react-query';
import { seededPick } from '#content/shared/seeded.ts';
import { apiList } from '#site/api/api-client.ts';
import { pathWith } from '#site/api/queries.ts';
import { VendorCard, type VendorCardData } from '#site/vendor-card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { Section } from '#ui/section.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';

const FEATURED = 3;
const POOL = 60;

const card = { status: 'published', view: 'card' } as const;

/** Featured vendors; when there are none, three others that change from day to day. */
export const featuredVendorsQuery = queryOptions({
  queryKey: ['/api/vendors', 'featured'],
  queryFn: async () => {
    const chosen = await apiList<VendorCardData>(
      pathWith('/api/vendors', { ...card, featured: 'true', limit: FEATURED }),
    );
    if (chosen.items.length > 0) return chosen.items;
    const pool = await apiList<VendorCardData>(pathWith('/api/vendors', { ...card, limit: POOL }));
    return seededPick(pool.items, FEATURED, `home:${new Date().toISOString().slice(0, 10)}`);
  },
});

export function FeaturedVendors() {
  const { data, isPending } = useQuery(featuredVendorsQuery);
  if (!isPending && !data?.length) return null;
  return (
    <Section>
      <SectionHeading
        title="Featured vendors"
        action={{ href: '/vendors', label: 'View All Software Vendors' }}
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
