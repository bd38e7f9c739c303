import { createFileRoute } from '@tanstack/react-router';
import { listQuery, partOf } from '#site/api/queries.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { Badge } from '#ui/badge.tsx';
import { BadgeList } from '#ui/badge-list.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import type { BuyersGuide } from '../buyers-guides.collection.ts';
import { COMING_SOON, cutFeature } from './guide-texts.ts';

type GuideCard = Pick<
  BuyersGuide,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'buyerType'
  | 'targetRole'
  | 'targetAssets'
  | 'recommendedUseCases'
  | 'priorityFeatures'
>;

const TITLE = "Family Office Software Buyer's Guides";
const LIST: ListInfo = {
  path: '/buyers-guides',
  overline: "Buyer's guides",
  title: TITLE,
  titleFor: () => TITLE,
  description:
    "Buyer's guides to family office software, one for each kind of buyer: what to insist on, what to watch for, and how to run the selection.",
  lead: 'The same software reads differently from each chair. Start with the guide written for yours.',
};
const PER_PAGE = 48;

const guidesQuery = (page?: number) =>
  listQuery<GuideCard>('buyers-guides', partOf(page, PER_PAGE));

export const Route = createFileRoute('/buyers-guides')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => readPageSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const { items } = await loadPage(queryClient.ensureQueryData(guidesQuery(deps.page)), deps);
    return items.map(({ title, slug }) => ({ name: title, path: `/buyers-guides/${slug}` }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: GuideListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: '/vendors', label: 'Browse vendors' }}>
      Error loading buyer's guides. Please try again later.
    </ListError>
  ),
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function GuideListPage() {
  const search = Route.useSearch();
  const list = useLoaded(guidesQuery(search.page));
  const published = new Set(list.items.map(({ buyerType }) => buyerType));
  return (
    <PageFrame page={LIST}>
      {list.items.length === 0 ? (
        <EmptyState text="Buyer's guides are currently being prepared. Please check back soon." />
      ) : (
        <CardGrid columns={3} label="Buyer's guides">
          {list.items.map((guide) => (
            <GuideCardView key={guide.slug} guide={guide} />
          ))}
        </CardGrid>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={PER_PAGE} />
      <section className="mt-16">
        <SectionHeading
          title="Coming Soon"
          text="The buyers this series is written for. Those marked as published can be read above."
        />
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {COMING_SOON.map((name) => (
            <li
              key={name}
              className="flex justify-between gap-4 border-b border-line py-2.5 text-sm"
            >
              {name}
              {published.has(name) && <span className="text-faint">Published</span>}
            </li>
          ))}
        </ul>
      </section>
    </PageFrame>
  );
}

function GuideCardView({ guide }: { guide: GuideCard }) {
  const covered = guide.recommendedUseCases.length;
  return (
    <Card
      href={`/buyers-guides/${guide.slug}`}
      title={guide.title}
      headingLevel="h2"
      overline={guide.buyerType ? <Badge>{guide.buyerType}</Badge> : null}
      meta={
        <>
          {guide.targetRole && <span>{guide.targetRole}</span>}
          {guide.targetAssets && <span>{guide.targetAssets}</span>}
          <span>
            {covered} {covered === 1 ? 'use case' : 'use cases'} covered
          </span>
        </>
      }
      badges={
        <BadgeList
          items={guide.priorityFeatures.map(cutFeature)}
          max={2}
          label="Priority features"
        />
      }
      action="Read Complete Guide"
    >
      {guide.description}
    </Card>
  );
}
