import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, versionQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { FieldChanges } from '#admin/diff/difference.tsx';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMayChange } from '#admin/may.tsx';
import { Person, useNames } from '#admin/people/people.tsx';
import { useChange } from '#admin/use-action.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type HistoryEntry, historyOf } from './changes.ts';

interface HistoryDialogProps {
  collection: Collection;
  item: AnyItem;
  onClose: () => void;
  onRestored: () => void;
}

/** An item's changes by author and date; any earlier version can be restored. */
export function HistoryDialog({ collection, item, onClose, onRestored }: HistoryDialogProps) {
  const { runIfSure } = useChange(collection.name);
  const nameOf = useNames();
  const ask = useAsk();
  const { mayChange } = useMayChange(collection);
  const path = `/api/revisions/${collection.name}/{id}` as const;
  const { id } = item;
  const { data, error } = useQuery(versionQuery(item.version, path, { id }));
  const creation = { collection: collection.name, item: id, action: 'created', limit: 1 } as const;
  const creator = useQuery(adminQuery('/api/activity', creation)).data?.[0]?.actorEmail;
  const byCreator = creator ? ` by ${nameOf(creator)}` : '';

  /** A version also tells whether readers saw it. */
  const sayVisibility = (revisionId: number | null) => {
    const revision = data?.find((one) => one.id === revisionId);
    const wasPublic = isPublic(collection, { ...item, ...revision?.data });
    if (wasPublic === isPublic(collection, item)) return '';
    return wasPublic
      ? ' It was public then: readers will see it.'
      : ' It was not public then: readers will no longer find the page.';
  };

  const restore = async ({ version, revisionId }: HistoryEntry) => {
    if (revisionId === null) return;
    const send = () =>
      ask((query) =>
        adminSend('POST', `${path}/{revisionId}/restore`, {
          params: { id, revisionId, ...query },
          version: item.version,
        }),
      );
    const isRestored = await runIfSure(
      {
        title: 'Restore',
        text: `Make version ${version} of "${item[collection.title]}" the current one? The present text is kept in the history.${sayVisibility(revisionId)}`,
        action: 'Restore',
      },
      send,
      `${collection.label.one} restored successfully`,
      'Failed to restore item',
    );
    if (isRestored) onRestored();
  };

  return (
    <DialogFrame title="History" onClose={onClose}>
      {error && <ErrorText>The history could not be loaded: {messageOf(error)}</ErrorText>}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && (
        <EmptyState text={`Nothing has changed since this was created${byCreator}.`} />
      )}
      {data && data.length > 0 && (
        <ol className="divide-y divide-rule">
          {historyOf(collection, item, data).map((entry, index) => (
            <li key={entry.version} className="py-5 first:pt-0">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
                <h3 className="text-h4 font-semibold">Version {entry.version}</h3>
                <p className="text-sm text-soft">
                  {index === data.length ? (
                    `Created${byCreator}`
                  ) : entry.madeBy ? (
                    <Person email={entry.madeBy} />
                  ) : (
                    'The system'
                  )}
                  , <time dateTime={entry.madeAt}>{formatDateTime(entry.madeAt)}</time>
                </p>
                {entry.revisionId === null && (
                  <span className="ml-auto">
                    <Badge tone="positive">Current</Badge>
                  </span>
                )}
                {entry.revisionId !== null && mayChange(item) && (
                  <Button size="sm" className="ml-auto" onClick={() => void restore(entry)}>
                    Restore version {entry.version}
                  </Button>
                )}
              </div>
              {entry.changes.length === 0 && index < data.length && (
                <p className="mt-2 text-sm text-faint">Saved without a change.</p>
              )}
              <FieldChanges changes={entry.changes} />
            </li>
          ))}
        </ol>
      )}
    </DialogFrame>
  );
}
