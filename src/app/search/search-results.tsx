import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { MarkedText } from '#site/search/marked-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import type { SiteSearch } from './site-search.ts';

type Found = ResponseOf<'get', '/api/search'>;
type Group = Found['groups'][number];

interface SearchResultsProps {
  search: SiteSearch;
  found: Found;
}

const hrefOf = (search: SiteSearch) => hrefTo('/search', {}, search);

const countOf = ({ total, isAtLeast }: Pick<Group, 'total' | 'isAtLeast'>) =>
  `${total}${isAtLeast ? '+' : ''}`;

/** Everything that was found, the best group first. */
export function SearchResults({ search, found }: SearchResultsProps) {
  const { q, kind } = search;
  const { groups, total, corrected } = found;
  const isAtLeast = groups.some((group) => group.isAtLeast);
  if (total === 0) return <NothingFound q={q} kind={kind} />;
  return (
    <>
      <div className="mt-5 flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <LiveCount>
          {countOf({ total, isAtLeast })} {total === 1 ? 'result' : 'results'}
        </LiveCount>
        {kind && (
          <a href={hrefOf({ q })} className="text-link text-sm">
            All kinds
          </a>
        )}
      </div>
      {corrected && (
        <p className="mt-1">
          {found.isFound ? 'Also showing results for ' : 'Showing results for '}
          <strong>{corrected}</strong>.{' '}
          <a href={hrefOf({ ...search, exact: 'true' })} className="text-link">
            {found.isFound ? 'Search only for' : 'Search for'} {q} {found.isFound ? '' : 'instead'}
          </a>
        </p>
      )}
      {groups.map((group) => (
        <ResultGroup key={group.kind} search={search} group={group} words={found.words} />
      ))}
    </>
  );
}

function ResultGroup({
  search,
  group,
  words,
}: {
  search: SiteSearch;
  group: Group;
  words: string[];
}) {
  const { kind, label, items, total } = group;
  const id = `found-${kind}`;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-h3 font-semibold">
        {label.many} <span className="font-sans text-sm text-faint">{countOf(group)}</span>
      </h2>
      <ul className="mt-3 border-t border-line">
        {items.map(({ title, path, text, date }) => (
          <li key={path} className="card group relative border-b border-line py-4">
            <h3 className="font-sans text-base font-medium">
              <a
                href={path}
                className="cover-link decoration-accent decoration-1 underline-offset-4 group-hover:underline"
              >
                <MarkedText text={title} words={words} />
              </a>
            </h3>
            <p className="mt-1 max-w-measure text-sm text-soft">
              <MarkedText text={text} words={words} />
            </p>
            <p className="mt-1 text-xs text-faint">
              {label.one} · <time dateTime={date}>{formatDate(date)}</time>
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-4 text-sm">
          {search.kind ? (
            `The first ${items.length} of ${countOf(group)}. More words find fewer.`
          ) : (
            <a href={hrefOf({ ...search, kind })} className="text-link">
              More {label.many}
            </a>
          )}
        </p>
      )}
    </section>
  );
}

function NothingFound({ q, kind }: Pick<SiteSearch, 'q' | 'kind'>) {
  return (
    <div className="mt-8">
      <EmptyState
        title={`Nothing found for “${q}”`}
        text="Try fewer or other words, or start from one of the lists."
        action={
          <>
            {kind && <ButtonLink href={hrefOf({ q })}>Search all kinds</ButtonLink>}
            <ButtonLink href={hrefTo('/vendors')}>Vendors</ButtonLink>
            <ButtonLink href={hrefTo('/glossary')} variant="secondary">
              Glossary
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
