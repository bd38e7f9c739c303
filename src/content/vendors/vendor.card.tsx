import type { ReactNode } from 'react';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Logo } from '#ui/logo.tsx';
import type { Vendor } from './vendors.collection.ts';

export type VendorCardData = CardResponse<'vendors'>;

/** The uploaded logo, else the remote one, else the legacy one. */
export const logosOf = (vendor: Pick<Vendor, 'logoUpload' | 'clearbitLogoUrl' | 'logo'>) => [
  vendor.logoUpload,
  vendor.clearbitLogoUrl,
  vendor.logo,
];

const BADGES = { list: 3, featured: 2 } as const;

interface VendorCardProps {
  vendor: VendorCardData;
  variant?: keyof typeof BADGES;
  /** Features that the reader asked for, and that evidence documents: they are the first badges. */
  asked?: readonly string[];
  evidence?: ReactNode;
}

/** Asked features first, then the vendor's own words; duplicates only once. */
const badgesOf = (asked: readonly string[], features: readonly string[]) => {
  const askedNames = new Set(asked.map((name) => name.toLowerCase()));
  return [...asked, ...features.filter((name) => !askedNames.has(name.toLowerCase()))];
};

export function VendorCard(props: VendorCardProps) {
  const { vendor, variant = 'list', asked = [], evidence } = props;
  const features = withoutPlaceholders(vendor.features);
  const headquarters = withoutPlaceholder(vendor.headquarters);
  const isList = variant === 'list';
  return (
    <Card
      href={hrefTo('/vendors/$slug', { slug: vendor.slug })}
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
      badges={
        <BadgeList items={badgesOf(asked, features)} max={BADGES[variant]} label="Features" />
      }
      footer={
        <>
          {isList && <ReviewLinks vendor={vendor} />}
          <ShortlistButton vendor={vendor} />
        </>
      }
    >
      <p className="line-clamp-3">{withoutPlaceholder(vendor.description)}</p>
      {evidence}
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
