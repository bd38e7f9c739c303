import { DraftBanner } from '#site/draft-banner.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { ItemPlace } from './item-head.ts';

interface ItemTopProps {
  place: Pick<ItemPlace, 'trail'>;
  name: string;
  isDraft?: boolean;
}

/** What stands above an item: whether it is public, and the way back. */
export function ItemTop({ place, name, isDraft = false }: ItemTopProps) {
  const steps = place.trail.map((crumb) => ({ label: crumb.name, href: crumb.path || '/' }));
  return (
    <>
      {isDraft && <DraftBanner />}
      <Breadcrumbs items={[...steps, { label: name }]} />
    </>
  );
}
