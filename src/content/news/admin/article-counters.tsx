import { useQuery } from '@tanstack/react-query';
import { statusCountQuery } from './news-data.ts';

/** Total Articles, Published, Rewritten, Drafts; each counts the status. */
export function ArticleCounters() {
  const published = useQuery(statusCountQuery('published')).data;
  const rewritten = useQuery(statusCountQuery('rewritten')).data;
  const drafts = useQuery(statusCountQuery('draft')).data;
  const isLoaded = published !== undefined && rewritten !== undefined && drafts !== undefined;
  const counters = [
    { label: 'Total Articles', value: isLoaded ? published + rewritten + drafts : undefined },
    { label: 'Published', value: published },
    { label: 'Rewritten', value: rewritten },
    { label: 'Drafts', value: drafts },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse border-t border-rule pt-2">
          <dt className="text-xs text-faint">{label}</dt>
          <dd className="font-serif text-h2 leading-tight font-semibold tabular-nums">
            {value ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
