import { createFileRoute } from '@tanstack/react-router';
import { excerpt } from '#content/shared/excerpt.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { PAGE_SIZE } from '#site/first-pages.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, ListPages, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { Card } from '#ui/card.tsx';
import { CardGrid } from '#ui/card-grid.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { termSetLd } from './glossary-ld.ts';
import { glossaryListQuery, groupByLetter, idOfLetter } from './glossary-list.ts';

const LIST: ListInfo = {
  path: '/glossary',
  overline: 'Glossary',
  title: 'Family Office Glossary',
  description:
    'The words that family offices, their administrators and their software vendors use, each defined exactly and in plain English.',
};
const EMPTY_TEXT = 'No glossary entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading glossary entries. Please try again later.';
const EXCERPT_LENGTH = 150;

export const Route = createFileRoute('/glossary')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => readPageSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const list = await loadPage(queryClient.ensureQueryData(glossaryListQuery(deps.page)), deps);
    return list?.items.map(({ slug, term }) => ({ slug, term })) ?? [];
  },
  head: listHead({ list: LIST, jsonLd: termSetLd }),
  component: GlossaryListPage,
  pendingComponent: () => <ListLoading list={LIST} count={9} />,
  errorComponent: () => <ListError list={LIST}>{ERROR_TEXT}</ListError>,
  notFoundComponent: () => <NoSuchPage list={LIST} />,
});

function GlossaryListPage() {
  const search = Route.useSearch();
  const list = useLoaded(glossaryListQuery(search.page));
  if (!list || list.items.length === 0) {
    return (
      <PageFrame page={LIST}>
        <EmptyState text={EMPTY_TEXT} />
      </PageFrame>
    );
  }
  const groups = groupByLetter(list.items);
  return (
    <PageFrame page={LIST}>
      <JumpList letters={groups.map(({ letter }) => letter)} />
      <div className="space-y-14">
        {groups.map(({ letter, items }) => (
          <section key={letter} aria-labelledby={idOfLetter(letter)}>
            <SectionHeading id={idOfLetter(letter)} title={letter} />
            <CardGrid columns={3}>
              {items.map(({ slug, term, definition }) => (
                <Card key={slug} href={`/glossary/${slug}`} title={term}>
                  {excerpt(definition, EXCERPT_LENGTH)}
                </Card>
              ))}
            </CardGrid>
          </section>
        ))}
      </div>
      <ListPages list={LIST} search={search} total={list.total} size={PAGE_SIZE.glossary} />
    </PageFrame>
  );
}

function JumpList({ letters }: { letters: readonly string[] }) {
  return (
    <nav aria-label="Jump to a letter" className="no-print mb-12">
      <ul className="-mx-3 flex flex-wrap gap-y-1 lg:gap-x-1">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`#${idOfLetter(letter)}`}
              className="inline-flex min-h-11 min-w-9 items-center justify-center font-serif text-h4 text-accent underline-offset-4 hover:underline"
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
