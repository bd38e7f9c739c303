import type { FormEvent } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { formSearch } from '#site/search-params.ts';
import { useEarlyInput } from '#site/use-early-input.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
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
              onChange({ ...search, partly: target.checked ? 'true' : undefined, page: undefined })
            }
          >
            Count partly documented too
          </Switch>
        </div>
      </form>
    </search>
  );
}
