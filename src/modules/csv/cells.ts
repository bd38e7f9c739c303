import { isDeepStrictEqual } from 'node:util';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { CLEAR, quoteText, unquoteText } from '#platform/csv.ts';

/** Items that others refer to, by id and by slug. */
export interface Names {
  slugOf(collection: string, id: number): string | undefined;
  idOf(collection: string, slug: string): number | undefined;
}

export class CellProblem extends Error {}

const MIDNIGHT = 'T00:00:00.000Z';
const SEPARATOR = '; ';
const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];

/** The columns after id and version: the editable fields. */
export const columnsOf = (collection: Collection): [string, Field][] =>
  fieldEntries(collection).filter(([, field]) => !field.server && !field.derived);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const splitList = (text: string): string[] => {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined;
  if (Array.isArray(parsed)) return parsed.map(String);
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
};

/** 'One; Two', or JSON where that would not be read back as it was. */
const joinList = (entries: readonly string[]): string => {
  const joined = entries.join(SEPARATOR);
  return isDeepStrictEqual(splitList(joined), entries) ? joined : JSON.stringify(entries);
};

/** How the values of a kind of field stand in a cell. */
interface Kind {
  write(value: unknown, to: string, names: Names): string;
  read(text: string, to: string, names: Names): unknown;
}

/** By slug, which means the same in every database; by id where the target is gone. */
const REFERENCE: Kind = {
  write: (id, to, names) => names.slugOf(to, Number(id)) ?? String(id),
  read: (text, to, names) => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    const id = names.idOf(to, text);
    if (id === undefined) throw new CellProblem(`There is no "${text}" among the ${to}`);
    return id;
  },
};

const KINDS: Partial<Record<Field['kind'], Kind>> = {
  integer: {
    write: String,
    read: (text) => {
      if (!/^-?\d{1,10}$/.test(text)) throw new CellProblem('Write a whole number');
      return Number(text);
    },
  },
  flag: {
    write: String,
    read: (text) => {
      const word = text.toLowerCase();
      if (!YES.includes(word) && !NO.includes(word)) throw new CellProblem('Write true or false');
      return YES.includes(word);
    },
  },
  date: {
    write: (value) => String(value).replace(MIDNIGHT, ''),
    read: (text) => {
      const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text);
      const time = isDate ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(time)) throw new CellProblem('Write the day as 2026-11-15');
      return new Date(time).toISOString();
    },
  },
  reference: REFERENCE,
  references: {
    write: (ids, ...at) =>
      [ids]
        .flat()
        .map((id) => REFERENCE.write(id, ...at))
        .join(SEPARATOR),
    read: (text, ...at) => splitList(text).map((slug) => REFERENCE.read(slug, ...at)),
  },
  list: { write: (value) => quoteText(joinList([value].flat().map(String))), read: splitList },
  json: {
    write: (value) => quoteText(JSON.stringify(value)),
    read: (text) => {
      const value = parseJson(text);
      if (value === undefined) throw new CellProblem('This is not valid JSON');
      return value;
    },
  },
};

export const writeCell = ({ kind, to = '' }: Field, value: unknown, names: Names): string => {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return KINDS[kind]?.write(value, to, names) ?? quoteText(String(value));
};

/** The value of a cell; undefined when it is empty. */
export const readCell = ([key, field]: [string, Field], cell: string, names: Names): unknown => {
  const { kind, to = '', required } = field;
  if (cell === '') return undefined;
  if (cell !== CLEAR) {
    const text = unquoteText(cell);
    return KINDS[kind] ? KINDS[kind].read(text, to, names) : text;
  }
  if (required) throw new CellProblem(`${labelOf(key, field)} is required`);
  return field.default === undefined ? null : structuredClone(field.default);
};
