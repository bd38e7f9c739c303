import type { FormEvent } from 'react';
import type { CategorySearch } from '#site/list/category-search.ts';
import { stringifySearch } from '#site/search-params.ts';
import { useTypedSearch } from '#site/use-typed-search.ts';
import { Button } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
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
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  const hrefFor = (category?: string) => `/features${stringifySearch({ q: search.q, category })}`;

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
      <nav aria-label="Categories">
        <ul className="flex flex-wrap gap-2">
          <li>
            <ChipLink href={hrefFor()} count={total} selected={!search.category}>
              All Categories
            </ChipLink>
          </li>
          {categories.map(({ category, count }) => (
            <li key={category}>
              <ChipLink
                href={hrefFor(category)}
                count={count}
                selected={search.category === category}
              >
                {category}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
