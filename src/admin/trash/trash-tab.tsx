import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { collectionNamed } from '#admin/editor/fields/use-choices.ts';
import { focusTab, TAB_TITLE } from '#admin/focus-tab.ts';
import { formatMoment } from '#admin/format-moment.ts';
import type { Revision } from '#admin/history/changes.ts';
import { TRASH_TAB } from '#admin/tabs.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Pagination } from '#ui/pagination.tsx';

const PAGE_SIZE = 50;

const typeOf = (entry: Revision) =>
  collectionNamed(entry.collection)?.label.one ?? entry.collection;

/** What was deleted: bring it back, or let it go for good. */
export function TrashTab() {
  const { search } = useAdminAddress();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const page = Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1);
  const path = `/api/trash?limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`;
  const { data, error } = useQuery({ ...adminListQuery<Revision>(path), refetchOnMount: 'always' });
  const entries = data?.items ?? [];
  const total = data?.total ?? 0;

  const run = async (work: () => Promise<unknown>, done: string, failed: string, name: string) => {
    try {
      await work();
      sayDone(done);
    } catch (failure) {
      sayError(`${failed}: ${messageOf(failure)}`);
    }
    await refreshCollection(queryClient, name);
    focusTab();
  };

  const restore = (entry: Revision) =>
    run(
      () => adminSend('POST', `/api/trash/${entry.id}/restore`),
      `${typeOf(entry)} restored successfully`,
      'Failed to restore item',
      entry.collection,
    );

  const destroy = async (entry: Revision) => {
    const isSure = await confirm({
      title: 'Delete for good',
      text: `"${entry.title}" and its history cannot be brought back after this.`,
      action: 'Delete for good',
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      () => adminSend('DELETE', `/api/trash/${entry.id}`),
      `${typeOf(entry)} deleted for good`,
      'Failed to delete item',
      entry.collection,
    );
  };

  const empty = async () => {
    const isSure = await confirm({
      title: 'Empty the trash',
      text: `${total} ${total === 1 ? 'item' : 'items'} and their history cannot be brought back after this.`,
      action: `Delete ${total} for good`,
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      () => adminSend('DELETE', '/api/trash'),
      'The trash is empty',
      'Failed to empty the trash',
      TRASH_TAB,
    );
  };

  return (
    <section aria-labelledby={TAB_TITLE}>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={TAB_TITLE} tabIndex={-1} className="text-h2 font-semibold outline-none">
          Trash
        </h2>
        {total > 0 && <Button onClick={() => void empty()}>Empty the trash</Button>}
      </header>
      {error && <ErrorText>The trash could not be loaded: {messageOf(error)}</ErrorText>}
      {data && entries.length === 0 && <EmptyState text="The trash is empty." />}
      <ul>
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0 flex-1 basis-full sm:basis-60">
              <h3 className="text-h4 font-semibold">{entry.title}</h3>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-faint">
                <Badge>{typeOf(entry)}</Badge>
                Deleted {formatMoment(entry.createdAt)}
                {entry.userEmail ? ` by ${entry.userEmail}` : ''}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${entry.title}`}
              onClick={() => void restore(entry)}
            >
              Restore
            </Button>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Delete ${entry.title} for good`}
              onClick={() => void destroy(entry)}
            >
              Delete for good
            </Button>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil(total / PAGE_SIZE)}
        hrefFor={pageHref(TRASH_TAB, {})}
      />
    </section>
  );
}
