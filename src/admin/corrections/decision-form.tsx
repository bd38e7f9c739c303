import { useState } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { Button } from '#ui/button.tsx';
import { useDecide } from './use-decide.ts';

export const DECISIONS = [
  { value: 'accept', label: 'Accept', action: 'Accept and edit' },
  { value: 'refuse', label: 'Refuse', action: 'Refuse with this reason' },
  { value: 'merge', label: 'Merge', action: 'Merge' },
] as const;

export type Asked = (typeof DECISIONS)[number]['value'];

interface DecisionFormProps {
  id: number;
  decision: Asked;
}

/** What a decision says in public; a refusal has to. */
export function DecisionForm({ id, decision }: DecisionFormProps) {
  const { decide, isBusy } = useDecide(id);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isMerge = decision === 'merge';
  return (
    <form
      noValidate
      className="mt-3 grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const sent = new FormData(event.currentTarget);
        const mergedInto = Number(sent.get('mergedInto')) || undefined;
        const reason = String(sent.get('reason') ?? '');
        void decide({ decision, reason, ...(isMerge ? { mergedInto } : {}) }).then(setErrors);
      }}
    >
      {isMerge && (
        <FieldFrame label="The same as correction no." required error={errors.mergedInto}>
          {(ids) => <input {...ids} name="mergedInto" inputMode="numeric" className="field" />}
        </FieldFrame>
      )}
      <FieldFrame
        label="Reason"
        required={decision === 'refuse'}
        help="Shown in the public ledger, and in the answer."
        error={errors.reason}
      >
        {(ids) => <textarea {...ids} name="reason" rows={3} maxLength={600} className="field" />}
      </FieldFrame>
      <Button type="submit" variant="primary" disabled={isBusy} className="justify-self-start">
        {DECISIONS.find(({ value }) => value === decision)?.action}
      </Button>
    </form>
  );
}
