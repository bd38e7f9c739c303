import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { collectionNamed, typeNamed } from '#admin/collections.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { focusTab } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import type { Revision } from '#admin/history/changes.ts';
import { SelectBox } from '#admin/list/select-box.tsx';
import { SelectionTools } from '#admin/list/selection-bar.tsx';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useSelection } from '#admin/list/use-selection.ts';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { toastDone, toastError, toastOutcome } from '#admin/toast.ts';
import { isPublic } from '#kit/is-public.ts';
import { ApiError } from '#platform/api-error.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

/** Deleted items, to be restored or deleted for good. */
export function TrashTab() {
  const nameOf = useNames();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { data, frame } = useTabList((part) => adminListQuery('/api/trash', part));
  const entries = data?.items ?? [];
  const total = data?.total ?? 0;
  const restoring = useRestore();
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];
  const mayRestore = ({ collection: name, data: item }: Revision) => {
    const collection = collectionNamed(name);
    return mayPublish || (mayWrite && collection !== undefined && !isPublic(collection, item));
  };
  const selection = useSelection(entries.filter(mayRestore).map(({ id }) => id));

  const run = async (work: () => Promise<unknown>, done: string, failed: string, name: string) => {
    await toastOutcome(work, (made) => (made === null ? null : done), failed);
    await refreshCollection(queryClient, name);
    focusTab();
  };

  const restore = (entry: Revision) =>
    run(
      () => restoring.restore(entry),
      `${typeNamed(entry.collection)} restored successfully`,
      'Failed to restore item',
      entry.collection,
    );

  const restoreAll = async () => {
    const chosen = entries.filter(({ id }) => selection.has(id));
    const { done, failure } = await restoring.restoreAll(chosen);
    if (failure) toastError(`Failed to restore item: ${messageOf(failure)}`);
    else toastDone(`${counted(done, 'item', 'items')} restored successfully`);
    for (const name of new Set(chosen.map(({ collection }) => collection))) {
      await refreshCollection(queryClient, name);
    }
    selection.clear();
    focusTab();
  };

  const destroy = async (entry: Revision) => {
    const isSure = await confirm({
      title: 'Delete for good',
      text: `"${entry.title}" and its history cannot be brought back after this.`,
      action: 'Delete for good',
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      () => adminSend('DELETE', '/api/trash/{id}', { params: { id: entry.id } }),
      `${typeNamed(entry.collection)} deleted for good`,
      'Failed to delete item',
      entry.collection,
    );
  };

  const empty = async () => {
    const isSure = await confirm({
      title: 'Empty the trash',
      text: `${counted(total, 'item', 'items')} and their history cannot be brought back after this.`,
      action: `Delete ${total} for good`,
      tone: 'danger',
    });
    if (!isSure) return;
    await run(
      () => adminSend('DELETE', '/api/trash'),
      'The trash is empty',
      'Failed to empty the trash',
      'trash',
    );
  };

  return (
    <TabFrame
      {...frame}
      title="Trash"
      what="The trash"
      empty="The trash is empty."
      actions={
        total > 0 && (
          <May least="publisher">
            <Button onClick={() => void empty()}>Empty the trash</Button>
          </May>
        )
      }
    >
      {entries.length > 0 && (
        <SelectionTools selection={selection}>
          <Button size="sm" onClick={() => void restoreAll()}>
            Restore {selection.selected.length}
          </Button>
        </SelectionTools>
      )}
      <ul>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            title={entry.title}
            lead={
              mayRestore(entry) && (
                <SelectBox id={entry.id} title={entry.title} selection={selection} />
              )
            }
            actions={
              <>
                {mayRestore(entry) && (
                  <RowButton
                    label="Restore"
                    name={`Restore ${entry.title}`}
                    onClick={() => void restore(entry)}
                  />
                )}
                <May least="publisher">
                  <RowButton
                    label="Delete for good"
                    name={`Delete ${entry.title} for good`}
                    variant="quiet"
                    onClick={() => void destroy(entry)}
                  />
                </May>
              </>
            }
          >
            <RowFacts>
              <Badge>{typeNamed(entry.collection)}</Badge>
              Deleted {formatDateTime(entry.createdAt)}
              {entry.userEmail ? ` by ${nameOf(entry.userEmail)}` : ''}
            </RowFacts>
          </Row>
        ))}
      </ul>
    </TabFrame>
  );
}

const isSlugTaken = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && 'slug' in fieldErrorsOf(error);

/** Brings deleted items back; where another one has the address by now, asks for a new one. */
const useRestore = () => {
  const confirm = useConfirm();
  const ask = useAsk();

  const sendRestore = ({ id, title }: Revision, slug?: string) =>
    ask(
      (query) => adminSend('POST', '/api/trash/{id}/restore', { params: { id, slug, ...query } }),
      title,
    );

  const askForSlug = async (entry: Revision): Promise<string | null> => {
    let slug = `${entry.data.slug}-2`;
    const isSure = await confirm({
      title: 'Choose another address',
      text: `The address of "${entry.title}" is used by another item now.`,
      action: 'Restore',
      details: <SlugInput start={slug} onChange={(next) => (slug = next)} />,
    });
    return isSure ? slug : null;
  };

  /** Resolves to null when the person gave up. */
  const restore = async (entry: Revision): Promise<unknown> => {
    let slug: string | undefined;
    for (;;) {
      try {
        return await sendRestore(entry, slug);
      } catch (error) {
        if (!isSlugTaken(error)) throw error;
        const next = await askForSlug(entry);
        if (next === null) return null;
        slug = next;
      }
    }
  };

  /** One after another; failures are reported, successes stay. */
  const restoreAll = async (entries: readonly Revision[]) => {
    let done = 0;
    let failure: unknown = null;
    for (const entry of entries) {
      try {
        if ((await restore(entry)) !== null) done += 1;
      } catch (error) {
        failure ??= error;
      }
    }
    return { done, failure };
  };

  return { restore, restoreAll };
};

function SlugInput({ start, onChange }: { start: string; onChange: (slug: string) => void }) {
  const [slug, setSlug] = useState(start);
  return (
    <div className="mt-4">
      <TextInput
        label="Slug"
        value={slug}
        onChange={(next) => {
          setSlug(next);
          onChange(next);
        }}
      />
    </div>
  );
}
