import type { FormEvent } from 'react';
import { CategoryChips } from '#site/list/category-chips.tsx';
import type { CategorySearch } from '#site/list/category-search.ts';
import { stringifySearch } from '#site/search-params.ts';
import { useTypedSearch } from '#site/use-typed-search.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';

export interface CategoryCount {
  category: string;
  count: number;
}

interface FeatureFiltersProps {
  search: CategorySearch;
  categories: readonly CategoryCount[];
  onChange(search: CategorySearch): void;
}

export function FeatureFilters({ search, categories, onChange }: FeatureFiltersProps) {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...search, q: text.trim() || undefined, page: undefined });
  };

  return (
    <div className="grid gap-5 border-t border-heavy pt-5">
      <search>
        <form action="/features" method="get" onSubmit={submit} className="flex items-end gap-3">
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
        hrefFor={(category) => `/features${stringifySearch({ q: search.q, category })}`}
      />
    </div>
  );
}
