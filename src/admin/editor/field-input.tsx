import type { AnyItem } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { labelOf } from '#kit/fields.ts';
import { ChoiceInput } from './fields/choice-input.tsx';
import { FlagInput } from './fields/flag-input.tsx';
import { GalleryInput, ImageInput } from './fields/gallery-input.tsx';
import { JsonInput } from './fields/json-input.tsx';
import { LinesInput } from './fields/lines-input.tsx';
import { MarkdownInput } from './fields/markdown-input.tsx';
import { Picker } from './fields/picker.tsx';
import { type Row, readShape } from './fields/rows.ts';
import { RowsInput } from './fields/rows-input.tsx';
import { TextInput } from './fields/text-input.tsx';
import { slugOf } from './fields/use-choices.ts';
import { textOf } from './form-values.ts';

export interface FieldInputProps {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** For suggestions from its other items. */
  collection?: string | undefined;
  error?: string | undefined;
}

/** Above this a text is written in several lines. */
const ONE_LINE = 500;

const idOf = (_collection: unknown, item: AnyItem) => item.id;
const asList = <T,>(value: unknown): T[] => (Array.isArray(value) ? value : []);

/** The input of a field, by its kind. */
export function FieldInput({ name, field, value, onChange, error, collection }: FieldInputProps) {
  const suggestsOf = field.suggests && collection ? { collection, field: name } : undefined;
  const shared = {
    label: labelOf(name, field),
    help: field.help,
    error,
    required: field.required ?? false,
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
  };
  const text = { ...shared, value: textOf(value), onChange };
  const list = { label: shared.label, help: field.help, error };
  const picker = { ...shared, to: field.to ?? '', keyOf: idOf };
  switch (field.kind) {
    case 'flag':
      return <FlagInput {...shared} checked={value === true} onChange={onChange} />;
    case 'markdown':
      return <MarkdownInput {...text} rows={field.rows ?? 8} autoLink={field.autoLink ?? false} />;
    case 'choice':
      return (
        <ChoiceInput
          {...text}
          empty="Choose"
          options={(field.choices ?? []).map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case 'list':
      return field.to ? (
        <Picker
          {...picker}
          keyOf={slugOf}
          keyOfWords={String}
          value={asList<string>(value)}
          onChange={onChange}
        />
      ) : (
        <LinesInput
          {...list}
          suggestsOf={suggestsOf}
          value={asList<string>(value)}
          onChange={onChange}
        />
      );
    case 'references':
      return <Picker {...picker} value={asList<number>(value)} onChange={onChange} />;
    case 'reference':
      return (
        <Picker
          {...picker}
          single
          value={typeof value === 'number' ? [value] : []}
          onChange={(ids) => onChange(ids[0] ?? null)}
        />
      );
    case 'json':
      return <ShapedInput {...list} field={field} value={value} onChange={onChange} />;
    case 'date':
      return <TextInput {...text} type="date" value={text.value.slice(0, 10)} />;
    case 'integer':
      return <TextInput {...text} inputMode="numeric" />;
    case 'link':
      return field.image ? <ImageInput {...text} /> : <TextInput {...text} inputMode="url" />;
    default: {
      const isLong = field.kind === 'text' && (field.max ?? 0) > ONE_LINE;
      return (
        <TextInput
          {...text}
          rows={isLong ? 3 : 1}
          suggestsOf={suggestsOf}
          {...(isLong && field.max ? { countTo: field.max } : {})}
        />
      );
    }
  }
}

type ShapedInputProps = Omit<FieldInputProps, 'name'> & {
  label: string;
  help: string | undefined;
};

function ShapedInput({ field, value, onChange, ...list }: ShapedInputProps) {
  const shape = readShape(field.shape);
  if (shape.kind === 'addresses')
    return <GalleryInput {...list} value={asList<string>(value)} onChange={onChange} />;
  if (shape.kind === 'json') return <JsonInput {...list} value={value} onChange={onChange} />;
  const isEmptyNull = field.default === undefined;
  return (
    <RowsInput
      {...list}
      columns={shape.columns}
      value={asList<Row>(value)}
      onChange={(rows) => onChange(rows.length === 0 && isEmptyNull ? null : rows)}
    />
  );
}
