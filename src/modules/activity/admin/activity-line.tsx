import { collectionNamed } from '#admin/collections.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Person, useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { describeAgent } from '#modules/auth/admin/describe-agent.ts';
import { asWords } from '#platform/words.ts';
import { sayAction } from '../actions.ts';

export type Entry = ResponseOf<'get', '/api/activity'>[number];

/** 'publishAt', 'unpublishAt'. */
const isTimestamp = (key: string) => key.endsWith('At');
const PEOPLE = ['scheduledBy', 'takenOverFrom'];

/** Field names, a role before and after, a reason. */
const detailsOf = ({ details }: Entry, nameOf: (email: string) => string): string => {
  if (!details) return '';
  return (
    Object.entries(details)
      // Earlier entries hold the number of a bulk edit, which says nothing to a reader.
      .filter(([key, value]) => value !== null && value !== '' && key !== 'edit')
      .map(([key, value]) => {
        const label = asWords(key).toLowerCase();
        if (isTimestamp(key)) return `${label}: ${formatDateTime(String(value))}`;
        const sayPart = (name: string, part: unknown) => {
          if (name === 'fields') return asWords(String(part));
          return PEOPLE.includes(name) ? nameOf(String(part)) : part;
        };
        const words = [value].flat().map((part) => sayPart(key, part));
        return key === 'fields' ? words.join(', ') : `${label}: ${words.join(', ')}`;
      })
      .filter(Boolean)
      .join('; ')
  );
};

const GONE: readonly Entry['action'][] = ['deleted', 'deleted for good'];

const hrefOf = ({ collection, itemId, action }: Entry) => {
  if (!collection || !itemId || GONE.includes(action)) return undefined;
  return collectionNamed(collection) && editorHref(collection, itemId);
};

/** One entry: user, action, version, time and origin. */
export function ActivityLine({ entry }: { entry: Entry }) {
  const nameOf = useNames();
  const collection = collectionNamed(entry.collection ?? '');
  const href = hrefOf(entry);
  // Of a change of people, an address is the title.
  const title = entry.collection === null && entry.title?.includes('@') && nameOf(entry.title);
  const what = title || entry.title || (entry.itemId ? `number ${entry.itemId}` : '');
  const origin = entry.address && `${entry.address}, ${describeAgent(entry.agent)}`;
  const more = [detailsOf(entry, nameOf), origin].filter(Boolean).join(' · ');
  return (
    <li className="border-t border-line py-2.5 text-sm">
      <p className="wrap-anywhere">
        {entry.actorEmail ? (
          <Person email={entry.actorEmail} />
        ) : (
          <span className="font-medium">The server</span>
        )}{' '}
        {sayAction(entry.action)}{' '}
        {collection && entry.itemId && <span className="text-soft">{collection.label.one} </span>}
        {href ? (
          <a href={href} className="text-link">
            {what}
          </a>
        ) : (
          what
        )}
        {entry.version !== null && <span className="text-faint"> (version {entry.version})</span>}
      </p>
      <p className="text-xs text-faint wrap-anywhere">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        {more && ` · ${more}`}
      </p>
    </li>
  );
}
