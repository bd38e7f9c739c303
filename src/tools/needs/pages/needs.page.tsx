import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#platform/stringify-search.ts';
import { listWords } from '#platform/words.ts';
import { pathQuery } from '#site/api/queries.ts';
import { breadcrumbLd, collectionLd, HOME, notFoundHead, pageHead } from '#site/head/page-head.ts';
import { hrefOfPage, type ListInfo } from '#site/list/list-route.ts';
import { ListError, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { SCALE } from '#site/shortlist/shortlist-store.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { MAX_NEEDS } from '../rule.ts';
import { NeedsResult } from './needs-result.tsx';
import {
  type Chosen,
  chosenOf,
  type Facets,
  type NeedsSearch,
  paramsOf,
  readNeedsSearch,
  searchOf,
} from './needs-search.ts';

const withAll = (label: string, options: Facets['markets']) => [{ value: '', label }, ...options];

/** A plain GET form; script adds the box that narrows the list. */
function NeedsForm({ facets, chosen }: { facets: Facets; chosen: Chosen }) {
  const [sought, setSought] = useState('');
  const words = sought.trim().toLowerCase();
  return (
    <form
      action={hrefTo('/needs')}
      method="get"
      autoComplete="off"
      className="no-print grid grid-cols-1 gap-6 border-t border-heavy pt-5"
    >
      <div className="flex flex-wrap items-end gap-4">
        <SearchField
          label="Filter the features"
          showLabel
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          // It narrows while one types; Enter would send a half-filled form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="needs-script w-full max-w-sm"
        />
        <Select
          label="Market"
          name="market"
          defaultValue={chosen.market ?? ''}
          options={withAll('All markets', facets.markets)}
          className="w-full max-w-56"
        />
        <Select
          label="Category"
          name="category"
          defaultValue={chosen.category ?? ''}
          options={withAll('All categories', facets.categories)}
          className="w-full max-w-56"
        />
        <Button type="submit" variant="primary">
          Show vendors
        </Button>
        {chosen.f.length > 0 && (
          <ButtonLink href={hrefTo('/needs')} variant="quiet">
            Start again
          </ButtonLink>
        )}
      </div>
      <p className="max-w-measure text-sm text-soft">
        Must-haves come first in this list. Weights count in the scorecard, where each need weighs 3
        unless you say 5 or 1.
      </p>
      <div className="gap-x-10 sm:columns-2 lg:columns-3">
        {facets.features.map(({ category, options }) => (
          <Category
            key={category}
            category={category}
            options={options}
            chosen={chosen}
            words={words}
          />
        ))}
      </div>
      <p>
        <Button type="submit" variant="primary">
          Show vendors
        </Button>
      </p>
    </form>
  );
}

interface CategoryProps {
  category: string;
  options: Facets['markets'];
  chosen: Chosen;
  words: string;
}

function Category({ category, options, chosen, words }: CategoryProps) {
  const isSought = (label: string) => `${label} ${category}`.toLowerCase().includes(words);
  return (
    <fieldset
      hidden={!options.some(({ label }) => isSought(label))}
      className="mb-6 min-w-0 break-inside-avoid"
    >
      <legend className="w-full border-b border-rule pb-1.5 text-xs font-semibold">
        {category}
      </legend>
      <ul>
        {options.map(({ value, label, count }) => (
          <li
            key={value}
            hidden={!isSought(label)}
            className="group/need flex min-h-8 items-center justify-between gap-3 border-b border-line text-sm [&[hidden]]:hidden"
          >
            <label className="flex min-h-8 min-w-0 flex-1 cursor-pointer items-center gap-2.5 py-1 hover:text-accent">
              <input
                type="checkbox"
                name="f"
                value={value}
                defaultChecked={chosen.f.includes(value)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">{label}</span>
              <span className="text-xs text-faint tabular-nums">
                <span className="sr-only">documented by </span>
                {count}
              </span>
            </label>
            {/* Only a chosen need can be a must-have. */}
            <label className="invisible flex min-h-8 cursor-pointer items-center gap-1.5 text-xs text-soft group-has-checked/need:visible">
              <input
                type="checkbox"
                name="must"
                value={value}
                defaultChecked={chosen.must.includes(value)}
                className="size-4 shrink-0 accent-accent"
              />
              Must<span className="sr-only"> have {label}</span>
            </label>
            {/* A must-have is a gate and has no weight. A disabled option is not sent: the usual weight stays out of the address. */}
            <select
              name="w"
              aria-label={`Weight of ${label} in the scorecard`}
              defaultValue={chosen.w.find((one) => one.startsWith(`${value}:`)) ?? ''}
              className="hidden min-h-8 text-xs text-soft group-has-[[name=f]:checked]/need:block group-has-[[name=must]:checked]/need:hidden"
            >
              <option value="" disabled>
                Weight
              </option>
              {SCALE.map((weight) => (
                <option key={weight} value={`${value}:${weight}`}>
                  Weight {weight}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const PAGE: ListInfo = {
  path: '/needs',
  overline: 'Decide',
  title: 'Start From Your Needs',
  description:
    'Tick what your family office needs. We list every vendor, best documented first, with the source of each answer and what to ask where the record is silent.',
  lead: 'Tick what you need. We list every vendor, best documented first. Where the record is silent, you get the question to ask.',
};

const LEAD_OF_RESULT = 'Every vendor, best documented first.';

const facetsQuery = ({ market, category }: NeedsSearch) =>
  pathQuery('/api/vendor-facets', { category, market });

const needsQuery = (chosen: Chosen, page: number | undefined) =>
  pathQuery('/api/needs', { ...paramsOf(chosen), page });

export const Route = createFileRoute('/needs')({
  validateSearch: readNeedsSearch,
  loaderDeps: ({ search }) => readNeedsSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const facets = await queryClient.ensureQueryData(facetsQuery(deps));
    const chosen = chosenOf(deps, facets);
    if (chosen.f.length === 0) return;
    const { vendors } = await queryClient.ensureQueryData(needsQuery(chosen, deps.page));
    if (deps.page && vendors.length === 0) throw notFound();
  },
  head: ({ match }) => {
    const { search, context, status } = match;
    const { site } = context;
    const { path, title, description } = PAGE;
    if (status === 'notFound') return notFoundHead(site, 'Page Not Found', path);
    const page = { name: title, description, path };
    return pageHead({
      site,
      path,
      printed: `${path}${stringifySearch(search)}`,
      title: `${title} - ${site.name}`,
      description,
      // One office's needs stay out of search engines.
      noindex: Object.values(search).some(Boolean),
      jsonLd: [collectionLd(site, page, []), breadcrumbLd(site, [HOME, page])],
    });
  },
  component: NeedsPage,
  pendingComponent: () => <ListLoading list={PAGE} />,
  errorComponent: () => (
    <ListError list={PAGE} way={{ href: hrefTo('/vendors'), label: 'Browse All Vendors' }}>
      Error loading the vendors. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={PAGE} />,
});

function NeedsPage() {
  const search = Route.useSearch();
  const { data: facets } = useSuspenseQuery(facetsQuery(search));
  const chosen = chosenOf(search, facets);
  const isAsked = chosen.f.length > 0;
  const { data: found } = useQuery({ ...needsQuery(chosen, search.page), enabled: isAsked });
  // A form keeps its ticks, so each address gets a form of its own.
  const form = <NeedsForm key={JSON.stringify(searchOf(chosen))} facets={facets} chosen={chosen} />;
  return (
    <PageFrame page={isAsked ? { ...PAGE, lead: LEAD_OF_RESULT } : PAGE}>
      <Notices chosen={chosen} />
      {isAsked && found ? (
        <NeedsResult
          found={found}
          chosen={chosen}
          form={form}
          page={search.page ?? 1}
          hrefFor={(page) => hrefOfPage(PAGE, searchOf(chosen), page)}
        />
      ) : (
        form
      )}
    </PageFrame>
  );
}

/** Ignored parts of the address: nothing is dropped in silence. */
function Notices({ chosen: { unknown, leftOut } }: { chosen: Chosen }) {
  const lines = [
    ...(unknown.length > 0 ? [`Not on this site (any more): ${listWords(unknown)}.`] : []),
    ...(leftOut.length > 0
      ? [`At most ${MAX_NEEDS} needs at once. Left out: ${listWords(leftOut)}.`]
      : []),
  ];
  return lines.map((line) => (
    <p key={line} className="mb-6 max-w-measure border-l-2 border-danger py-1 pl-4 wrap-anywhere">
      {line}
    </p>
  ));
}
