import type { AnyItem } from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { labelOf } from '#kit/fields.ts';
import { ChoiceInput } from './fields/choice-input.tsx';
import { FlagInput } from './fields/flag-input.tsx';
import { GalleryInput, ImageInput } from './fields/gallery-input.tsx';
import { LinesInput } from './fields/lines-input.tsx';
import { MarkdownInput } from './fields/markdown-input.tsx';
import { Picker } from './fields/picker.tsx';
import { type Row, readShape } from './fields/rows.ts';
import { MixedInput, RowsInput } from './fields/rows-input.tsx';
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
  /** What its choices are called, where that is not what is stored. */
  words?: Readonly<Partial<Record<string, string>>>;
}

/** Above this a text is written in several lines. */
const ONE_LINE = 500;

/** Typing stops at what search engines show (spec, section 5). */
const CAPS: Partial<Record<string, number>> = { metaTitle: 60, metaDescription: 160 };

const idOf = (_collection: unknown, item: AnyItem) => item.id;
const asList = <T,>(value: unknown): T[] => (Array.isArray(value) ? value : []);

/** The input of a field, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const { name, field, value, onChange, error, collection, words = {} } = props;
  const suggestsOf = field.suggests && collection ? { collection, field: name } : undefined;
  const shared = {
    label: labelOf(name, field),
    help: field.help,
    error,
    required: field.required,
    placeholder: field.placeholder,
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
          options={(field.choices ?? []).map((value) => ({ value, label: words[value] ?? value }))}
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
      const { rows = isLong ? 3 : 1, max } = field;
      const limits = { cap: CAPS[name], countTo: rows > 1 ? max : undefined };
      return <TextInput {...text} {...limits} rows={rows} suggestsOf={suggestsOf} />;
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
  if (shape.kind === 'json') return <MixedInput {...list} value={value} onChange={onChange} />;
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
