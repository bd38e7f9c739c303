import type { ResponseOf } from '#client/api-calls.ts';
import { pairPath } from '#content/comparisons/site.ts';
import { ItemLink, ItemLinks } from '#content/shared/item-link.tsx';
import { withoutPlaceholder } from '#site/placeholders.ts';
import { ShortlistButton } from '#site/shortlist/shortlist-button.tsx';

export type AlternativesResponse = ResponseOf<'get', '/api/vendors/{id}/alternatives'>;
type Entry = AlternativesResponse['alternatives'][number];
type Named = AlternativesResponse['vendor'];

export function Alternative({ vendor, alternative }: { vendor: Named; alternative: Entry }) {
  const { vendor: other, description, reason, shares, lacks, adds, markets } = alternative;
  return (
    <li className="grid gap-x-12 gap-y-5 border-b border-line py-7 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <h2 className="text-h3 font-semibold">
          <ItemLink
            to="/vendors"
            item={other}
            className="decoration-accent decoration-1 underline-offset-4 hover:underline"
          />
        </h2>
        <p className="mt-2 text-sm text-soft">{withoutPlaceholder(description)}</p>
        {reason && (
          <p className="mt-2 text-sm">
            <strong className="font-medium">Put first by the desk:</strong> {reason}
          </p>
        )}
        <div className="no-print mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 text-sm">
          <ShortlistButton vendor={other} />
          {/* Any two can be compared; search engines find the pairs with a written comparison. */}
          <a href={pairPath([vendor.slug, other.slug])} rel="nofollow" className="text-link">
            Compare {vendor.name} and {other.name}
          </a>
        </div>
      </div>
      <dl className="min-w-0 space-y-4 text-sm">
        <FeatureNames label="Shares" features={shares} />
        <FeatureNames label={`Documented for ${vendor.name}, not here`} features={lacks} />
        <FeatureNames label={`Documented here, not for ${vendor.name}`} features={adds} />
        {markets.length > 0 && (
          <div>
            <dt className="text-xs text-faint">Markets in common</dt>
            <dd className="mt-1">{markets.join(', ')}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** So many are read at a glance; the rest is folded. */
const SHOWN = 8;

function FeatureNames({ label, features }: { label: string; features: readonly Named[] }) {
  if (features.length === 0) return null;
  const [first, rest] = [features.slice(0, SHOWN), features.slice(SHOWN)];
  return (
    <div>
      <dt className="text-xs text-faint">
        {label} ({features.length})
      </dt>
      <dd className="mt-1">
        <ItemLinks to="/features" items={first} />
        {rest.length > 0 && (
          <details className="mt-1">
            <summary className="touch min-h-6 list-none text-faint underline decoration-rule underline-offset-4 hover:text-accent">
              {rest.length} more
            </summary>
            <ItemLinks to="/features" items={rest} />
          </details>
        )}
      </dd>
    </div>
  );
}
