import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { ChangeList } from '#content/shared/changes/change-list.tsx';
import { feedOf } from '#content/shared/changes/change-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { SectionHeading } from '#ui/headings.tsx';

interface VendorChangesProps {
  slug: string;
  /** Not there while the call is under way, nor after it failed. */
  record: ResponseOf<'get', '/api/changes'> | undefined;
}

/** The last changes of a profile, and how to hear of the next one. */
export function VendorChanges({ slug, record }: VendorChangesProps) {
  if (!record) return null;
  const { since, changes } = record;
  return (
    <section>
      <SectionHeading title="What changed" />
      {changes.length > 0 && <ChangeList changes={changes} />}
      <p className="mt-4 text-sm text-soft">
        {changes.length === 0 && 'No change of owner, price meter, attestations or features '}
        {changes.length === 0 && since && (
          <>
            since the record began on <time dateTime={since}>{formatDate(since)}</time>.{' '}
          </>
        )}
        <span className="no-print">
          <a href={hrefTo('/changes', {}, { vendor: slug })} rel="nofollow" className="text-link">
            All changes
          </a>{' '}
          ·{' '}
          <a href={feedOf(slug)} type="application/rss+xml" className="text-link">
            Follow by RSS feed
          </a>
        </span>
      </p>
    </section>
  );
}
