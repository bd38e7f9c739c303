import { formatDate } from '#content/shared/format-date.ts';
import { ItemLink } from '#content/shared/item-link.tsx';
import { pathQuery } from '#site/api/queries.ts';
import type { VendorChange } from './change.schema.ts';
import { sentenceOf, subjectOf } from './change-words.ts';

export const changesQuery = (vendor?: string, limit?: number) =>
  pathQuery('/api/changes', { vendor, limit });

interface ChangeListProps {
  changes: readonly VendorChange[];
  /** Left out on the vendor's own page. */
  showVendor?: boolean;
}

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
                <ItemLink to="/vendors" item={change.vendor} className="text-link" />
                {': '}
              </>
            )}
            {change.feature ? (
              <ItemLink to="/features" item={change.feature} className="text-link" />
            ) : (
              <span className="font-medium">{subjectOf(change)}</span>
            )}
            <span className="block text-soft">{sentenceOf(change)}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
