import { hrefTo } from '#client/href-to.ts';
import { logosOf } from '#content/vendors/vendor.card.tsx';
import { withoutPlaceholder } from '#site/placeholders.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Logo } from '#ui/logo.tsx';
import type { ComparedVendor } from './compare-query.ts';

const UNKNOWN = 'Not specified';

const NUMBERS = { 2: 'two', 3: 'three', 4: 'four' } as const;

export function ComparedVendors({ vendors }: { vendors: readonly ComparedVendor[] }) {
  const count = vendors.length === 3 || vendors.length === 4 ? vendors.length : 2;
  return (
    <div className="no-print mb-14">
      <CardGrid columns={count} label={`The ${NUMBERS[count]} vendors`}>
        {vendors.map((vendor) => (
          <Card
            key={vendor.slug}
            title={vendor.name}
            headingLevel="h2"
            mediaBeside
            media={<Logo sources={logosOf(vendor)} name={vendor.name} />}
            footer={
              <>
                {vendor.website && (
                  <ButtonLink external size="sm" href={vendor.website}>
                    Visit Website
                  </ButtonLink>
                )}
                <ButtonLink size="sm" href={hrefTo('/vendors/$slug', { slug: vendor.slug })}>
                  View Profile
                </ButtonLink>
              </>
            }
          >
            <p className="mb-4">{withoutPlaceholder(vendor.description)}</p>
            <DescriptionList
              items={[
                { label: 'Founded', value: withoutPlaceholder(vendor.founded) ?? UNKNOWN },
                {
                  label: 'Min. assets',
                  value: withoutPlaceholder(vendor.minimumAssets) ?? UNKNOWN,
                },
              ]}
            />
          </Card>
        ))}
      </CardGrid>
    </div>
  );
}

export function CompareMore() {
  return (
    <div className="no-print mt-12 flex flex-wrap gap-3 border-t border-heavy pt-6">
      <ButtonLink variant="primary" href={hrefTo('/compare')}>
        Compare Other Platforms
      </ButtonLink>
      <ButtonLink href={hrefTo('/vendors')}>Browse All Vendors</ButtonLink>
    </div>
  );
}
