import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { known, logosOf } from '#site/known.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Logo } from '#ui/logo.tsx';

export type ComparedVendor = Pick<
  Vendor,
  | 'id'
  | 'slug'
  | 'name'
  | 'description'
  | 'founded'
  | 'minimumAssets'
  | 'website'
  | 'logoUpload'
  | 'clearbitLogoUrl'
  | 'logo'
>;

const UNKNOWN = 'Not specified';

export function VendorPair({ vendors }: { vendors: readonly ComparedVendor[] }) {
  return (
    <div className="mb-14">
      <CardGrid columns={2} label="The two vendors">
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
                  <ButtonLink external size="sm" className="no-print" href={vendor.website}>
                    Visit Website
                  </ButtonLink>
                )}
                <ButtonLink size="sm" className="no-print" href={`/vendors/${vendor.slug}`}>
                  View Profile
                </ButtonLink>
              </>
            }
          >
            <p className="mb-4">{known(vendor.description)}</p>
            <DescriptionList
              items={[
                { label: 'Founded', value: known(vendor.founded) ?? UNKNOWN },
                { label: 'Min. assets', value: known(vendor.minimumAssets) ?? UNKNOWN },
              ]}
            />
          </Card>
        ))}
      </CardGrid>
    </div>
  );
}
