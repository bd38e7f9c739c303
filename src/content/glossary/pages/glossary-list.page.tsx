import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { type ListInfo, listHead, loadPage, readPageSearch } from '#site/list/list-route.ts';
import { ListError, Listed, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading } from '#site/list/page-frame.tsx';
import { CoverLink } from '#ui/card.tsx';
import { glossaryListQuery } from '../glossary.query.ts';
import { PAGE_SIZE } from '../site.ts';
import { termSetLd } from './glossary-ld.ts';
import { groupByLetter, idOfLetter } from './glossary-list.ts';

const LIST: ListInfo = {
  path: '/glossary',
  title: 'Family Office Glossary',
  description:
    'The words that family offices, their administrators and their software vendors use, each defined exactly and in plain English.',
};
const EMPTY_TEXT = 'No glossary entries are currently available. Please check back later.';
const ERROR_TEXT = 'Error loading glossary entries. Please try again later.';
const EXCERPT_LENGTH = 150;

export const Route = createFileRoute('/glossary')({
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
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
  const { data: list } = useSuspenseQuery(glossaryListQuery(search.page));
  const groups = groupByLetter(list?.items ?? []);
  return (
    <Listed list={LIST} search={search} found={list} size={PAGE_SIZE} empty={EMPTY_TEXT}>
      <JumpList letters={groups.map(({ letter }) => letter)} />
      <div className="space-y-12">
        {groups.map(({ letter, items }) => (
          <section
            key={letter}
            aria-labelledby={idOfLetter(letter)}
            className="grid gap-x-10 gap-y-4 border-t border-heavy pt-4 md:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <h2
              id={idOfLetter(letter)}
              className="scroll-mt-[calc(var(--header)+4.5rem)] font-display text-h1 leading-none font-[550] text-accent"
            >
              {letter}
            </h2>
            <ul className="gap-x-10 md:columns-2">
              {items.map(({ slug, term, definition }) => (
                <li key={slug} className="card group relative mb-5 break-inside-avoid">
                  <h3 className="text-h4 font-semibold">
                    <CoverLink href={hrefTo('/glossary/$slug', { slug })}>{term}</CoverLink>
                  </h3>
                  <p className="mt-0.5 text-sm text-soft max-md:line-clamp-2">
                    {excerpt(definition, EXCERPT_LENGTH)}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Listed>
  );
}

function JumpList({ letters }: { letters: readonly string[] }) {
  return (
    <nav
      aria-label="Jump to a letter"
      className="no-print sticky top-(--header) z-20 mb-8 border-b border-line bg-paper"
    >
      <ul className="-mx-3 flex overflow-x-auto lg:gap-x-1">
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
