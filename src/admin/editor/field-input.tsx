import { clsx } from 'clsx';
import { type ComponentType, use } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import { TalkContext } from '#admin/talk/use-talk.ts';
import type { AnyItem } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { Button } from '#ui/button.tsx';
import { Plus } from '#ui/icons.tsx';
import { ChoiceInput } from './fields/choice-input.tsx';
import { FieldFrame, type InputProps } from './fields/field-frame.tsx';
import { FlagInput } from './fields/flag-input.tsx';
import { GalleryInput, ImageInput } from './fields/gallery-input.tsx';
import { LinesInput } from './fields/lines-input.tsx';
import { MarkdownInput } from './fields/markdown-input.tsx';
import { MixedInput } from './fields/mixed-input.tsx';
import { Picker } from './fields/picker.tsx';
import { type Column, emptyRow, type Row, readShape } from './fields/rows.ts';
import { OrderButtons } from './fields/small-button.tsx';
import { TextInput } from './fields/text-input.tsx';
import { slugOf } from './fields/use-choices.ts';
import type { ChangeValues, FormValues } from './form-types.ts';
import { textOf } from './form-values.ts';
import { WrittenContext } from './writing/written-fields.ts';

export interface FieldInputProps {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** For suggestions from its other items. */
  collection?: string | undefined;
  error?: string | undefined;
  /** Labels of its choices, where they differ from the stored values. */
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
    field: name,
    help: field.help,
    error,
    required: field.required,
    placeholder: field.placeholder,
  };
  const text = { ...shared, value: textOf(value), onChange };
  const list = { label: shared.label, field: name, help: field.help, error };
  const picker = { ...shared, to: field.to ?? '', keyOf: idOf };
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
      return <MarkdownInput {...text} rows={field.rows ?? 8} autoLink={field.autoLink ?? false} />;
    case 'choice':
      return (
        <ChoiceInput
          {...text}
          empty={field.default === undefined ? 'Choose' : undefined}
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
      return <ShapedInput {...list} definition={field} value={value} onChange={onChange} />;
    case 'date':
      return <TextInput {...text} type="date" value={text.value.slice(0, 10)} />;
    case 'integer':
      return <TextInput {...text} value={String(value ?? '')} inputMode="numeric" />;
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

interface ShapedInputProps extends InputProps<unknown> {
  definition: Field;
}

function ShapedInput({ definition, value, onChange, ...list }: ShapedInputProps) {
  const shape = readShape(definition.shape);
  if (shape.kind === 'addresses')
    return <GalleryInput {...list} value={asList<string>(value)} onChange={onChange} />;
  if (shape.kind === 'json') return <MixedInput {...list} value={value} onChange={onChange} />;
  const isEmptyNull = definition.default === undefined;
  return (
    <RowsInput
      {...list}
      columns={shape.columns}
      value={asList<Row>(value)}
      onChange={(rows) => onChange(rows.length === 0 && isEmptyNull ? null : rows)}
    />
  );
}

interface RowsInputProps extends InputProps<readonly Row[], Row[]> {
  columns: readonly Column[];
}

/** A list of small records: add, fill in, move, remove. */
function RowsInput({ columns, value, onChange, ...frame }: RowsInputProps) {
  const { label } = frame;
  return (
    <FieldFrame {...frame} group>
      {() => (
        <>
          <ol className="grid gap-4">
            {value.map((row, index) => {
              const name = `${label} ${index + 1}`;
              return (
                <li key={index} className="border-l-2 border-rule pl-3 [&_li]:border-line">
                  <div className="flex items-center justify-between">
                    <span className="text-xs font-medium text-faint">{name}</span>
                    <OrderButtons name={name} list={value} index={index} onChange={onChange} />
                  </div>
                  {/* Its parts may be called as fields of the item that stand elsewhere. */}
                  <WrittenContext value={[]}>
                    <TalkContext value={null}>
                      <FieldGrid
                        fields={columns}
                        values={row}
                        errors={{}}
                        onChange={(patch) => onChange(value.with(index, { ...row, ...patch }))}
                      />
                    </TalkContext>
                  </WrittenContext>
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
    </div>
  );
}
