import type { AnyItem } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { labelOf } from '#kit/fields.ts';
import { ChoiceInput } from './fields/choice-input.tsx';
import { FlagInput } from './fields/flag-input.tsx';
import { GalleryInput } from './fields/gallery-input.tsx';
import { ImageInput } from './fields/image-input.tsx';
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
  const list = { label: shared.label, help: field.help, error };
  switch (field.kind) {
    case 'flag':
      return (
        <FlagInput
          label={shared.label}
          help={field.help}
          checked={value === true}
          onChange={onChange}
        />
      );
    case 'markdown':
      return (
        <MarkdownInput
          {...shared}
          value={textOf(value)}
          onChange={onChange}
          rows={field.rows ?? 8}
          autoLink={field.autoLink ?? false}
        />
      );
    case 'choice':
      return (
        <ChoiceInput
          {...shared}
          value={textOf(value)}
          onChange={onChange}
          empty="Choose"
          options={(field.choices ?? []).map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case 'list':
      return field.to ? (
        <Picker
          {...shared}
          to={field.to}
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
      return (
        <Picker
          {...shared}
          to={field.to ?? ''}
          keyOf={idOf}
          value={asList<number>(value)}
          onChange={onChange}
        />
      );
    case 'reference':
      return (
        <Picker
          {...shared}
          single
          to={field.to ?? ''}
          keyOf={idOf}
          value={typeof value === 'number' ? [value] : []}
          onChange={(ids) => onChange(ids[0] ?? null)}
        />
      );
    case 'json':
      return <ShapedInput {...list} field={field} value={value} onChange={onChange} />;
    case 'date':
      return (
        <TextInput {...shared} type="date" value={textOf(value).slice(0, 10)} onChange={onChange} />
      );
    case 'integer':
      return (
        <TextInput {...shared} inputMode="numeric" value={textOf(value)} onChange={onChange} />
      );
    case 'link':
      return field.image ? (
        <ImageInput {...shared} value={textOf(value)} onChange={onChange} />
      ) : (
        <TextInput {...shared} inputMode="url" value={textOf(value)} onChange={onChange} />
      );
    default: {
      const isLong = field.kind === 'text' && (field.max ?? 0) > ONE_LINE;
      return (
        <TextInput
          {...shared}
          value={textOf(value)}
          onChange={onChange}
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
