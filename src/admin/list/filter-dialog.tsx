import { type FormEvent, useState } from 'react';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { LinesInput } from '#admin/editor/fields/lines-input.tsx';
import { Picker } from '#admin/editor/fields/picker.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { usePeopleOptions } from '#admin/people/people.tsx';
import {
  type Filter,
  type FilterField,
  filterFieldsOf,
  type Operator,
  problemOf,
  takesValues,
} from '#client/list-filter.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Select } from '#ui/select.tsx';

interface CheckListProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

export function CheckList({ legend, options, value, onChange }: CheckListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-medium text-soft">{legend}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="inline-flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...value, option.value]
                    : value.filter((each) => each !== option.value),
                )
              }
              className="size-5 accent-accent-fill"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const WORDS: Record<Operator, string> = {
  contains: 'contains',
  any: 'is any of',
  empty: 'is empty',
  filled: 'is filled in',
  from: 'is at least',
  to: 'is at most',
  on: 'yes',
  off: 'no',
};

/** 'since', of a day. */
export const sayOperator = (operator: Operator, kind: FilterField['kind']): string => {
  if (kind === 'date' && operator === 'from') return 'since';
  if (kind === 'date' && operator === 'to') return 'until';
  return WORDS[operator];
};

interface FilterDialogProps {
  collection: Collection;
  onAdd: (filter: Filter) => void;
  onClose: () => void;
}

/** One more condition of a list: a field, how it is compared, and with what. */
export function FilterDialog({ collection, onAdd, onClose }: FilterDialogProps) {
  const fields = filterFieldsOf(collection);
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [operator, setOperator] = useState<Operator>('on');
  const [values, setValues] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const field = fields.findLast((each) => each.key === key);
  if (!field) return null;

  const add = (event: FormEvent) => {
    event.preventDefault();
    const given = values.map((value) => value.trim()).filter(Boolean);
    const filter = { field: key, operator, values: takesValues(operator) ? given : [] };
    const found = problemOf(collection, [filter]);
    setProblem(found);
    if (!found) onAdd(filter);
  };

  return (
    <DialogFrame title="Add a filter" size="medium" onClose={onClose}>
      <form noValidate onSubmit={add} className="grid gap-4">
        <Select
          label="Field"
          value={key}
          onChange={({ target }) => {
            const next = fields.findLast((each) => each.key === target.value);
            setKey(target.value);
            setOperator(next?.operators[0] ?? 'on');
            setValues([]);
          }}
          options={fields.map((each) => ({ value: each.key, label: each.label }))}
        />
        {field.operators.length > 1 && (
          <Select
            label="Condition"
            value={operator}
            onChange={({ target }) => {
              setOperator(field.operators.find((each) => each === target.value) ?? 'on');
              setValues([]);
            }}
            options={field.operators.map((each) => ({
              value: each,
              label: sayOperator(each, field.kind),
            }))}
          />
        )}
        {takesValues(operator) && (
          <ValueInput
            collection={collection}
            field={field}
            operator={operator}
            values={values}
            onChange={setValues}
          />
        )}
        {problem && <ErrorText>{problem}</ErrorText>}
        <Button type="submit" variant="primary" className="justify-self-end">
          Add filter
        </Button>
      </form>
    </DialogFrame>
  );
}

interface ValueInputProps {
  collection: Collection;
  field: FilterField;
  operator: Operator;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

const idOf = (_collection: unknown, { id }: AnyItem) => String(id);

/** By the field's kind: a day, a number, words, choices, items or people. */
function ValueInput({ collection, field, operator, values, onChange }: ValueInputProps) {
  const people = usePeopleOptions();
  const label = 'Value';
  const shared = { value: values, onChange };
  if (operator === 'any') {
    const choices = field.choices?.map((choice) => ({ value: choice, label: choice }));
    const options = field.key === 'writtenBy' ? people : choices;
    if (options) return <CheckList legend={label} options={options} {...shared} />;
    if (field.to && field.kind !== 'list')
      return <Picker label={label} to={field.to} keyOf={idOf} {...shared} />;
    const suggestsOf = field.suggests
      ? { collection: collection.name, field: field.key }
      : undefined;
    return <LinesInput label={label} suggestsOf={suggestsOf} {...shared} />;
  }
  return (
    <TextInput
      label={label}
      value={values[0] ?? ''}
      onChange={(text) => onChange([text])}
      {...(field.kind === 'date' ? { type: 'date' } : {})}
      {...(field.kind === 'integer' ? { inputMode: 'numeric' as const } : {})}
    />
  );
}
