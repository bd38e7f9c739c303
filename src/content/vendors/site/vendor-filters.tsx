import type { FormEvent } from 'react';
import { useTypedSearch } from '#site/use-typed-search.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import type { VendorSearch } from './vendor-search.ts';

interface Option {
  value: string;
  label: string;
  count: number;
}

export interface Facets {
  total: number;
  categories: Option[];
  markets: Option[];
  aum: Option[];
}

interface VendorFiltersProps {
  search: VendorSearch;
  facets: Facets;
  onChange(search: VendorSearch): void;
}

/** A plain GET form that script makes instant: the button is for those without it. */
export function VendorFilters({ search, facets, onChange }: VendorFiltersProps) {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );

  const toggle = (key: 'category' | 'market' | 'aum') => (value: string, isOn: boolean) => {
    const rest = (search[key] ?? []).filter((chosen) => chosen !== value);
    const next = isOn ? [...rest, value] : rest;
    onChange({ ...search, [key]: next.length > 0 ? next : undefined, page: undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...search, q: text.trim() || undefined, page: undefined });
  };

  return (
    <search>
      <form
        action="/vendors"
        method="get"
        onSubmit={submit}
        className="grid gap-6 border-t border-heavy pt-5"
      >
        <div className="flex items-end gap-3">
          <SearchField
            label="Search vendors"
            showLabel
            name="q"
            value={text}
            placeholder="Name, feature or category"
            onChange={(event) => setText(event.target.value)}
            className="max-w-xl flex-1"
          />
          <Button type="submit">Search</Button>
        </div>
        <div className="grid gap-6 lg:grid-cols-3 lg:gap-10">
          <OptionGroup
            legend="Category"
            name="category"
            options={facets.categories}
            chosen={search.category}
            onToggle={toggle('category')}
          />
          <OptionGroup
            legend="Market"
            name="market"
            options={facets.markets}
            chosen={search.market}
            onToggle={toggle('market')}
          />
          <OptionGroup
            legend="Minimum assets (AUM)"
            name="aum"
            options={facets.aum}
            chosen={search.aum}
            onToggle={toggle('aum')}
          />
        </div>
      </form>
    </search>
  );
}

interface OptionGroupProps {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen: readonly string[] | undefined;
  onToggle(value: string, isOn: boolean): void;
}

function OptionGroup({ legend, name, options, chosen, onToggle }: OptionGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xs font-medium text-soft">{legend}</legend>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ value, label, count }) => (
          <li key={value}>
            <label
              htmlFor={`${name}-${value}`}
              className="touch inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-sm border border-rule px-3 py-1 text-xs font-medium text-soft transition-colors hover:border-ink hover:text-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                id={`${name}-${value}`}
                type="checkbox"
                name={name}
                value={value}
                checked={chosen?.includes(value) ?? false}
                onChange={(event) => onToggle(value, event.target.checked)}
                className="sr-only"
              />
              {label}
              <span className="tabular-nums opacity-80">{count}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
