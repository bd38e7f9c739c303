import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { type ImportReport, ImportRows } from '#admin/csv/import-rows.tsx';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { FieldInput } from '#admin/editor/field-input.tsx';
import { toBody } from '#admin/editor/form-values.ts';
import { bulkFieldsOf } from '#client/list-filter.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Select } from '#ui/select.tsx';
import { undoEdit, undoneText } from './undo-edit.ts';

const PATH = '/api/bulk-edits';
const HOWS = [
  { value: 'replace', label: 'Replace what is there' },
  { value: 'add', label: 'Add to what is there' },
  { value: 'remove', label: 'Take from what is there' },
] as const;
type How = (typeof HOWS)[number]['value'];

/** The list around the chosen items, for all that match it. */
export interface Matching {
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
export function BulkEditDialog(props: BulkEditDialogProps) {
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
