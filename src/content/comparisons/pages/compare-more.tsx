import { hrefTo } from '#client/href-to.ts';
import { ButtonLink } from '#ui/button.tsx';

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
