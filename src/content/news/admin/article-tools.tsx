import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { readArticleView, statusOptions } from './news-data.ts';

interface SourceSelectProps {
  label: string;
  value: string;
  sources: readonly { name: string; waiting: number }[] | undefined;
  onChoose: (name: string) => void;
}

function SourceSelect({ label, value, sources = [], onChoose }: SourceSelectProps) {
  const isListed = value === '' || sources.some(({ name }) => name === value);
  return (
    <Select
      label={label}
      hideLabel
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: `All ${label}s` },
        ...(isListed ? [] : [{ value, label: value }]),
        ...sources.map(({ name, waiting }) => ({ value: name, label: `${name} (${waiting})` })),
      ]}
    />
  );
}

/** Search, status, feed and publisher; the address keeps them. */
export function ArticleTools() {
  const { search, changeSearch } = useAdminAddress();
  const view = readArticleView(search);
  const narrow = (patch: Record<string, string>) =>
    void changeSearch({ ...patch, page: '' }, 'news');
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => narrow({ q }));
  const { data: sources } = useQuery(adminQuery('/api/news/sources'));
  return (
    <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_9rem_12rem_12rem]">
      <SearchField
        className="sm:max-lg:col-span-3"
        label="Search articles"
        placeholder="Search by title or publisher"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      <Select
        label="Status"
        hideLabel
        value={view.status}
        onChange={({ target }) => narrow({ status: target.value })}
        options={[{ value: '', label: 'All Status' }, ...statusOptions()]}
      />
      <SourceSelect
        label="Feed"
        value={view.feed}
        sources={sources?.feeds}
        onChoose={(feed) => narrow({ feed })}
      />
      <SourceSelect
        label="Publisher"
        value={view.source}
        sources={sources?.publishers}
        onChoose={(source) => narrow({ source })}
      />
    </div>
  );
}
