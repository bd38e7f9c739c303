import { type Collection, fieldEntries, slugFieldOf, uniqueSetsOf } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';

/** Operators of a filter, as its address has them. */
export type Operator = 'contains' | 'any' | 'empty' | 'filled' | 'from' | 'to' | 'on' | 'off';

/** One condition of a list: `category:any:Reporting|Tax`. */
export interface Filter {
  field: string;
  operator: Operator;
  values: readonly string[];
}

/** A filter of a list: by a field, or by facts that the desk knows of an item. */
export interface FilterField extends Pick<Field, 'kind' | 'choices' | 'to' | 'suggests'> {
  key: string;
  label: string;
  operators: readonly Operator[];
}

const MAX_FILTERS = 12;
const MAX_VALUES = 50;

const BLANK: readonly Operator[] = ['empty', 'filled'];
const RANGE: readonly Operator[] = ['from', 'to'];
const SWITCH: readonly Operator[] = ['on', 'off'];
const TEXT: readonly Operator[] = ['contains', 'any', ...BLANK];

const OPERATORS: Record<Field['kind'], readonly Operator[]> = {
  text: TEXT,
  slug: TEXT,
  link: TEXT,
  list: ['any', 'contains', ...BLANK],
  markdown: ['contains', ...BLANK],
  choice: ['any', ...BLANK],
  reference: ['any', ...BLANK],
  references: ['any', ...BLANK],
  integer: [...RANGE, ...BLANK],
  date: [...RANGE, ...BLANK],
  flag: SWITCH,
  json: BLANK,
};

/** Beside the fields: dates of the row, and the state of the work on it. A field of the same name comes first. */
const OF_THE_DESK: readonly FilterField[] = [
  { key: 'hasDraft', label: 'Has a draft', kind: 'flag', operators: SWITCH },
  { key: 'inReview', label: 'In review', kind: 'flag', operators: SWITCH },
  { key: 'mine', label: 'Mine', kind: 'flag', operators: SWITCH },
  { key: 'writtenBy', label: 'Author', kind: 'text', operators: ['any'] },
  { key: 'updatedAt', label: 'Changed', kind: 'date', operators: RANGE },
  { key: 'createdAt', label: 'Created', kind: 'date', operators: RANGE },
];

export const filterFieldsOf = (collection: Collection): FilterField[] => [
  ...OF_THE_DESK,
  ...fieldEntries(collection).map(([key, field]) => ({
    ...field,
    key,
    label: labelOf(key, field),
    operators: OPERATORS[field.kind],
  })),
];

export const takesValues = (operator: Operator): boolean =>
  ['contains', 'any', 'from', 'to'].includes(operator);

/** Characters with a meaning of their own in the address. */
const MARKS: Record<string, string> = { '%': '%25', ':': '%3A', ';': '%3B', '|': '%7C' };
const PLAIN = new Map(Object.entries(MARKS).map(([plain, mark]) => [mark, plain]));

const escapeMarks = (text: string) => text.replace(/[%:;|]/g, (mark) => MARKS[mark] ?? mark);
const readMarks = (text: string) =>
  text.replace(/%(?:25|3A|3B|7C)/g, (mark) => PLAIN.get(mark) ?? mark);

export const stringifyFilters = (filters: readonly Filter[]): string =>
  filters
    .map(({ field, operator, values }) =>
      [field, operator, ...(values.length > 0 ? [values.map(escapeMarks).join('|')] : [])].join(
        ':',
      ),
    )
    .join(';');

/** The first thing that is wrong with an address, in a sentence; null where it can be asked for. */
export const problemOf = (collection: Collection, filters: readonly Filter[]): string | null => {
  if (filters.length > MAX_FILTERS) return `A list takes at most ${MAX_FILTERS} filters`;
  const fields = filterFieldsOf(collection);
  for (const { field: key, operator, values } of filters) {
    const field = fields.findLast((each) => each.key === key);
    if (!field) return 'There is no such field';
    if (!field.operators.includes(operator)) return `${field.label} cannot be filtered like this`;
    const isSingle = operator === 'contains' || RANGE.includes(operator);
    const most = isSingle ? 1 : MAX_VALUES;
    if (takesValues(operator) && (values.length === 0 || values.includes('')))
      return `${field.label} needs a value`;
    if (values.length > (takesValues(operator) ? most : 0))
      return `${field.label}: too many values`;
    if (!values.every((value) => isValue(field, operator, value)))
      return `${field.label}: ${field.kind === 'date' ? 'use a day such as 2026-05-01' : 'use a whole number'}`;
  }
  return null;
};

/** A day of the calendar, which Date would round: there is no 31 February, and no year 0. */
const isDay = (value: string) =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) === true;

const isValue = ({ kind }: FilterField, operator: Operator, value: string): boolean => {
  if (kind === 'date') return isDay(value);
  const isNumber = RANGE.includes(operator) || kind === 'reference' || kind === 'references';
  return isNumber ? /^-?\d{1,9}$/.test(value) : value.length <= 200;
};

const isOperator = (word: string): word is Operator =>
  Object.values(OPERATORS).some((operators) => operators.some((operator) => operator === word));

/** The conditions of an address, not yet held against a definition; null where it cannot be read. */
export const parseFilters = (address: string): Filter[] | null => {
  const parts = address.split(';').filter((part) => part !== '');
  const filters = parts.flatMap((part): Filter[] => {
    const [field = '', operator = '', value, ...more] = part.split(':');
    if (!isOperator(operator) || more.length > 0) return [];
    return [
      { field, operator, values: value === undefined ? [] : value.split('|').map(readMarks) },
    ];
  });
  return filters.length === parts.length ? filters : null;
};

/** Fields that many items may be given at once: neither their names, their addresses nor their texts. */
export const bulkFieldsOf = (collection: Collection): [string, Field][] => {
  const own = [collection.title, collection.visible?.field, slugFieldOf(collection)];
  const single = new Set([...own, ...uniqueSetsOf(collection).flat()]);
  return fieldEntries(collection).filter(
    ([key, { kind, server, derived }]) =>
      !single.has(key) && !server && !derived && kind !== 'markdown' && kind !== 'json',
  );
};
