import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { pagedList } from '#site/list/list-page.tsx';
import { CoverLink } from '#ui/card.tsx';
import { glossaryListQuery } from '../glossary.query.ts';
import { PAGE_SIZE } from '../site.ts';
import { termSetLd } from './glossary-ld.ts';
import { groupByLetter, idOfLetter, type TermCardData } from './glossary-list.ts';

const EXCERPT_LENGTH = 150;

const GLOSSARY = pagedList({
  path: '/glossary',
  title: 'Family Office Glossary',
  description:
    'The words that family offices, their administrators and their software vendors use, each defined exactly and in plain English.',
  empty: 'No glossary entries are currently available. Please check back later.',
  error: 'Error loading glossary entries. Please try again later.',
  skeleton: { count: 9 },
  size: PAGE_SIZE,
  query: glossaryListQuery,
  entriesOf: (items) => items.map(({ slug, term }) => ({ slug, term })),
  jsonLd: termSetLd,
});

export const Route = createFileRoute('/glossary')({
  ...GLOSSARY.route,
  component: GlossaryListPage,
});

function GlossaryListPage() {
  return <GLOSSARY.Page>{(terms) => <Letters groups={groupByLetter(terms)} />}</GLOSSARY.Page>;
}

function Letters({ groups }: { groups: ReturnType<typeof groupByLetter<TermCardData>> }) {
  return (
    <>
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
    </>
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
