import { hrefTo } from '#client/href-to.ts';
import { logosOf } from '#content/vendors/vendor.card.tsx';
import { listWords } from '#platform/words.ts';
import { withoutPlaceholder } from '#site/placeholders.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardGrid } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { Logo } from '#ui/logo.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { NoSuchPair } from '../compare.routes.server.ts';
import { type CompareResponse, usePopularComparisons } from '../comparisons.query.ts';
import { fromColumns } from '../matrix.ts';

const UNKNOWN = 'Not specified';

const NUMBERS = { 2: 'two', 3: 'three', 4: 'four' } as const;

type ComparedVendor = CompareResponse['vendorA'];

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

const WAYS_ON = [
  { href: hrefTo('/compare'), label: 'Compare Other Platforms' },
  { href: hrefTo('/vendors'), label: 'Browse All Vendors' },
] as const;

export function CompareMore() {
  const [tool, directory] = WAYS_ON;
  return (
    <div className="no-print mt-12 flex flex-wrap gap-3 border-t border-heavy pt-6">
      <ButtonLink variant="primary" href={tool.href}>
        {tool.label}
      </ButtonLink>
      <ButtonLink href={directory.href}>{directory.label}</ButtonLink>
    </div>
  );
}

/** A missing pair has suggestions; a refused one has reasons in its `fields`. */
type Missing = Partial<Pick<NoSuchPair, 'suggestions' | 'requestedVendors' | 'fields'>>;

const readMissing = (data: unknown): Missing =>
  typeof data === 'object' && data !== null ? data : {};

const PLAIN_TEXT =
  'The requested comparison could not be generated. Please check that both vendors exist.';

const explain = ({ requestedVendors, fields }: Missing): string => {
  if (fields?.pair) return `${fields.pair}. Leave one out, and the others stand side by side.`;
  const asked = requestedVendors ? fromColumns(requestedVendors) : [''];
  if (!asked.every(Boolean)) return PLAIN_TEXT;
  const twice = asked.find((name, at) => asked.indexOf(name) < at);
  if (twice) {
    return `A comparison needs two different vendors: "${twice}" is named twice. Here are some suggestions:`;
  }
  const names = listWords(asked.map((name) => `"${name}"`));
  return `We couldn't find vendors ${names}. Here are some suggestions:`;
};

/** `data` is the body of the API's response, where there was one. */
export function ComparisonNotFound({ data }: { data?: unknown }) {
  const missing = readMissing(data);
  const suggestions = missing.suggestions ?? [];
  return (
    <NotFoundScreen heading="Comparison Not Found" text={explain(missing)} actions={[...WAYS_ON]}>
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
                  <ButtonLink size="sm" href={hrefTo('/vendors/$slug', { slug })}>
                    View Profile<span className="sr-only"> of {name}</span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <PopularComparisons />
      </div>
    </NotFoundScreen>
  );
}

export function PopularComparisons() {
  const popular = usePopularComparisons();
  if (popular.length === 0) return null;
  return (
    <section>
      <SectionHeading title="Popular Comparisons" />
      <RuledList items={popular} />
    </section>
  );
}
