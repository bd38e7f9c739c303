import { clsx } from 'clsx';
import { type ComponentType, use } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import type { Field } from '#kit/fields.ts';
import { FieldInput, type FieldInputProps } from './field-input.tsx';
import { rowToolFor } from './fields/row-tools.ts';
import type { ChangeValues, FormValues } from './form-types.ts';
import { WrittenContext } from './writing/written-fields.ts';

/** Inputs of a type's own, by their fields. */
export type OwnInputs = Partial<Record<string, ComponentType<FieldInputProps>>> | undefined;

interface FieldGridProps {
  fields: readonly (readonly [string, Field])[];
  values: FormValues;
  errors: FieldErrors;
  onChange: ChangeValues;
  collection?: string;
  inputs?: OwnInputs;
}

const SHORT_TEXT = 300;

/** Short fields stand side by side where there is room. */
const isShort = ({ kind, max = 0, image }: Field): boolean =>
  ['flag', 'integer', 'date', 'choice', 'slug'].includes(kind) ||
  (kind === 'link' && !image) ||
  (kind === 'text' && max <= SHORT_TEXT);

export function FieldGrid(props: FieldGridProps) {
  const { values, errors, onChange, collection, inputs = {}, ...grid } = props;
  const written = use(WrittenContext);
  const fields = grid.fields.filter(([key]) => !written.includes(key));
  const Tool = rowToolFor(fields.map(([key]) => ({ key })));
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      {fields.map(([key, field]) => {
        const Input = inputs[key] ?? FieldInput;
        return (
          <div key={key} className={clsx('min-w-0', !isShort(field) && 'md:col-span-2')}>
            <Input
              name={key}
              field={field}
              collection={collection}
              value={values[key]}
              error={errors[key]}
              onChange={(value) => onChange({ [key]: value })}
            />
          </div>
        );
      })}
      {Tool && (
        <div className="min-w-0 md:col-span-2">
          <Tool row={values} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
