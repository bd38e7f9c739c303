import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { type ImportReport, ImportRows } from '#admin/csv/import-rows.tsx';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FieldInput } from '#admin/editor/field-input.tsx';
import { FlagInput } from '#admin/editor/fields/flag-input.tsx';
import { toBody } from '#admin/editor/form-values.ts';
import { May, useMay, useMayChange } from '#admin/may.tsx';
import { AddToRelease } from '#admin/releases/add-to-release.tsx';
import { bulkFieldsOf } from '#client/list-filter.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Select } from '#ui/select.tsx';
import { statusWords } from './list-view.ts';
import { undoEdit, undoneText } from './undo-edit.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

const PATH = '/api/bulk-edits';
const HOWS = [
  { value: 'replace', label: 'Replace what is there' },
  { value: 'add', label: 'Add to what is there' },
  { value: 'remove', label: 'Take from what is there' },
] as const;
type How = (typeof HOWS)[number]['value'];

/** The list around the chosen items, for all that match it. */
interface Matching {
  total: number;
  search: { q?: string; status?: string; filter?: string };
}

interface BulkEditDialogProps {
  collection: Collection;
  items: readonly Pick<AnyItem, 'id' | 'version'>[];
  matching?: Matching | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** One field of many items: what it becomes is shown before, and can be taken back after. */
function BulkEditDialog(props: BulkEditDialogProps) {
  const { collection, items, matching, onDone, onClose } = props;
  const { name, label } = collection;
  const fields = bulkFieldsOf(collection);
  const queryClient = useQueryClient();
  const [key, setKey] = useState(fields[0]?.[0] ?? '');
  const [how, setHow] = useState<How>('replace');
  const [typed, setTyped] = useState<unknown>(undefined);
  const [isAll, setIsAll] = useState(false);
  const field = collection.fields[key];
  const isList = field?.kind === 'list' || field?.kind === 'references';

  const body = () => ({
    collection: name,
    field: key,
    how,
    value: toBody(collection, { [key]: typed })[key],
  });
  const chosen = items.map(({ id, version }) => ({ id, version }));
  const preview = useMutation({
    mutationFn: () =>
      adminSend('POST', PATH, {
        params: { dryRun: 'true' },
        body: { ...body(), ...(isAll ? { matching: matching?.search } : { items: chosen }) },
      }),
  });
  const refresh = () => refreshCollection(queryClient, name);
  const apply = useMutation({
    mutationFn: () =>
      adminSend('POST', PATH, { body: { ...body(), items: preview.data?.items ?? [] } }),
    onSuccess: refresh,
  });
  const undo = useMutation({
    mutationFn: undoEdit,
    onSuccess: refresh,
  });
  const error = undo.error ?? apply.error ?? preview.error;
  const isBusy = preview.isPending || apply.isPending || undo.isPending;
  const report = apply.data ?? preview.data;
  const edit = apply.data?.edit;
  const forget = () => preview.reset();
  const close = () => {
    if (apply.data) onDone();
    onClose();
  };

  return (
    <DialogFrame
      title={`Edit ${label.many}`}
      onClose={close}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto text-sm">
            {isBusy
              ? 'Working…'
              : (undo.data && undoneText(undo.data)) || (report && countText(report)) || ''}
          </p>
          {edit && !undo.data && (
            <Button aria-disabled={isBusy} onClick={() => !isBusy && undo.mutate(edit)}>
              Undo
            </Button>
          )}
          <Button onClick={close}>{apply.data ? 'Done' : 'Cancel'}</Button>
          {!apply.data && (
            <Button
              variant="primary"
              aria-disabled={isBusy}
              onClick={() => !isBusy && (preview.data ? apply.mutate() : preview.mutate())}
            >
              {preview.data ? `Change ${preview.data.updated}` : 'Preview'}
            </Button>
          )}
        </div>
      }
    >
      {!apply.data && field && (
        <form onSubmit={(event) => event.preventDefault()} onChange={forget} className="grid gap-4">
          {matching && matching.total > items.length && (
            <Select
              label="Items"
              value={isAll ? 'all' : ''}
              onChange={({ target }) => setIsAll(target.value === 'all')}
              options={[
                { value: '', label: `The ${items.length} selected` },
                { value: 'all', label: `All ${matching.total} that match the list` },
              ]}
            />
          )}
          <Select
            label="Field"
            value={key}
            onChange={({ target }) => {
              setKey(target.value);
              setHow('replace');
              setTyped(undefined);
            }}
            options={fields.map(([each, one]) => ({ value: each, label: labelOf(each, one) }))}
          />
          {isList && (
            <Select
              label="How"
              value={how}
              onChange={({ target }) =>
                setHow(HOWS.find(({ value }) => value === target.value)?.value ?? 'replace')
              }
              options={HOWS}
            />
          )}
          <FieldInput
            key={key}
            name={key}
            field={{ ...field, label: 'New value' }}
            value={typed}
            collection={name}
            onChange={(value) => {
              forget();
              setTyped(value);
            }}
          />
        </form>
      )}
      {error && <ErrorText>{Object.values(fieldErrorsOf(error))[0] ?? messageOf(error)}</ErrorText>}
      {undo.data?.refused.map(({ id, title, reason }) => (
        <p key={id} className="border-t border-line py-2 text-sm">
          {title}: {reason}
        </p>
      ))}
      {report && !undo.data && <ImportRows report={report} />}
    </DialogFrame>
  );
}

