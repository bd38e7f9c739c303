import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { indexName, snakeCase } from '#platform/db/naming.ts';
import { moment } from '#platform/db/rows.server.ts';
import { memoByKey } from '#platform/memo.ts';
import { type Collection, fieldEntries, uniqueSetsOf } from './collection.ts';
import type { Field } from './fields.ts';

const columnOf = (key: string, field: Field): pg.PgColumnBuilderBase => {
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
      return moment(name);
    case 'list':
      return pg.text(name).array().notNull().default([]);
    case 'references':
      return pg.integer(name).array().notNull().default([]);
    case 'json': {
      const column = pg.json(name);
      return field.default === undefined ? column : column.notNull().default(field.default);
    }
    default: {
      const column = pg.text(name);
      if (typeof field.default === 'string') return column.notNull().default(field.default);
      return field.required ? column.notNull() : column;
    }
  }
};

const buildTable = (collection: Collection) =>
  pg.pgTable(
    collection.table,
    {
      id: pg.serial('id').primaryKey(),
      version: pg.integer('version').notNull().default(1),
      createdAt: moment('created_at').notNull().default(sql`now()`),
      updatedAt: moment('updated_at').notNull().default(sql`now()`),
      ...Object.fromEntries(
        fieldEntries(collection).map(([key, field]) => [key, columnOf(key, field)]),
      ),
    },
    (table) => {
      const columns = table as unknown as Record<string, pg.PgColumn>;
      const on = (keys: readonly string[]) =>
        keys.flatMap((key) => columns[key] ?? []) as [pg.PgColumn, ...pg.PgColumn[]];
      const named = (keys: readonly string[]) =>
        pg.index(indexName(collection.table, keys, 'index'));
      const byTitle = sql`lower(${columns[collection.title]})`;
      const byOrder = columns.displayOrder && [
        named(['displayOrder', collection.title]).on(columns.displayOrder, byTitle),
      ];
      return [
        ...uniqueSetsOf(collection).map((keys) =>
          pg.uniqueIndex(indexName(collection.table, keys, 'unique')).on(...on(keys)),
        ),
        ...(collection.index ?? []).map((key) => named([key]).on(...on([key]))),
        ...(byOrder ?? []),
      ];
    },
  );

export type CollectionTable = ReturnType<typeof buildTable>;

/** A collection's table; every column can be reached by its field's key. */
export const tableOf = memoByKey(buildTable);

/** The columns of a table by field key, for the kit's own queries. */
export const columnsOf = (table: CollectionTable) =>
  table as unknown as Record<string, pg.PgColumn>;
