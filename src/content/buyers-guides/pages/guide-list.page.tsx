import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { CardResponse } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { cutText } from '#platform/text/excerpt.ts';
import { counted } from '#platform/words.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, loadLinks, readPageSearch } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { BadgeList } from '#ui/badge.tsx';
import { CardAction, CoverLink } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Overline, SectionHeading } from '#ui/headings.tsx';

/** The spec's list of buyers, as the guides name them. */
export const COMING_SOON = [
  'Multi-Family Office (MFO)',
  'RIA / Wealth Manager',
  'Principal/Wealth Owner',
  'CIO / Investment Team',
  'Operations / CFO',
  'New/Setting Up FO',
  'Tech-Forward FO',
  'Global Family Office',
] as const;

const FEATURE_LENGTH = 30;

export const cutFeature = (feature: string) => cutText(feature, FEATURE_LENGTH);

const TITLE = "Family Office Software Buyer's Guides";
const LIST: ListInfo = {
  path: '/buyers-guides',
  title: TITLE,
  titleFor: () => TITLE,
  description:
    "Buyer's guides to family office software, one for each kind of buyer: what to insist on, what to watch for, and how to run the selection.",
  lead: 'The same software reads differently from each chair. Start with the guide written for yours.',
};
const PER_PAGE = 48;

const guidesQuery = (page?: number) => listQuery('buyers-guides', partOf(page, PER_PAGE));

export const Route = createFileRoute('/buyers-guides')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: ({ context: { queryClient }, deps }) =>
    loadLinks('/buyers-guides', queryClient.ensureQueryData(guidesQuery(deps.page)), deps),
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: GuideListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/vendors'), label: 'Browse vendors' }}>
      Error loading buyer's guides. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function GuideListPage() {
  const search = Route.useSearch();
  const { data: list } = useSuspenseQuery(guidesQuery(search.page));
  const published = new Set(list.items.map(({ buyerType }) => buyerType));
  const isWhole = COMING_SOON.every((name) => published.has(name));
  return (
    <PageFrame page={LIST}>
      {list.items.length === 0 ? (
        <EmptyState text="Buyer's guides are currently being prepared. Please check back soon." />
      ) : (
        <ul aria-label="Buyer's guides" className="border-t border-heavy">
          {list.items.map((guide) => (
            <GuideRow key={guide.slug} guide={guide} />
          ))}
        </ul>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PER_PAGE} />
      <section className="mt-16">
        <SectionHeading
          {...(isWhole
            ? { title: 'Who the guides are for', text: 'Each of these readers has a guide above.' }
            : {
                title: 'Coming Soon',
                text: 'The buyers this series is written for. Those marked as published can be read above.',
              })}
        />
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {COMING_SOON.map((name) => (
            <li
              key={name}
              className="flex justify-between gap-4 border-b border-line py-2.5 text-sm"
            >
              {name}
              {!isWhole && published.has(name) && <span className="text-faint">Published</span>}
            </li>
          ))}
        </ul>
      </section>
    </PageFrame>
  );
}

function GuideRow({ guide }: { guide: CardResponse<'buyers-guides'> }) {
  const covered = guide.recommendedUseCases.length;
  const href = hrefTo('/buyers-guides/$slug', { slug: guide.slug });
  return (
    <li className="card group relative grid gap-x-10 gap-y-3 border-b border-rule py-7 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        {guide.buyerType && <Overline>{guide.buyerType}</Overline>}
        <p className="mt-2 text-sm">{guide.targetRole}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
          {guide.targetAssets && <span>{guide.targetAssets}</span>}
          <span>{counted(covered, 'use case', 'use cases')} covered</span>
        </p>
      </div>
      <div>
        <h2 className="text-h3 font-semibold">
          <CoverLink href={href}>{guide.title}</CoverLink>
        </h2>
        <p className="mt-2 max-w-measure text-sm text-soft">{guide.description}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <BadgeList
            items={guide.priorityFeatures.map(cutFeature)}
            max={2}
            label="Priority features"
          />
          <CardAction action="Read Complete Guide" href={href} title={guide.title} />
        </div>
      </div>
    </li>
  );
}