const countText = ({ dryRun, updated, unchanged, refused }: ImportReport) =>
  `${updated} ${dryRun ? 'would change' : 'changed'}, ${unchanged} unchanged, ${refused} refused`;

interface SelectionBarProps {
  collection: Collection;
  items: readonly AnyItem[];
  selection: Selection;
  actions: ReturnType<typeof useItemActions>;
  matching?: Matching | undefined;
}

export function SelectionBar(props: SelectionBarProps) {
  const { collection, items, selection, actions, matching } = props;
  const { selected } = selection;
  const words = statusWords(collection);
  const { mayChange, mayCreate } = useMayChange(collection);
  const chosen = items.filter(({ id }) => selected.includes(id));
  const clearAfter = async (work: Promise<boolean>) => {
    if (await work) selection.clear();
  };
  if (!mayCreate) return null;
  return (
    <SelectionTools selection={selection}>
      <May least="publisher">
        {words?.verbs.map((verb, index) => (
          <Button
            key={verb}
            size="sm"
            onClick={() => void clearAfter(actions.setVisible(chosen, index === 0, verb))}
          >
            {verb}
          </Button>
        ))}
      </May>
      {chosen.every(mayChange) && (
        <Button size="sm" onClick={() => void clearAfter(actions.removeAll(chosen))}>
          Delete
        </Button>
      )}
      <EditField
        collection={collection}
        items={chosen}
        matching={matching}
        onDone={selection.clear}
      />
      <ReleaseItems collection={collection} items={chosen} />
    </SelectionTools>
  );
}

export function ReleaseItems(props: Omit<ComponentProps<typeof AddToRelease>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Add to a release
      </Button>
      {isOpen && <AddToRelease {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function EditField(props: Omit<ComponentProps<typeof BulkEditDialog>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { mayCreate } = useMayChange(props.collection);
  if (!mayCreate || bulkFieldsOf(props.collection).length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Edit a field
      </Button>
      {isOpen && <BulkEditDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface SelectionToolsProps {
  selection: Selection;
  children: ReactNode;
}

/** Chooses all that may be changed, and says how much is chosen; its room is there before the list is. */
export function SelectionTools({ selection, children }: SelectionToolsProps) {
  const { shown, selected } = selection;
  const mayWrite = useMay('editor');
  if (!mayWrite) return null;
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {shown.length > 0 && (
        <FlagInput
          label="Select all on this page"
          checked={selected.length === shown.length}
          onChange={(isChosen) => selection.select(shown, isChosen)}
        />
      )}
      <output className="text-faint">
        {selected.length > 0 ? `${selected.length} selected` : ''}
      </output>
      {selected.length > 0 && <span className="flex flex-wrap gap-2 max-sm:pb-2">{children}</span>}
    </div>
  );
}
