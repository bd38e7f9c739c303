import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import type { VendorChange } from './change.schema.ts';
import { sentenceOf, subjectOf } from './change-words.ts';

interface ChangeListProps {
  changes: readonly VendorChange[];
  /** Left out on the vendor's own page. */
  showVendor?: boolean;
}

/** What changed, the newest first: the day, the vendor, and what was said before and is said now. */
export function ChangeList({ changes, showVendor = false }: ChangeListProps) {
  return (
    <ol className="border-t border-line text-sm">
      {changes.map((change) => (
        <li
          key={change.id}
          id={change.id}
          className="grid gap-x-8 gap-y-1 border-b border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <time dateTime={change.at} className="text-faint tabular-nums">
            {formatDate(change.at)}
          </time>
          <div className="min-w-0 wrap-anywhere">
            {showVendor && (
              <>
                <a
                  href={hrefTo('/vendors/$slug', { slug: change.vendor.slug })}
                  className="text-link"
                >
                  {change.vendor.name}
                </a>
                {': '}
              </>
            )}
            <Subject change={change} />
            <span className="block text-soft">{sentenceOf(change)}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Subject({ change }: { change: VendorChange }) {
  if (!change.feature) return <span className="font-medium">{subjectOf(change)}</span>;
  return (
    <a href={hrefTo('/features/$slug', { slug: change.feature.slug })} className="text-link">
      {change.feature.name}
    </a>
  );
}
