import type { FormEvent } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { CategoryChips } from '#site/list/category-chips.tsx';
import type { CategorySearch } from '#site/list/category-search.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';

interface FaqFiltersProps {
  search: CategorySearch;
  categories: readonly string[];
  onSearch(search: CategorySearch): void;
}

/** A GET form and links; script only saves the page load. */
export function FaqFilters({ search, categories, onSearch }: FaqFiltersProps) {
  const { q, category: chosen } = search;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    onSearch({ q: text || undefined, category: chosen });
  };
  return (
    <div className="no-print mb-10 grid grid-cols-1 gap-5 border-t border-heavy pt-5">
      <search>
        <form
          action={hrefTo('/faq')}
          method="get"
          onSubmit={submit}
          className="flex items-end gap-3"
        >
          <SearchField
            key={q ?? ''}
            label="Search questions"
            showLabel
            name="q"
            defaultValue={q ?? ''}
            className="max-w-xl flex-1"
          />
          {chosen && <input type="hidden" name="category" value={chosen} />}
          <Button type="submit">Search</Button>
        </form>
      </search>
      {categories.length > 1 && (
        <CategoryChips
          categories={categories.map((category) => ({ category }))}
          chosen={chosen}
          hrefFor={(category) => hrefTo('/faq', {}, { q, category })}
        />
      )}
    </div>
  );
}
