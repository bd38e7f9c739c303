import { isDeepStrictEqual } from 'node:util';
import { inArray } from 'drizzle-orm';
import {
  type AnyItem,
  type Collection,
  fieldEntries,
  slugFieldOf,
  uniqueSetsOf,
} from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { createSchema, updateSchema } from '#kit/validators.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, type FieldProblems, invalid } from '#platform/errors.ts';
import { isStorable } from '#platform/http/storable.ts';
import { memoByKey } from '#platform/memo.ts';
import { NAMED_UNKNOWN, problemsOf } from '#platform/problems.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { CellProblem, columnsOf, type Names, readCell, writeCell } from './cells.ts';
import { cutToDifference, type ImportedChange } from './import-report.ts';

export type Values = Record<string, unknown>;

/** One line of the file: which item it speaks of, and its cells by field. */
export interface CsvRow {
  /** As a spreadsheet counts. */
  row: number;
  id: string;
  version: string;
  cells: ReadonlyMap<string, string>;
}

/** Spreadsheets cut longer texts without a word. */
const SPREADSHEET_MAX = 32_767;

const schemasOf = memoByKey((collection: Collection) => ({
  create: createSchema(collection),
  update: updateSchema(collection),
}));

/** Reads the header, which maps each cell of a row to its field. */
export const readHeader = (collection: Collection, header: readonly string[]) => {
  const names = header.map((name) => name.trim());
  const allowed = new Set(['id', 'version', ...columnsOf(collection).map(([key]) => key)]);
  // Without a prototype: a column may be called '__proto__'.
  const problems: FieldProblems = Object.create(null);
  for (const [at, name] of names.entries()) {
    if (Object.keys(problems).length === NAMED_UNKNOWN) break;
    if (!allowed.has(name)) problems[name || `column ${at + 1}`] = 'There is no such column';
    else if (names.indexOf(name) !== at) problems[name] = 'This column is there twice';
  }
  if (Object.keys(problems).length > 0) {
    const list = Object.keys(problems).slice(0, 5).join(', ');
    throw new AppError('invalid', `These columns do not fit: ${list}`, { fields: problems });
  }
  return (row: number, record: readonly string[]): CsvRow => {
    const cells = new Map(names.map((name, at) => [name, record[at] ?? '']));
    const [id = '', version = ''] = [cells.get('id')?.trim(), cells.get('version')?.trim()];
    return { row, id, version, cells };
  };
};

/** Parsed cells, not yet validated. */
export const readValues = (collection: Collection, { cells }: CsvRow, names: Names): Values => {
  const values: Values = {};
  const problems: FieldProblems = {};
  for (const [key, field] of columnsOf(collection)) {
    try {
      const value = readCell([key, field], cells.get(key) ?? '', names);
      if (!isStorable(value)) throw new CellProblem('It holds characters that no text has');
      if (value !== undefined) values[key] = value;
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems[key] = error.message;
    }
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return values;
};

/** As both would be written down. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const changed = (values: Values, item: AnyItem | null): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => item === null || !isDeepStrictEqual(plain(value), plain(item[key])),
    ),
  );

const refuseCutTexts = (values: Values, item: AnyItem) => {
  for (const [key, value] of Object.entries(values)) {
    const before = item[key];
    if (typeof value !== 'string' || typeof before !== 'string') continue;
    if (value.length < SPREADSHEET_MAX || !before.startsWith(value)) continue;
    throw invalid({ [key]: 'The spreadsheet has cut this text off. Leave the cell empty' });
  }
};

/** The fields to write: only changed ones are validated, so old values may stay. */
export const draftOf = (collection: Collection, values: Values, item: AnyItem | null): Values => {
  const different = changed(values, item);
  if (item && Object.keys(different).length === 0) return {};
  if (item) refuseCutTexts(different, item);
  const { create, update } = schemasOf(collection);
  const result = (item ? update : create).safeParse(different, { reportInput: true });
  if (result.success) return item ? changed(result.data, item) : result.data;
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);
  throw invalid(problemsOf(result.error, labelFor));
};

/** The difference by field, as cells would say it. */
export const changesOf = (
  collection: Collection,
  { item, draft, names }: { item: AnyItem | null; draft: Values; names: Names },
): ImportedChange[] =>
  columnsOf(collection).flatMap(([key, field]) => {
    if (!(key in draft)) return [];
    const [was, is] = [item?.[key], draft[key]].map((value) => writeCell(field, value, names));
    if (was === is) return [];
    const [before, after] = cutToDifference(was ?? '', is ?? '');
    return [{ field: key, label: labelOf(key, field), before, after }];
  });

/** The slugs of everything that a collection refers to, read once. */
export const loadNames = async (
  db: Executor,
  collection: Collection,
  registry: readonly Collection[],
): Promise<Names> => {
  const slugs = new Map<string, string>();
  const ids = new Map<string, number>();
  const isReference = ({ kind }: { kind: string }) => kind === 'reference' || kind === 'references';
  const targets = new Set(
    fieldEntries(collection).flatMap(([, field]) => (isReference(field) ? (field.to ?? []) : [])),
  );
  for (const target of registry.filter(({ name }) => targets.has(name))) {
    const slug = columnOf(target, slugFieldOf(target) ?? 'id');
    const table = tableOf(target);
    for (const row of await db.select({ id: table.id, slug }).from(table)) {
      slugs.set(`${target.name}/${row.id}`, String(row.slug));
      ids.set(`${target.name}/${String(row.slug)}`, row.id);
    }
  }
  return {
    slugOf: (name, id) => slugs.get(`${name}/${id}`),
    idOf: (name, slug) => ids.get(`${name}/${slug}`),
  };
};

const keyOf = (keys: readonly string[], values: Values) =>
  keys.every((key) => values[key] !== undefined)
    ? JSON.stringify(keys.map((key) => values[key]))
    : undefined;

/** Which item a row without an id speaks of: the one with its slug, or with its other unique fields. */
export const createKeyFinder = (db: Executor, collection: Collection) => {
  const keys = uniqueSetsOf(collection)[0] ?? [];
  let cached: Promise<Map<string | undefined, number>> | undefined;
  const load = async () => {
    const table = tableOf(collection);
    const columns = Object.fromEntries(keys.map((key) => [key, columnOf(collection, key)]));
    const rows = await db.select({ id: table.id, ...columns }).from(table);
    return new Map(rows.map(({ id, ...values }) => [keyOf(keys, values), id]));
  };
  return async (values: Values): Promise<number | undefined> => {
    const key = keys.length > 0 ? keyOf(keys, values) : undefined;
    if (key === undefined) return undefined;
    cached ??= load();
    return (await cached).get(key);
  };
};

/** Current items, locked until the transaction ends. */
export const holdItems = async (tx: Tx, collection: Collection, ids: readonly number[]) => {
  if (ids.length === 0) return new Map();
  const table = tableOf(collection);
  const items: AnyItem[] = await tx
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
    .for('update');
  return new Map(items.map((item) => [item.id, item]));
};
