import { POPULAR_COMPARISONS } from '#site/home/category-sections.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';

export interface MissingPair {
  suggestions?: { name: string; slug: string }[];
  requestedVendors?: { vendorA: string; vendorB: string };
}

const PLAIN_TEXT =
  'The requested comparison could not be generated. Please check that both vendors exist.';

export function ComparisonNotFound({ missing }: { missing: MissingPair | null }) {
  const requested = missing?.requestedVendors;
  const suggestions = missing?.suggestions ?? [];
  return (
    <NotFoundScreen
      heading="Comparison Not Found"
      text={
        requested
          ? `We couldn't find vendors "${requested.vendorA}" and "${requested.vendorB}". Here are some suggestions:`
          : PLAIN_TEXT
      }
      actions={[
        { href: '/compare', label: 'Compare Other Platforms' },
        { href: '/vendors', label: 'Browse All Vendors' },
      ]}
    >
      <div className="space-y-12">
        {suggestions.length > 0 && (
          <section>
            <SectionHeading title="Similar vendors" />
            <ul className="border-t border-line">
              {suggestions.map(({ name, slug }) => (
                <li
                  key={slug}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
                >
                  <span className="text-h4 font-semibold">{name}</span>
                  <ButtonLink size="sm" href={`/vendors/${slug}`}>
                    View Profile<span className="sr-only"> of {name}</span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <SectionHeading title="Popular Comparisons" />
          <RuledList items={POPULAR_COMPARISONS} />
        </section>
      </div>
    </NotFoundScreen>
  );
}
