import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { Difference } from '#admin/diff/difference.tsx';
import { showValue } from '#admin/diff/show-value.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { formatMoment } from '#admin/format-moment.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type HistoryEntry, historyOf, type Revision } from './changes.ts';

interface HistoryDialogProps {
  collection: Collection;
  item: AnyItem;
  onClose: () => void;
  onRestored: () => void;
}

/** Who changed what and when; any earlier version can be made the current one again. */
export function HistoryDialog({ collection, item, onClose, onRestored }: HistoryDialogProps) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const path = `/api/${collection.name}/${item.id}/revisions`;
  const { data, error } = useQuery({
    queryKey: [path, 'admin', item.version],
    queryFn: () => adminGet<Revision[]>(path),
  });

  const restore = async ({ revision }: HistoryEntry) => {
    const isSure = await confirm({
      title: 'Restore',
      text: `Make version ${revision.version} of "${item[collection.title]}" the current one? The present text is kept in the history.`,
      action: 'Restore',
    });
    if (!isSure) return;
    try {
      const target = `${path}/${revision.id}/restore`;
      await adminSend('POST', target, undefined, { version: item.version });
      await refreshCollection(queryClient, collection.name);
      sayDone(`${collection.label.one} restored successfully`);
      onRestored();
    } catch (failure) {
      sayError(`Failed to restore item: ${messageOf(failure)}`);
    }
  };

  return (
    <DialogFrame title="History" onClose={onClose}>
      {error && <ErrorText>The history could not be loaded: {messageOf(error)}</ErrorText>}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && <EmptyState text="Nothing has changed since this was created." />}
      {data && data.length > 0 && (
        <ol className="divide-y divide-rule">
          {historyOf(collection, item, data).map((entry) => (
            <li key={entry.revision.id} className="py-5 first:pt-0">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
                <h3 className="text-h4 font-semibold">Version {entry.version}</h3>
                <p className="text-sm text-soft">
                  {entry.revision.userEmail ?? 'The system'},{' '}
                  <time dateTime={entry.revision.createdAt}>
                    {formatMoment(entry.revision.createdAt)}
                  </time>
                </p>
                <Button size="sm" className="ml-auto" onClick={() => void restore(entry)}>
                  Restore version {entry.revision.version}
                </Button>
              </div>
              {entry.changes.length === 0 && (
                <p className="mt-2 text-sm text-faint">Saved without a change.</p>
              )}
              {entry.changes.map((change) => (
                <div key={change.key} className="mt-3">
                  <h4 className="mb-1 font-sans text-xs font-medium text-soft">{change.label}</h4>
                  <Difference
                    before={showValue(change.field, change.before)}
                    after={showValue(change.field, change.after)}
                  />
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
    </DialogFrame>
  );
}
