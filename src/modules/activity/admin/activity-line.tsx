import { useQueryClient } from '@tanstack/react-query';
import { adminHref } from '#admin/address.ts';
import { readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { undoEdit, undoneText } from '#admin/list/undo-edit.ts';
import { useMay } from '#admin/may.tsx';
import { useMe } from '#admin/me.ts';
import { Person, useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastOutcome } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { describeAgent } from '#modules/auth/admin/describe-agent.ts';
import { asWords } from '#platform/words.ts';
import { sayAction } from '../actions.ts';

export type Entry = ResponseOf<'get', '/api/activity'>[number];

/** 'publishAt', 'unpublishAt'. */
const isTimestamp = (key: string) => key.endsWith('At');
const PEOPLE = ['assignee', 'scheduledBy', 'takenOverFrom'];

/** Field names, a role before and after, a reason. */
const detailsOf = ({ details }: Entry, nameOf: (email: string) => string): string => {
  if (!details) return '';
  return Object.entries(details)
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
    .join('; ');
};

const GONE: readonly Entry['action'][] = ['deleted', 'deleted for good', 'release deleted'];

const hrefOf = ({ collection, itemId, action }: Entry) => {
  if (!collection || !itemId || GONE.includes(action)) return undefined;
  if (collection === 'releases') return adminHref(collection, '', { release: String(itemId) });
  return collectionNamed(collection) && editorHref(collection, itemId);
};

interface ActivityLineProps {
  entry: Entry;
  /** The lines around it, which tell whether a bulk edit was undone. */
  among: readonly Entry[];
}

/** One entry: user, action, version, time and origin. */
export function ActivityLine({ entry, among }: ActivityLineProps) {
  const nameOf = useNames();
  const collection = collectionNamed(entry.collection ?? '');
  const href = hrefOf(entry);
  // Of a change of people, an address is the title.
  const title = entry.collection === null && entry.title?.includes('@') && nameOf(entry.title);
  const what = title || entry.title || (entry.itemId ? `number ${entry.itemId}` : '');
  const origin = entry.address && `${entry.address}, ${describeAgent(entry.agent)}`;
  const isEdit = entry.action === 'changed' && entry.details?.edit !== undefined;
  const isUndone = among.some(
    ({ action, details }) => action === 'restored' && details?.edit === entry.details?.edit,
  );
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
        {isEdit && !isUndone && <UndoEdit entry={entry} edit={Number(entry.details?.edit)} />}
      </p>
    </li>
  );
}

/** The way back from a bulk edit, for whoever made it and for publishers. */
function UndoEdit({ entry, edit }: { entry: Entry; edit: number }) {
  const queryClient = useQueryClient();
  const me = useMe();
  const mayPublish = useMay('publisher');
  if (entry.actorId !== me?.id && !mayPublish) return null;
  const undo = async () => {
    await toastOutcome(() => undoEdit(edit), undoneText, 'Not undone');
    await refreshCollection(queryClient, entry.collection ?? '');
    await queryClient.invalidateQueries(readAt('/api/activity'));
  };
  return (
    <button type="button" className="text-link ml-2 min-h-6" onClick={() => void undo()}>
      Undo<span className="sr-only"> the change of {entry.title}</span>
    </button>
  );
}
