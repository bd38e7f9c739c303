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
import { bulkFieldsOf } from '#client/bulk-fields.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Select } from '#ui/select.tsx';
import { statusWords } from './list-view.ts';
import { PublishDrafts } from './publish-drafts.tsx';
import type { useItemActions } from './use-item-actions.ts';
import type { Selection } from './use-selection.ts';

const PATH = '/api/bulk-edits';
const HOWS = [
  { value: 'replace', label: 'Replace what is there' },
  { value: 'add', label: 'Add to what is there' },
  { value: 'remove', label: 'Take from what is there' },
] as const;
type How = (typeof HOWS)[number]['value'];

interface BulkEditDialogProps {
  collection: Collection;
  items: readonly Pick<AnyItem, 'id' | 'version'>[];
  onDone: () => void;
  onClose: () => void;
}

/** One field of many items: what it becomes is shown before. */
function BulkEditDialog(props: BulkEditDialogProps) {
  const { collection, items, onDone, onClose } = props;
  const { name, label } = collection;
  const fields = bulkFieldsOf(collection);
  const queryClient = useQueryClient();
  const [key, setKey] = useState(fields[0]?.[0] ?? '');
  const [how, setHow] = useState<How>('replace');
  const [typed, setTyped] = useState<unknown>(undefined);
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
        body: { ...body(), items: chosen },
      }),
  });
  const apply = useMutation({
    mutationFn: () =>
      adminSend('POST', PATH, { body: { ...body(), items: preview.data?.items ?? [] } }),
    onSuccess: () => refreshCollection(queryClient, name),
  });
  const error = apply.error ?? preview.error;
  const isBusy = preview.isPending || apply.isPending;
  const report = apply.data ?? preview.data;
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
            {isBusy ? 'Working…' : report && countText(report)}
          </p>
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
      {report && <ImportRows report={report} />}
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
}

export function SelectionBar(props: SelectionBarProps) {
  const { collection, items, selection, actions } = props;
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
      <EditField collection={collection} items={chosen} onDone={selection.clear} />
      <PublishDrafts collection={collection} items={chosen} onDone={selection.clear} />
    </SelectionTools>
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
