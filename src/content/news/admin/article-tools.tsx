import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { statusOptions } from './article-status.ts';
import type { ArticleView } from './news-data.ts';

interface ArticleToolsProps {
  view: ArticleView;
  onChange: (patch: Record<string, string>) => void;
}

/** Search and status; the address keeps both. */
export function ArticleTools({ view, onChange }: ArticleToolsProps) {
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => onChange({ q, page: '' }));
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
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
    </div>
  );
}
