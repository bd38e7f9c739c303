import { known, knownItems, logosOf } from '#site/known.ts';
import { ReviewLinks } from '#site/vendor-card.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Vendor } from '../vendors.collection.ts';

export function VendorHeader({ vendor }: { vendor: Vendor }) {
  const description = known(vendor.description);
  const hasLinks = vendor.website || vendor.g2Url || vendor.capterraUrl;
  return (
    <PageHeader
      media={<Logo size="lg" sources={logosOf(vendor)} name={vendor.name} />}
      title={vendor.name}
      lead={description ? <p>{description}</p> : null}
      meta={<BadgeList items={knownItems(vendor.features)} label="Features" />}
      actions={
        hasLinks ? (
          <>
            {vendor.website && (
              <ButtonLink external variant="primary" href={vendor.website}>
                Visit Website
              </ButtonLink>
            )}
            <ReviewLinks vendor={vendor} />
          </>
        ) : null
      }
    />
  );
}
