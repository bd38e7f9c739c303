import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#admin/api/admin-queries.ts';
import type { StoredOf } from '#admin/editor/form-types.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Notice } from '#admin/parts/notice.tsx';
import type { ResponseOf } from '#client/api-calls.ts';
import type { ArticleForm } from '#content/news/admin/editor/article-check.ts';
import type { news, RewriteRecord } from '#content/news/news.collection.ts';
import { Badge } from '#ui/badge.tsx';
import { CompareRow } from './compare-row.tsx';
import { compareFields, findBefore } from './compared-fields.ts';

interface CompareTabProps {
  item: StoredOf<typeof news>;
  values: ArticleForm;
  onChange: (patch: ArticleForm) => void;
}

const SOURCE = '/api/news/{id}/source';

type Source = Pick<ResponseOf<'get', typeof SOURCE>, 'from' | 'text'>;

/** The original beside the rewritten text, which can be edited here. */
export function CompareTab({ item, values, onChange }: CompareTabProps) {
  const { id, version } = item;
  const { data: source } = useQuery(versionQuery(version, SOURCE, { id }));
  const { data: revisions = [] } = useQuery(
    versionQuery(version, '/api/revisions/news/{id}', { id }),
  );
  const fields = compareFields(item, values, {
    source: source?.text ?? String(values.originalContent ?? ''),
    before: findBefore(item, revisions),
  });
  return (
    <div>
      <Provenance record={item.rewriteRecord as RewriteRecord | null} source={source} />
      {fields.map((field) => (
        <CompareRow
          key={field.key}
          field={field}
          value={values[field.key]}
          onChange={(value) => onChange({ [field.key]: value })}
        />
      ))}
    </div>
  );
}

interface ProvenanceProps {
  record: RewriteRecord | null;
  source: Source | undefined;
}

/** Which model and which style guide wrote the text, and how close it stayed. */
function Provenance({ record, source }: ProvenanceProps) {
  if (!record) {
    return <p className="mb-3 text-sm text-soft">This article has not been rewritten yet.</p>;
  }
  const version = record.styleGuideVersion === null ? '' : ` (version ${record.styleGuideVersion})`;
  const share = Math.round(record.overlap * 100);
  return (
    <Notice className="grid gap-1">
      <p>
        Written by <strong>{record.model}</strong> after the style guide{' '}
        <strong>{record.styleGuideName}</strong>
        {version} on {formatDateTime(record.at)}
        {source?.from === 'page' ? ', from the original page.' : ', from the stored text.'}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {record.tooClose && <Badge tone="danger">Too close to the original</Badge>}
        {share}% of it stands word for word in the original.
      </p>
    </Notice>
  );
}
