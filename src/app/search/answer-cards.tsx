import type { ResponseOf } from '#client/api-calls.ts';
import { hostOf } from '#content/shared/coverage/evidence-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { ExternalLink } from '#ui/external-link.tsx';

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

export function AnswerCards({ answers }: { answers: readonly Answer[] }) {
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
