import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { hostOf } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { markWords } from '#site/search/marked.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CoverLink } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ExternalLink } from '#ui/external-link.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import type { SiteSearch } from './site-search.ts';

type Found = ResponseOf<'get', '/api/search'>;
type Group = Found['groups'][number];
type Hit = Group['items'][number];

const hrefOf = (search: SiteSearch) => hrefTo('/search', {}, search);

export function SearchResults({ search, found }: { search: SiteSearch; found: Found }) {
  const { q, kind } = search;
  const { groups, total, corrected, answers, best } = found;
  // In one group the best stand first already.
  const first = groups.length > 1 ? best : [];
  const isFirst = new Set(first.map(({ path }) => path));
  if (total === 0 && answers.length === 0) return <NothingFound q={q} kind={kind} />;
  return (
    <>
      <div className="mt-5 flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <LiveCount>
          {total} {total === 1 ? 'result' : 'results'}
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
      {found.isPartial && (
        <p className="mt-1">Changed pages are still being read. There may be more in a moment.</p>
      )}
      {total > 0 && !found.isFound && !corrected && (
        <p className="mt-1">Nothing has all of these words. The nearest stand first.</p>
      )}
      <AnswerCards answers={answers} />
      {first.length > 0 && (
        <div className="mt-10">
          <h2 className="text-h3 font-semibold">Best matches</h2>
          <Hits hits={first} words={found.words} />
        </div>
      )}
      {groups.map((group) => (
        <ResultGroup
          key={group.kind}
          search={search}
          group={group}
          hits={group.items.filter(({ path }) => !isFirst.has(path))}
          words={found.words}
        />
      ))}
    </>
  );
}

function Hits({ hits, words }: { hits: readonly Hit[]; words: string[] }) {
  return (
    <ul className="mt-3 border-t border-line">
      {hits.map(({ title, path, kind, text, date, missing }) => (
        <li key={path} className="card group relative border-b border-line py-4">
          <h3 className="font-sans text-base font-medium">
            <CoverLink href={path}>
              <MarkedText text={title} words={words} />
            </CoverLink>
          </h3>
          <p className="mt-1 max-w-measure text-sm text-soft">
            <MarkedText text={text} words={words} />
          </p>
          <p className="mt-1 text-xs text-faint">
            {missing.length > 0 && `Without: ${missing.join(', ')} · `}
            {kind} · <time dateTime={date}>{formatDate(date)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ResultGroupProps {
  search: SiteSearch;
  group: Group;
  hits: readonly Hit[];
  words: string[];
}

function ResultGroup({ search, group, hits, words }: ResultGroupProps) {
  const { kind, label, items, total } = group;
  if (hits.length === 0) return null;
  const id = `found-${kind}`;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-h3 font-semibold">
        {label.many} <span className="font-sans text-sm text-faint">{total}</span>
      </h2>
      <Hits hits={hits} words={words} />
      {total > items.length && (
        <p className="mt-4 text-sm">
          {search.kind ? (
            `The first ${items.length} of ${total}. More words find fewer.`
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
            <ButtonLink href={hrefTo('/needs')}>Start from your needs</ButtonLink>
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

function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map(({ text: part, isMarked }, at) =>
    isMarked ? <mark key={at}>{part}</mark> : part,
  );
}

type Answer = ResponseOf<'get', '/api/search'>['answers'][number];
type Link = Answer['links'][number];

/** A page may tell no more than its year or its month. */
const sayDay = (day: string) => (day.length === 10 ? formatDate(day) : day);

function Links({ links }: { links: readonly Link[] }) {
  return links.map(({ label, path }) => (
    <li key={path}>
      <a href={path} className="touch text-link">
        {label}
      </a>
    </li>
  ));
}

function AnswerCards({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <ul aria-label="Answers" className="mt-8 grid gap-6">
      {answers.map(({ kind, title, path, text, facts, lists, links }) => (
        <li key={`${kind} ${path}`} className="border-t-2 border-heavy bg-sunken px-5 py-4">
          <p className="text-xs text-faint">{kind}</p>
          <h2 className="mt-1 text-h4 font-semibold">
            <a
              href={path}
              className="decoration-accent decoration-1 underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </h2>
          {text && <p className="mt-1 max-w-measure text-sm">{text}</p>}
          {facts.map((fact) => (
            <div key={fact.text} className="mt-1">
              <p className="max-w-measure text-sm">{fact.text}</p>
              {fact.source && (
                <p className="text-xs text-faint">
                  Source:{' '}
                  <ExternalLink href={fact.source.url}>{hostOf(fact.source.url)}</ExternalLink>
                  {fact.source.day && `, ${sayDay(fact.source.day)}`}
                </p>
              )}
            </div>
          ))}
          {lists.map((list) => (
            <div key={list.label} className="mt-2 flex flex-wrap gap-x-4 text-sm">
              <p className="text-faint">{list.label}</p>
              <ul aria-label={list.label} className="flex flex-wrap gap-x-4">
                <Links links={list.links} />
              </ul>
            </div>
          ))}
          {links.length > 0 && (
            <ul aria-label="More" className="mt-2 flex flex-wrap gap-x-5 text-sm">
              <Links links={links} />
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
