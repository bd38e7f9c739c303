import type { Vendor } from '#content/vendors/vendors.collection.ts';
import { BadgeList } from '#ui/badge-list.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Logo } from '#ui/logo.tsx';
import { known, knownItems, logosOf } from './known.ts';

export type VendorCardData = Pick<
  Vendor,
  | 'id'
  | 'slug'
  | 'name'
  | 'description'
  | 'headquarters'
  | 'features'
  | 'categories'
  | 'logoUpload'
  | 'clearbitLogoUrl'
  | 'logo'
  | 'g2Url'
  | 'capterraUrl'
>;

const BADGES = { list: 3, featured: 2 } as const;

interface VendorCardProps {
  vendor: VendorCardData;
  variant?: keyof typeof BADGES;
}

export function VendorCard({ vendor, variant = 'list' }: VendorCardProps) {
  const features = knownItems(vendor.features);
  const headquarters = known(vendor.headquarters);
  const isList = variant === 'list';
  return (
    <Card
      href={`/vendors/${vendor.slug}`}
      title={vendor.name}
      headingLevel={isList ? 'h2' : 'h3'}
      mediaBeside
      media={<Logo sources={logosOf(vendor)} name={vendor.name} />}
      meta={
        isList ? (
          <>
            <span>{features[0] ?? 'Software'}</span>
            {headquarters && <span>{headquarters}</span>}
          </>
        ) : null
      }
      badges={<BadgeList items={features} max={BADGES[variant]} label="Features" />}
      footer={
        isList && (vendor.g2Url || vendor.capterraUrl) ? <ReviewLinks vendor={vendor} /> : null
      }
    >
      <p className="line-clamp-3">{known(vendor.description)}</p>
    </Card>
  );
}

export function ReviewLinks({ vendor }: { vendor: Pick<Vendor, 'g2Url' | 'capterraUrl'> }) {
  return (
    <>
      {vendor.g2Url && (
        <ButtonLink external size="sm" href={vendor.g2Url}>
          G2 reviews
        </ButtonLink>
      )}
      {vendor.capterraUrl && (
        <ButtonLink external size="sm" href={vendor.capterraUrl}>
          Capterra reviews
        </ButtonLink>
      )}
    </>
  );
}
