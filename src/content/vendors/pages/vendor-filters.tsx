import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { hrefTo } from '#client/href-to.ts';
import type { useFilters } from '#site/list/use-filters.ts';
import { Button } from '#ui/button.tsx';
import { RemoveChip } from '#ui/chip.tsx';
import { HiddenFields } from '#ui/hidden-fields.tsx';
import { Check, Plus } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { OptionGroup } from './option-group.tsx';
import { type Facets, type Option, type VendorSearch, withToggled } from './vendor-search.ts';

/** Names the part of the page that filters by features; a link to it opens it. */
const BY_FEATURE = 'by-feature';

const GROUPS = [
  {
    name: 'category',
    facet: 'categories',
    legend: 'Category',
    none: 'No vendor here names a category.',
  },
  {
    name: 'market',
    facet: 'markets',
    legend: 'Market',
    none: 'No vendor here names a market.',
  },
  {
    name: 'aum',
    facet: 'aum',
    legend: 'Minimum assets (AUM)',
    none: 'No vendor here publishes a minimum.',
  },
] as const;

interface VendorFiltersProps {
  filters: ReturnType<typeof useFilters<unknown, VendorSearch>>;
  facets: Facets;
}

/** A plain GET form that script makes instant: the button is for those without it. */
export function VendorFilters({ filters, facets }: VendorFiltersProps) {
  const { search, apply, form, field } = filters;
  const { category = [], market = [], aum = [], feature = [] } = search;
  const chosen = [category, market, aum, feature].flat().length;

  return (
    <search>
      <form {...form} action={hrefTo('/vendors')} className="grid gap-6 border-t border-heavy pt-5">
        <div className="flex items-end gap-3">
          <SearchField
            {...field}
            label="Search vendors"
            showLabel
            placeholder="Name, feature or category"
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
              {GROUPS.map(({ facet, ...group }) => (
                <OptionGroup
                  key={group.name}
                  {...group}
                  options={facets[facet]}
                  chosen={search[group.name]}
                  onToggle={(value) => apply(withToggled(search, group.name, value))}
                />
              ))}
            </div>
            <div>
              <HiddenFields values={{ feature: search.feature }} />
              <FeatureFilter filters={filters} facets={facets} />
              <Switch
                id="partly"
                name="partly"
                value="true"
                checked={search.partly === 'true'}
                onChange={({ target }) =>
                  apply({
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

/** Links to documented features, so that each choice is one click without script too. */
function FeatureFilter({ filters, facets: { features } }: VendorFiltersProps) {
  const { search } = filters;
  const details = useRef<HTMLDetailsElement>(null);
  // The browser opens it for a link to its content; in-app navigation does not.
  useEffect(() => {
    if (window.location.hash !== `#${BY_FEATURE}`) return;
    for (let fold = details.current; fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
  }, []);

  const linkTo = (slug: string, hash?: string) => ({
    ...filters.linkTo(withToggled(search, 'feature', slug), hash),
    rel: 'nofollow',
  });
  const all = features.flatMap(({ options }) => options);
  const chosen = search.feature ?? [];
  const labelOf = (slug: string) => all.find(({ value }) => value === slug)?.label ?? slug;

  return (
    <div className="grid gap-3">
      {chosen.length > 0 && (
        <ul aria-label="Chosen features" className="flex flex-wrap gap-2">
          {chosen.map((slug) => (
            <li key={slug}>
              <RemoveChip {...linkTo(slug)}>{labelOf(slug)}</RemoveChip>
            </li>
          ))}
        </ul>
      )}
      <details ref={details} className="group border-y border-line">
        <summary className="flex min-h-11 list-none items-center justify-between gap-6 text-sm font-medium hover:text-accent">
          Documented features
          <Plus
            aria-hidden
            className="size-5 shrink-0 text-accent transition-transform duration-200 group-open:rotate-45"
          />
        </summary>
        <div id={BY_FEATURE} className="gap-x-10 pb-5 sm:columns-2 lg:columns-3 xl:columns-4">
          {features.map(({ category, options }) => (
            <div key={category} className="mb-5 break-inside-avoid">
              <p className="border-b border-rule pb-1.5 text-xs font-semibold">{category}</p>
              <ul aria-label={category}>
                {options.map((option) => (
                  <FeatureOption
                    key={option.value}
                    {...option}
                    isChosen={chosen.includes(option.value)}
                    link={linkTo(option.value, `#${BY_FEATURE}`)}
                  />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </div>
  );
}

interface FeatureOptionProps extends Option {
  isChosen: boolean;
  link: { href: string; rel: string; onClick(event: MouseEvent): void };
}

/** A feature that would leave no vendor is no link: it can be read, not chosen. */
function FeatureOption({ label, count, isChosen, link }: FeatureOptionProps) {
  const isOpen = count > 0 || isChosen;
  const Face = isOpen ? 'a' : 'p';
  const tone = isChosen ? 'font-semibold text-accent' : 'text-soft';
  return (
    <li className={clsx('border-b border-line', !isOpen && 'border-dashed')}>
      <Face
        {...(isOpen && link)}
        aria-current={isChosen ? 'true' : undefined}
        className={clsx(
          'flex min-h-8 items-center justify-between gap-3 py-1 text-xs',
          isOpen ? `touch hover:text-accent ${tone}` : 'text-faint',
        )}
      >
        <span>{label}</span>
        <span className="flex items-center gap-1.5 tabular-nums">
          {isChosen && <Check aria-hidden className="size-3.5" />}
          {count}
        </span>
        {!isOpen && <span className="sr-only">: none left</span>}
      </Face>
    </li>
  );
}
