import type { Collection } from '#kit/collection.ts';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { type ListView, sortOptions, statusWords } from './list-view.ts';

interface ListToolsProps {
  collection: Collection;
  view: ListView;
  onChange: (patch: Record<string, string>) => void;
}

/** Search, status and sorting; the address keeps them, so that a reload or a colleague sees the same. */
export function ListTools({ collection, view, onChange }: ListToolsProps) {
  const [term, setTerm] = useTypedSearch(view.q, (q = '') => onChange({ q, page: '' }));
  const words = statusWords(collection);
  const options = sortOptions(collection);
  const isListed = options.some(({ value }) => value === view.sort);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_auto_auto]">
      <SearchField
        className="max-sm:col-span-2"
        label={`Search ${collection.label.many}`}
        placeholder={`Search ${collection.label.many}`}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      />
      {words && (
        <Select
          label="Status"
          hideLabel
          value={view.status}
          onChange={(event) => onChange({ status: event.target.value, page: '' })}
          options={[
            { value: '', label: 'All Status' },
            { value: 'published', label: words.on },
            { value: 'draft', label: words.off },
          ]}
        />
      )}
      <Select
        label="Sort by"
        hideLabel
        value={view.sort}
        onChange={(event) => onChange({ sort: event.target.value, page: '' })}
        options={isListed ? options : [...options, { value: view.sort, label: 'By a column' }]}
      />
    </div>
  );
}
