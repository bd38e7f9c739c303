import type { FormEvent } from 'react';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { CategoryChips } from '#site/list/category-chips.tsx';
import type { CategorySearch } from '#site/list/category-search.ts';
import { formSearch, textParam } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';

interface FeatureFiltersProps {
  search: CategorySearch;
  categories: ResponseOf<'get', '/api/feature-categories'>;
  onChange(search: CategorySearch): void;
}

export function FeatureFilters({ search, categories, onChange }: FeatureFiltersProps) {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );
  const apply = (form: HTMLFormElement) => {
    const q = textParam(formSearch(form).q);
    setText(q ?? '');
    onChange({ ...search, q: q?.trim(), page: undefined });
  };
  const form = useEarlyInput(apply);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };

  return (
    <div className="no-print grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form
          ref={form}
          action={hrefTo('/features')}
          method="get"
          autoComplete="off"
          onSubmit={submit}
          className="flex items-end gap-3"
        >
          <SearchField
            label="Search features"
            name="q"
            value={text}
            placeholder="Search features..."
            onChange={(event) => setText(event.target.value)}
            className="max-w-xl flex-1"
          />
          {search.category && <input type="hidden" name="category" value={search.category} />}
          <Button type="submit">Search</Button>
        </form>
      </search>
      <CategoryChips
        categories={categories}
        total={categories.reduce((sum, { count }) => sum + count, 0)}
        chosen={search.category}
        hrefFor={(category) => hrefTo('/features', {}, { q: search.q, category })}
      />
    </div>
  );
}
