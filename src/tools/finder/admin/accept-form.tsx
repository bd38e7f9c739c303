import { type FormEvent, useState } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { slugOf } from '#admin/editor/fields/use-choices.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { LEVELS, PUBLISHERS } from '#content/coverage/coverage.collection.ts';
import { Button } from '#ui/button.tsx';
import { SelectBox } from '#ui/select.tsx';

export type Proposal = ResponseOf<'get', '/api/proposals'>[number];

interface AcceptFormProps {
  proposal: Proposal;
  quote: string;
  errors: FieldErrors;
  onSend: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

interface InputProps {
  name: string;
  label: string;
  start: string;
  errors: FieldErrors;
  rows?: number;
  options?: readonly string[];
}

function Input({ name, label, start, errors, rows = 1, options }: InputProps) {
  return (
    <FieldFrame label={label} error={errors[name]}>
      {(ids) => {
        const shared = { ...ids, name, defaultValue: start };
        if (options) return <SelectBox {...shared} options={asOptions(options)} />;
        if (rows > 1) return <textarea {...shared} rows={rows} className="field" />;
        return <input {...shared} className="field" />;
      }}
    </FieldFrame>
  );
}

/** A proposal as the editor would store it. */
export function AcceptForm({ proposal, quote, errors, onSend, onClose }: AcceptFormProps) {
  const { kind, label, level, finding, value, publisher } = proposal;
  const [feature, setFeature] = useState(proposal.feature?.slug);
  const input = (name: string, title: string, start: string | null, more: object = {}) => (
    <Input name={name} label={title} start={start ?? ''} errors={errors} {...more} />
  );
  return (
    <form
      noValidate
      aria-label={`Edit the proposal for ${label}`}
      onSubmit={onSend}
      onKeyDown={(event) => {
        // The list around the form has keys of its own.
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
      className="mt-3 grid gap-4 border border-rule bg-raised p-4 sm:grid-cols-2"
    >
      {kind === 'cell' && (
        <div>
          <Picker
            label="Feature"
            to="features"
            single
            keyOf={slugOf}
            value={feature ? [feature] : []}
            onChange={([slug]) => setFeature(slug)}
            error={errors.feature}
          />
          <input type="hidden" name="feature" value={feature ?? ''} />
        </div>
      )}
      {kind === 'cell' && input('level', 'Level', level, { options: LEVELS })}
      {kind === 'cell'
        ? input('finding', 'Finding', finding, { rows: 3 })
        : input('value', 'Value', value)}
      {input('quote', 'Quote', quote, { rows: 3 })}
      {input('publisher', 'Who published it', publisher, { options: ['', ...PUBLISHERS] })}
      {input('pageDate', 'Date of the page', '')}
      {input('note', 'Note', '', { rows: 2 })}
      {kind === 'fact' && proposal.current?.text !== '' && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="replaces" className="size-5 accent-accent-fill" />
          In place of “{proposal.current?.text}”
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-3 sm:col-span-2">
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="primary">
          Accept
        </Button>
      </div>
    </form>
  );
}
