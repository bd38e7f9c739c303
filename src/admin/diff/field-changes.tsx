import type { FieldChange } from '#admin/history/changes.ts';
import { Difference } from './difference.tsx';
import { showValue } from './show-value.ts';

/** Every changed field, with removed and added text. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return changes.map(({ key, label, field, before, after }) => (
    <div key={key} className="mt-3">
      <h4 className="mb-1 font-sans text-xs font-medium text-soft">{label}</h4>
      <Difference before={showValue(field, before)} after={showValue(field, after)} />
    </div>
  ));
}
