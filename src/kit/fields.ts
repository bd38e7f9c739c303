import type { ZodType } from 'zod';
import { asWords } from '#platform/words.ts';

/** Kinds that are text in the table. */
type TextKind = 'text' | 'markdown' | 'slug' | 'link' | 'choice';
type ListKind = 'list' | 'references' | 'json';
type FieldKind = TextKind | ListKind | 'integer' | 'flag' | 'date' | 'reference';
type FieldTab = 'content' | 'relations' | 'seo';

export interface FieldOptions {
  /** Shown in forms and in messages; made from the field's key when absent. */
  label?: string;
  required?: boolean;
  max?: number;
  tab?: FieldTab;
  help?: string;
  placeholder?: string;
  /** The form that a text must have, how a message asks for it, and a value that has it. */
  pattern?: { regex: RegExp; message: string; example: string };
  /** Only the server writes it; a request that names it is refused. */
  server?: boolean;
  /** Anonymous visitors get null instead of it, in lists and in details, and no HTML of it. */
  editorsOnly?: boolean;
  /** Computed from the other fields at every write: neither exported nor restored. */
  derived?: boolean;
  picture?: boolean;
  /** Filled freely: other items' values are suggested, and can be renamed everywhere. */
  suggests?: boolean;
  /** It names items by slug beside their type: which collection each type is, and where the type stands (for a text another field, for a structure a key of each record). */
  namesBySlug?: { typeIn: string; collections: Readonly<Record<string, string>> };
}

/** A field as other modules see it; `Value` and `Given`, its options, are carried for inference only. */
export interface Field<Value = unknown, Given = unknown> extends FieldOptions {
  readonly kind: FieldKind;
  readonly default?: unknown;
  readonly choices?: readonly string[];
  readonly to?: string;
  readonly image?: boolean;
  readonly shape?: ZodType;
  readonly autoLink?: boolean;
  readonly rows?: number;
  readonly valueType?: Value;
  readonly givenType?: Given;
}

export type Fields = Record<string, Field>;
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

type Filled<O, Value> = O extends { required: true } | { default: unknown } ? Value : Value | null;

const make = <Value, Given = unknown>(field: Field<Value, Given>): Field<Value, Given> => field;

export const text = <const O extends FieldOptions & { default?: string; rows?: number }>(
  options?: O,
) => make<Filled<O, string>, O>({ kind: 'text', ...options });

export const markdown = <const O extends FieldOptions & { autoLink?: boolean; rows?: number }>(
  options?: O,
) => make<Filled<O, string>, O>({ kind: 'markdown', ...options });

export const slug = (options?: FieldOptions) =>
  make<string, { required: true }>({ kind: 'slug', required: true, max: 200, ...options });

/** An http(s) address or a path of this site, all that ever reaches an `href`; a `picture` is https or a file of ours. */
export const link = <const O extends FieldOptions & { image?: boolean; default?: string }>(
  options?: O,
) => make<Filled<O, string>, O>({ kind: 'link', max: 1000, ...options });

export const integer = <const O extends FieldOptions & { default?: number }>(options?: O) =>
  make<Filled<O, number>, O>({ kind: 'integer', ...options });

export const flag = (fallback: boolean, options?: FieldOptions) =>
  make<boolean>({ kind: 'flag', default: fallback, ...options });

export const date = <const O extends FieldOptions>(options?: O) =>
  make<Filled<O, string>, O>({ kind: 'date', ...options });

export const choice = <
  const C extends readonly string[],
  const O extends FieldOptions & { default?: string },
>(
  choices: C,
  options?: O,
) => make<Filled<O, C[number]>, O>({ kind: 'choice', choices, ...options });

export const list = <const O extends FieldOptions & { to?: string }>(options?: O) =>
  make<string[], O>({ kind: 'list', default: [], max: 500, ...options });

export const reference = <const O extends FieldOptions>(to: string, options?: O) =>
  make<number | null, O>({ kind: 'reference', to, ...options });

export const references = (to: string, options?: FieldOptions) =>
  make<number[]>({ kind: 'references', to, default: [], ...options });

export const json = <Value, const O extends FieldOptions & { default?: Value }>(
  shape: ZodType<Value>,
  options?: O,
) => make<Value, O>({ kind: 'json', shape, ...options });

/** A field's label; without one in the definition, the words of its key. */
export const labelOf = (key: string, field: Field | undefined): string =>
  field?.label ?? asWords(key.replace(/Ids?$/, ''));
