import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { logosOf, ReviewLinks } from '../vendor.card.tsx';
import type { Vendor } from '../vendors.collection.ts';

export function VendorHeader({ vendor }: { vendor: Vendor }) {
  const description = withoutPlaceholder(vendor.description);
  return (
    <PageHeader
      media={<Logo size="lg" sources={logosOf(vendor)} name={vendor.name} />}
      title={vendor.name}
      lead={description ? <p>{description}</p> : null}
      meta={<BadgeList items={withoutPlaceholders(vendor.features)} label="Features" />}
      actions={
        <>
          {vendor.website && (
            <ButtonLink external variant="primary" href={vendor.website}>
              Visit Website
            </ButtonLink>
          )}
          <ReviewLinks vendor={vendor} />
          <ShortlistButton vendor={vendor} />
        </>
      }
    />
  );
}
