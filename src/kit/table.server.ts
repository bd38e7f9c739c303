import {
  boolean,
  index,
  integer,
  jsonb,
  type PgColumn,
  type PgColumnBuilderBase,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { type Collection, fieldEntries, slugFieldOf } from './collection.ts';
import type { Field } from './fields.ts';

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

const columnOf = (key: string, field: Field): PgColumnBuilderBase => {
  const name = snake(key);
  switch (field.kind) {
    case 'text':
    case 'markdown':
    case 'slug':
    case 'link':
    case 'choice': {
      const column = text(name);
      const filled = typeof field.default === 'string' ? column.default(field.default) : column;
      return field.required || field.default !== undefined ? filled.notNull() : filled;
    }
    case 'integer':
      return typeof field.default === 'number'
        ? integer(name).notNull().default(field.default)
        : integer(name);
    case 'flag':
      return boolean(name)
        .notNull()
        .default(field.default === true);
    case 'date':
      return moment(name);
    case 'list':
      return text(name).array().notNull().default([]);
    case 'reference':
      return field.required ? integer(name).notNull() : integer(name);
    case 'references':
      return integer(name).array().notNull().default([]);
    case 'json':
      return field.default === undefined
        ? jsonb(name)
        : jsonb(name).notNull().default(field.default);
  }
};

const buildTable = (collection: Collection) =>
  pgTable(
    collection.table,
    {
      id: serial('id').primaryKey(),
      version: integer('version').notNull().default(1),
      createdAt: moment('created_at').notNull().defaultNow(),
      updatedAt: moment('updated_at').notNull().defaultNow(),
      ...Object.fromEntries(
        fieldEntries(collection).map(([key, field]) => [key, columnOf(key, field)]),
      ),
    },
    (table) => {
      const columns = table as unknown as Record<string, PgColumn>;
      const on = (keys: readonly string[]) =>
        keys.flatMap((key) => columns[key] ?? []) as [PgColumn, ...PgColumn[]];
      const nameOf = (keys: readonly string[]) => [collection.table, ...keys.map(snake)].join('_');
      const slugField = slugFieldOf(collection);
      const unique = [...(slugField ? [[slugField]] : []), ...(collection.unique ?? [])];
      const byOrder = collection.fields.displayOrder ? [['displayOrder', collection.title]] : [];
      return [
        ...unique.map((keys) => uniqueIndex(`${nameOf(keys)}_unique`).on(...on(keys))),
        ...[...(collection.index ?? []).map((key) => [key]), ...byOrder].map((keys) =>
          index(`${nameOf(keys)}_index`).on(...on(keys)),
        ),
      ];
    },
  );

export type CollectionTable = ReturnType<typeof buildTable>;

const tables = new WeakMap<Collection, CollectionTable>();

/** A collection's table; every column can be reached by its field's key. */
export const tableOf = (collection: Collection): CollectionTable => {
  const table = tables.get(collection) ?? buildTable(collection);
  tables.set(collection, table);
  return table;
};

/** The columns of a table by field key, for the kit's own queries. */
export const columnsOf = (table: CollectionTable) => table as unknown as Record<string, PgColumn>;
