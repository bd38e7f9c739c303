import { type ColumnBaseConfig, getTableColumns, sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { isoTimestamp, linkList, linkText, safeJson } from '#platform/db/columns.server.ts';
import { indexName, snakeCase } from '#platform/db/naming.ts';
import { memoByKey } from '#platform/memo.ts';
import { type Collection, fieldEntries, type ItemBase, uniqueSetsOf } from './collection.ts';
import type { Field, Fields, ValueOf } from './fields.ts';

const columnFor = (key: string, field: Field): pg.PgColumnBuilderBase => {
  const name = snakeCase(key);
  switch (field.kind) {
    case 'integer':
    case 'reference': {
      const column = pg.integer(name);
      if (typeof field.default === 'number') return column.notNull().default(field.default);
      return field.required ? column.notNull() : column;
    }
    case 'flag':
      return pg
        .boolean(name)
        .notNull()
        .default(field.default === true);
    case 'date':
      return field.required ? isoTimestamp(name).notNull() : isoTimestamp(name);
    case 'list':
      return pg.text(name).array().notNull().default([]);
    case 'references':
      return pg.integer(name).array().notNull().default([]);
    case 'json': {
      const column = field.picture ? linkList(name) : safeJson(name);
      return field.default === undefined ? column : column.notNull().default(field.default);
    }
    default: {
      const column = field.kind === 'link' ? linkText(name) : pg.text(name);
      if (typeof field.default === 'string') return column.notNull().default(field.default);
      return field.required ? column.notNull() : column;
    }
  }
};

type Columns = Record<string, pg.PgColumn>;

/** The order of a list unless a request names another; its index follows from it. */
export const naturalOrder = (of: Collection): NonNullable<Collection['order']> =>
  of.order ?? [...(of.fields.displayOrder ? [{ field: 'displayOrder' }] : []), { field: of.title }];

const indexesOf = (collection: Collection, columns: Columns) => {
  const on = (keys: readonly string[]) => {
    const [first, ...others] = keys.flatMap((key) => columns[key] ?? []);
    if (!first) throw new Error(`${collection.name} has no field ${keys[0]}`);
    return [first, ...others] as const;
  };
  const named = (keys: readonly string[]) => pg.index(indexName(collection.table, keys, 'index'));
  const unique = uniqueSetsOf(collection);
  const listed = (collection.index ?? []).map((keys) => [keys].flat());
  const order = naturalOrder(collection).map(({ field }) => field);
  const isOrder = (keys: readonly string[]) => keys.join() === order.join();
  const isIndexed =
    listed.some(isOrder) || (unique.some(isOrder) && !order.includes(collection.title));
  // As the list is read: by the letters of its title, whatever their case.
  const [first, ...others] = on(order).map((column) =>
    column === columns[collection.title] ? sql`lower(${column})` : column,
  );
  return [
    ...unique.map((keys) =>
      pg.uniqueIndex(indexName(collection.table, keys, 'unique')).on(...on(keys)),
    ),
    ...listed.map((keys) => named(keys).on(...on(keys))),
    ...(first && !isIndexed ? [named(order).on(first, ...others)] : []),
  ];
};

const buildTable = memoByKey((collection: Collection) => {
  const table = pg.pgTable(
    collection.table,
    {
      id: pg.serial('id').primaryKey(),
      version: pg.integer('version').notNull().default(1),
      createdAt: isoTimestamp('created_at').notNull().default(sql`now()`),
      updatedAt: isoTimestamp('updated_at').notNull().default(sql`now()`),
      ...Object.fromEntries(
        fieldEntries(collection).map(([key, field]) => [key, columnFor(key, field)]),
      ),
    },
    (columns) => indexesOf(collection, { ...columns }),
  );
  return table;
});

/** A column by what its field holds; everything may be omitted from a write, since `prepare` completes it. */
type ColumnOf<Value> = pg.PgColumn<
  ColumnBaseConfig<'custom', string> & {
    data: NonNullable<Value>;
    notNull: null extends Value ? false : true;
    hasDefault: true;
    enumValues: undefined;
    baseColumn: never;
    identity: undefined;
    generated: undefined;
  }
>;

type FieldColumns<F extends Fields> = string extends keyof F
  ? unknown
  : { [K in keyof F]: ColumnOf<ValueOf<F[K]>> };

/** The table of a definition: a column for each of its fields, typed by the field. */
export type TableOf<C extends Collection> = pg.PgTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: 'pg';
  columns: { [K in keyof ItemBase]: ColumnOf<ItemBase[K]> } & FieldColumns<C['fields']>;
}>;

/**
 * A collection's table; every column can be reached by its field's key. The compiler cannot follow a table that is built
 * from data, so this file alone says what its columns are: `columnFor` and `ColumnOf` must agree.
 */
export const tableOf = <C extends Collection>(collection: C): TableOf<C> =>
  buildTable(collection) as unknown as TableOf<C>;

export const columnOf = (collection: Collection, key: string): pg.PgColumn => {
  const columns: Columns = getTableColumns(buildTable(collection));
  const found = columns[key];
  if (!found) throw new Error(`${collection.name} has no field ${key}`);
  return found;
};
