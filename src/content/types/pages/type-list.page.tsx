import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { listQuery, partOf } from '#site/api/queries.ts';
import { collectionLd } from '#site/head/json-ld.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const LIST: ListInfo = {
  path: '/types',
  overline: 'Types',
  title: 'Family Office Types',
  description:
    'Single, multi, virtual, embedded and other forms of family office: what each is, which family it fits, what it costs, and what software it needs.',
};
const EMPTY_TEXT = 'No family office types are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading family office types. Please try again later.';
const TYPES_PER_PAGE = 60;

const typeListQuery = (page?: number) => listQuery('types', partOf(page, TYPES_PER_PAGE));

export const Route = createFileRoute('/types')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { items } = await loadPage(queryClient.ensureQueryData(typeListQuery(deps.page)), deps);
    return items.map(({ slug, title }) => ({
      name: title,
      path: hrefTo('/types/$slug', { slug }),
    }));
  },
  head: listHead({ list: LIST, jsonLd: collectionLd }),
  component: TypeListPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => <ListError list={LIST}>{ERROR_TEXT}</ListError>,
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function TypeListPage() {
  const search = Route.useSearch();
  const { data: list } = useSuspenseQuery(typeListQuery(search.page));
  return (
    <PageFrame page={LIST}>
      {list.items.length === 0 ? (
        <EmptyState text={EMPTY_TEXT} />
      ) : (
        <CardGrid columns={3} label="Types">
          {list.items.map(({ slug, title, description }) => (
            <Card
              key={slug}
              href={hrefTo('/types/$slug', { slug })}
              title={title}
              headingLevel="h2"
            >
              {description && <p className="line-clamp-3">{description}</p>}
            </Card>
          ))}
        </CardGrid>
      )}
      <ListPages list={LIST} search={search} total={list.total} size={TYPES_PER_PAGE} />
    </PageFrame>
  );
}
