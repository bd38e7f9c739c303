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

/** By slug, which means the same in every database; by id where the target is gone. */
const writeReference = (field: Field, id: unknown, names: Names): string =>
  names.slugOf(field.to ?? '', Number(id)) ?? String(id);

const readReference = (field: Field, text: string, names: Names): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const id = names.idOf(field.to ?? '', text);
  if (id === undefined) throw new CellProblem(`There is no "${text}" among the ${field.to}`);
  return id;
};

export const writeCell = (field: Field, value: unknown, names: Names): string => {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value) && value.length === 0) return '';
  switch (field.kind) {
    case 'integer':
    case 'flag':
      return String(value);
    case 'date':
      return String(value).replace(MIDNIGHT, '');
    case 'reference':
      return writeReference(field, value, names);
    case 'references':
      return [value]
        .flat()
        .map((id) => writeReference(field, id, names))
        .join(SEPARATOR);
    case 'list':
      return quoteText(joinList([value].flat().map(String)));
    case 'json':
      return quoteText(JSON.stringify(value));
    default:
      return quoteText(String(value));
  }
};

const readFlag = (text: string): boolean => {
  const word = text.toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new CellProblem('Write true or false');
};

const readDate = (text: string): string => {
  const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isDate ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new CellProblem('Write the day as 2026-11-15');
  return new Date(time).toISOString();
};

const readFilled = (field: Field, text: string, names: Names): unknown => {
  switch (field.kind) {
    case 'integer':
      if (!/^-?\d{1,10}$/.test(text)) throw new CellProblem('Write a whole number');
      return Number(text);
    case 'flag':
      return readFlag(text);
    case 'date':
      return readDate(text);
    case 'reference':
      return readReference(field, text, names);
    case 'references':
      return splitList(text).map((slug) => readReference(field, slug, names));
    case 'list':
      return splitList(text);
    case 'json': {
      const value = parseJson(text);
      if (value === undefined) throw new CellProblem('This is not valid JSON');
      return value;
    }
    default:
      return text;
  }
};

/** The value of a cell; undefined when it is empty. */
export const readCell = ([key, field]: [string, Field], cell: string, names: Names): unknown => {
  if (cell === '') return undefined;
  if (cell !== CLEAR) return readFilled(field, unquoteText(cell), names);
  if (field.required) throw new CellProblem(`${labelOf(key, field)} is required`);
  return field.default === undefined ? null : structuredClone(field.default);
};
