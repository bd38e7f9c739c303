import { hrefTo } from '#client/href-to.ts';
import { listWords } from '#platform/words.ts';
import { ButtonLink } from '#ui/button.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { NotFoundScreen } from '#ui/screens.tsx';
import type { NoSuchPair } from '../compare.routes.server.ts';
import { usePopularComparisons } from '../popular.query.ts';
import { fromColumns } from './columns.ts';

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
    <NotFoundScreen
      heading="Comparison Not Found"
      text={explain(missing)}
      actions={[
        { href: hrefTo('/compare'), label: 'Compare Other Platforms' },
        { href: hrefTo('/vendors'), label: 'Browse All Vendors' },
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
