import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { statusOptions } from './article-status.ts';
import type { ArticleView } from './news-data.ts';

interface ArticleToolsProps {
  view: ArticleView;
  onChange: (patch: Record<string, string>) => void;
}

/** Search, status and source; the address keeps them. */
export function ArticleTools({ view, onChange }: ArticleToolsProps) {
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => onChange({ q, page: '' }));
  const { data: sources = [] } = useQuery(adminQuery('/api/news/sources'));
  const isListed = view.source === '' || sources.some(({ name }) => name === view.source);
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_12rem_12rem]">
      <SearchField
        label="Search articles"
        placeholder="Search by title or publisher"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      <Select
        label="Status"
        hideLabel
        value={view.status}
        onChange={({ target }) => onChange({ status: target.value, page: '' })}
        options={[{ value: '', label: 'All Status' }, ...statusOptions()]}
      />
      <Select
        label="Source"
        hideLabel
        value={view.source}
        onChange={({ target }) => onChange({ source: target.value, page: '' })}
        options={[
          { value: '', label: 'All Sources' },
          ...(isListed ? [] : [{ value: view.source, label: view.source }]),
          ...sources.map(({ name, waiting }) => ({ value: name, label: `${name} (${waiting})` })),
        ]}
      />
    </div>
  );
}
