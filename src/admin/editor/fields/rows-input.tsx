import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { ChipsInput } from './chips-input.tsx';
import { ChoiceInput } from './choice-input.tsx';
import { FieldFrame, type InputProps } from './field-frame.tsx';
import { FlagInput } from './flag-input.tsx';
import { rowToolFor } from './row-tools.ts';
import { type Column, emptyRow, type Row, readMixed, rowsIn, showMixed, wordsIn } from './rows.ts';
import { OrderButtons } from './small-button.tsx';
import { TextInput } from './text-input.tsx';

interface RowsInputProps extends InputProps<readonly Row[], Row[]> {
  columns: readonly Column[];
  isInner?: boolean;
}

/** A list of small records: add, fill in, move, remove. */
export function RowsInput(props: RowsInputProps) {
  const { label, columns, value, onChange, help, error, isInner } = props;
  const Tool = rowToolFor(columns);
  const change = (index: number, patch: Row) =>
    onChange(value.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  return (
    <FieldFrame group label={label} help={help} error={error}>
      {() => (
        <>
          <ol className="grid gap-4">
            {value.map((row, index) => {
              const name = `${label} ${index + 1}`;
              return (
                <li
                  key={index}
                  className={clsx('border-l-2 border-rule pl-3', isInner && 'border-line')}
                >
                  <div className="flex items-center justify-between">
                    <span className="text-xs font-medium text-faint">{name}</span>
                    <OrderButtons name={name} list={value} index={index} onChange={onChange} />
                  </div>
                  <div className="grid gap-3 sm:grid-cols-2">
                    {columns.map((column) => (
                      <Cell
                        key={column.key}
                        column={column}
                        value={row[column.key]}
                        onChange={(cell) => change(index, { [column.key]: cell })}
                      />
                    ))}
                    {Tool && (
                      <div className="min-w-0 sm:col-span-2">
                        <Tool row={row} onChange={(patch) => change(index, patch)} />
                      </div>
                    )}
                  </div>
                </li>
              );
            })}
          </ol>
          <Button
            size="sm"
            className="mt-3"
            onClick={() => onChange([...value, emptyRow(columns, value)])}
          >
            <Plus aria-hidden className="size-4" />
            Add to {label}
          </Button>
        </>
      )}
    </FieldFrame>
  );
}

interface CellProps {
  column: Column;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Cell({ column, value, onChange }: CellProps) {
  const { label } = column;
  const cell = { label, onChange };
  const wide = (input: ReactNode) => <div className="sm:col-span-2">{input}</div>;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const setText = (next: string) => onChange(next === '' && column.isOptional ? null : next);
  switch (column.kind) {
    case 'choice': {
      const options = column.choices.map((choice) => ({ value: choice, label: choice }));
      return <ChoiceInput {...cell} value={text} options={options} />;
    }
    case 'flag':
      return <FlagInput {...cell} checked={value === true} />;
    case 'integer': {
      const setNumber = (next: string) => onChange(Number.parseInt(next, 10) || 0);
      return <TextInput label={label} value={text} inputMode="numeric" onChange={setNumber} />;
    }
    case 'rows':
      return wide(<RowsInput {...cell} isInner columns={column.columns} value={rowsIn(value)} />);
    case 'words':
      return wide(<ChipsInput {...cell} value={wordsIn(value)} />);
    case 'mixed':
      return wide(<MixedInput {...cell} value={value} />);
    case 'long':
      return wide(<TextInput label={label} value={text} rows={4} onChange={setText} />);
    default:
      return <TextInput label={label} value={text} onChange={setText} />;
  }
}

/** Text, or a JSON list or object, as the field allows either. */
export function MixedInput({ value, onChange, ...frame }: InputProps<unknown>) {
  const [text, setText] = useState(() => showMixed(value));
  // Half-typed JSON stays as it is typed; a value from elsewhere replaces it.
  const shown = showMixed(readMixed(text)) === showMixed(value) ? text : showMixed(value);
  return (
    <TextInput
      help="Text, or a JSON list or object."
      {...frame}
      value={shown}
      rows={Math.min(10, Math.max(2, shown.split('\n').length))}
      onChange={(next) => {
        setText(next);
        onChange(readMixed(next));
      }}
    />
  );
}
