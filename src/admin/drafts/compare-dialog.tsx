import { FieldChanges } from '#admin/diff/difference.tsx';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import type { FormValues } from '#admin/editor/form-types.ts';
import { toBody, toForm } from '#admin/editor/form-values.ts';
import { changesBetween } from '#admin/history/changes.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { EmptyState } from '#ui/empty-state.tsx';

interface CompareDialogProps {
  collection: Collection;
  live: AnyItem;
  values: FormValues;
  onClose: () => void;
}

export function CompareDialog({ collection, live, values, onClose }: CompareDialogProps) {
  const before = toBody(collection, toForm(collection, live));
  const changes = changesBetween(collection, before, toBody(collection, values));
  return (
    <DialogFrame title="Draft and live version" onClose={onClose}>
      <p className="text-sm text-soft">
        From the <del className="text-danger">live version</del> to the{' '}
        <ins className="text-positive">draft</ins>, as it stands in the form.
      </p>
      {changes.length === 0 && <EmptyState text="Both versions read the same." />}
      <FieldChanges changes={changes} />
    </DialogFrame>
  );
}
