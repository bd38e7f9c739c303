import { clsx } from 'clsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { RemoveChip } from '#ui/chip.tsx';
import { Check, Plus } from '#ui/icons.tsx';
import type { Facets, Option } from './option-group.tsx';
import { BY_FEATURE, type VendorSearch } from './vendor-search.ts';

interface FeatureFilterProps {
  search: VendorSearch;
  groups: Facets['features'];
  onChange(search: VendorSearch): void;
}

const withToggled = (search: VendorSearch, slug: string): VendorSearch => {
  const rest = (search.feature ?? []).filter((chosen) => chosen !== slug);
  const isChosen = rest.length < (search.feature ?? []).length;
  const feature = isChosen ? rest : [...rest, slug];
  return { ...search, feature: feature.length > 0 ? feature : undefined, page: undefined };
};

/** Links to documented features, so that each choice is one click without script too. */
export function FeatureFilter({ search, groups, onChange }: FeatureFilterProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // The browser opens it for a link to its content; in-app navigation does not.
  useEffect(() => {
    if (window.location.hash !== `#${BY_FEATURE}`) return;
    for (let fold = details.current; fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
  }, []);

  const linkTo = (slug: string, hash = '') => {
    const next = withToggled(search, slug);
    return {
      href: hrefTo('/vendors', {}, next) + hash,
      rel: 'nofollow',
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onChange(next);
      },
    };
  };
  const all = groups.flatMap(({ options }) => options);
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
          {groups.map(({ category, options }) => (
            <div key={category} className="mb-5 break-inside-avoid">
              <p className="border-b border-rule pb-1.5 text-xs font-semibold">{category}</p>
              <ul aria-label={category}>
                {options.map((option) => (
                  <FeatureOption
                    key={option.value}
                    option={option}
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

interface FeatureOptionProps {
  option: Option;
  isChosen: boolean;
  link: { href: string; rel: string; onClick(event: MouseEvent): void };
}

const ROW = 'flex min-h-8 items-center justify-between gap-3 py-1 text-xs';

/** A feature that would leave no vendor is no link: it can be read, not chosen. */
function FeatureOption({ option: { label, count }, isChosen, link }: FeatureOptionProps) {
  const face = (
    <>
      <span>{label}</span>
      <span className="flex items-center gap-1.5 tabular-nums">
        {isChosen && <Check aria-hidden className="size-3.5" />}
        {count}
      </span>
    </>
  );
  if (count === 0 && !isChosen)
    return (
      <li className={clsx(ROW, 'border-b border-dashed border-line text-faint')}>
        {face}
        <span className="sr-only">: none left</span>
      </li>
    );
  return (
    <li className="border-b border-line">
      <a
        {...link}
        aria-current={isChosen ? 'true' : undefined}
        className={clsx(
          ROW,
          'touch hover:text-accent',
          isChosen ? 'font-semibold text-accent' : 'text-soft',
        )}
      >
        {face}
      </a>
    </li>
  );
}
