import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { collectionLd } from '#site/head/page-head.ts';
import { type ListInfo, listHead, loadLinks, readPageSearch } from '#site/list/list-route.ts';
import { ListError, Listed, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading } from '#site/list/page-frame.tsx';
import { RuledList } from '#ui/ruled-list.tsx';
import { TYPES_PER_PAGE, typeListQuery } from './type-list-query.ts';

const LIST: ListInfo = {
  path: '/types',
  title: 'Family Office Types',
  description:
    'Single, multi, virtual, embedded and other forms of family office: what each is, which family it fits, what it costs, and what software it needs.',
};
const EMPTY_TEXT = 'No family office types are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading family office types. Please try again later.';

export const Route = createFileRoute('/types')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: ({ context: { queryClient }, deps }) =>
    loadLinks('/types', queryClient.ensureQueryData(typeListQuery(deps.page)), deps),
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
    <Listed list={LIST} search={search} found={list} size={TYPES_PER_PAGE} empty={EMPTY_TEXT}>
      <RuledList
        label="Types"
        headingLevel="h2"
        items={list.items.map(({ slug, title, description }) => ({
          href: hrefTo('/types/$slug', { slug }),
          title,
          text: description && <span className="line-clamp-3">{description}</span>,
        }))}
      />
    </Listed>
  );
}
