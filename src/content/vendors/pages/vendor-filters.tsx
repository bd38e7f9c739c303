import type { FormEvent } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { formSearch } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useTypedSearch } from '#ui/use-debounced.ts';
import { FeatureFilter } from './feature-filter.tsx';
import { type Facets, OptionGroup } from './option-group.tsx';
import { readVendorSearch, type VendorSearch } from './vendor-search.ts';

interface VendorFiltersProps {
  search: VendorSearch;
  facets: Facets;
  /** The counts are still those of the filters before. */
  isOld: boolean;
  onChange(search: VendorSearch): void;
}

/** A plain GET form that script makes instant: the button is for those without it. */
export function VendorFilters({ search, facets, isOld, onChange }: VendorFiltersProps) {
  const [text, setText] = useTypedSearch(search.q, (q) =>
    onChange({ ...search, q, page: undefined }),
  );

  const toggle = (key: 'category' | 'market' | 'aum') => (value: string, isOn: boolean) => {
    const rest = (search[key] ?? []).filter((chosen) => chosen !== value);
    const next = isOn ? [...rest, value] : rest;
    onChange({ ...search, [key]: next.length > 0 ? next : undefined, page: undefined });
  };
  const apply = (form: HTMLFormElement) => {
    const next = readVendorSearch(formSearch(form));
    setText(next.q ?? '');
    onChange({ ...next, q: next.q?.trim() });
  };
  const form = useEarlyInput(apply);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };

  const { category = [], market = [], aum = [], feature = [] } = search;
  const chosen = category.length + market.length + aum.length + feature.length;

  return (
    <search>
      <form
        ref={form}
        action={hrefTo('/vendors')}
        method="get"
        autoComplete="off"
        aria-busy={isOld}
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
        <details className="facets group/facets border-y border-line md:border-0">
          <summary className="list-none hover:text-accent">
            {/* The style that takes the summary away on a desk must not meet another display. */}
            <span className="flex min-h-11 items-center justify-between gap-6 text-sm font-medium">
              <span>
                Filters
                {chosen > 0 && <span className="text-faint"> ({chosen} chosen)</span>}
              </span>
              <Plus
                aria-hidden
                className="size-5 shrink-0 text-accent transition-transform duration-200 group-open/facets:rotate-45"
              />
            </span>
          </summary>
          <div className="grid gap-6 max-md:pt-2 max-md:pb-5">
            <div className="grid gap-6 lg:grid-cols-3 lg:gap-10">
              <OptionGroup
                legend="Category"
                name="category"
                options={facets.categories}
                chosen={search.category}
                none="No vendor here names a category."
                onToggle={toggle('category')}
              />
              <OptionGroup
                legend="Market"
                name="market"
                options={facets.markets}
                chosen={search.market}
                none="No vendor here names a market."
                onToggle={toggle('market')}
              />
              <OptionGroup
                legend="Minimum assets (AUM)"
                name="aum"
                options={facets.aum}
                chosen={search.aum}
                none="No vendor here publishes a minimum."
                onToggle={toggle('aum')}
              />
            </div>
            <div>
              {search.feature?.map((slug) => (
                <input key={slug} type="hidden" name="feature" value={slug} />
              ))}
              <FeatureFilter search={search} groups={facets.features} onChange={onChange} />
              <Switch
                id="partly"
                name="partly"
                value="true"
                checked={search.partly === 'true'}
                onChange={({ target }) =>
                  onChange({
                    ...search,
                    partly: target.checked ? 'true' : undefined,
                    page: undefined,
                  })
                }
              >
                Count partly documented too
              </Switch>
            </div>
          </div>
        </details>
      </form>
    </search>
  );
}
