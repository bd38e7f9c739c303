import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf } from '#admin/api/problems.ts';
import { collectionNamed, typeNamed } from '#admin/collections.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
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
import { useChange } from '#admin/use-action.ts';
import { isPublic } from '#kit/is-public.ts';
import { ApiError } from '#platform/api-error.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

export function TrashTab() {
  const nameOf = useNames();
  const { data, frame } = useTabList((part) => adminListQuery('/api/trash', part));
  const entries = data?.items ?? [];
  const total = data?.total ?? 0;
  const restore = useRestore();
  const { run, runIfSure } = useChange('trash');
  const mayWrite = useMay('editor');
  const mayPublish = useMay('publisher');
  const mayRestore = ({ collection: name, data: item }: Revision) => {
    const collection = collectionNamed(name);
    return mayPublish || (mayWrite && collection !== undefined && !isPublic(collection, item));
  };
  const selection = useSelection(entries.filter(mayRestore).map(({ id }) => id));

  /** One after another; failures are reported, successes stay. */
  const restoreAll = async (chosen: readonly Revision[]) => {
    let done = 0;
    const failures: unknown[] = [];
    for (const entry of chosen) {
      const restored = await restore(entry).catch((error) => void failures.push(error));
      if (restored) done += 1;
    }
    selection.clear();
    if (failures.length > 0) throw failures[0];
    return done;
  };

  const destroy = ({ id, title, collection }: Revision) =>
    runIfSure(
      {
        title: 'Delete for good',
        text: `"${title}" and its history cannot be brought back after this.`,
        action: 'Delete for good',
        tone: 'danger',
      },
      () => adminSend('DELETE', '/api/trash/{id}', { params: { id } }),
      `${typeNamed(collection)} deleted for good`,
      'Failed to delete item',
    );

  const empty = () =>
    runIfSure(
      {
        title: 'Empty the trash',
        text: `${counted(total, 'item', 'items')} and their history cannot be brought back after this.`,
        action: `Delete ${total} for good`,
        tone: 'danger',
      },
      () => adminSend('DELETE', '/api/trash'),
      'The trash is empty',
      'Failed to empty the trash',
    );

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
          <Button
            size="sm"
            onClick={() =>
              void run(
                () => restoreAll(entries.filter(({ id }) => selection.has(id))),
                (done) => `${counted(done, 'item', 'items')} restored successfully`,
                'Failed to restore item',
              )
            }
          >
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
                    onClick={() =>
                      void run(
                        () => restore(entry),
                        `${typeNamed(entry.collection)} restored successfully`,
                        'Failed to restore item',
                      )
                    }
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

/** Brings a deleted item back; where another one has its address by now, asks for a new one. Null where the person gave up. */
const useRestore = () => {
  const confirm = useConfirm();
  const ask = useAsk();
  const restore = async (entry: Revision, slug?: string): Promise<object | null> => {
    const { id, title, data } = entry;
    try {
      const path = '/api/trash/{id}/restore';
      const send = (query: object) => adminSend('POST', path, { params: { id, slug, ...query } });
      return await ask(send, title);
    } catch (error) {
      if (!isSlugTaken(error)) throw error;
      let next = `${data.slug}-2`;
      const isSure = await confirm({
        title: 'Choose another address',
        text: `The address of "${title}" is used by another item now.`,
        action: 'Restore',
        details: (
          <div className="mt-4">
            <FormInput
              name="slug"
              label="Slug"
              defaultValue={next}
              onChange={({ target }) => (next = target.value)}
            />
          </div>
        ),
      });
      return isSure ? restore(entry, next) : null;
    }
  };
  return (entry: Revision) => restore(entry);
};
