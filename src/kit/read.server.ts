import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Behaviour, Viewer } from './behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from './collection.ts';
import { type CollectionTable, columnsOf, tableOf } from './table.server.ts';

export interface ListQuery {
  viewer: Viewer;
  q?: string | undefined;
  category?: string[] | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  card?: boolean | undefined;
  filters?: Record<string, string[]> | undefined;
}

const EXCERPT_SOURCE = 900;

const column = (table: CollectionTable, key: string): PgColumn => {
  const found = columnsOf(table)[key];
  if (!found) throw new Error(`No column ${key}`);
  return found;
};

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

export const toItem = (row: Record<string, unknown>): AnyItem =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])) as AnyItem;

const like = (term: string) => `%${term.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;

/** The one place that decides what a stranger may see. */
const visibleTo = (
  collection: Collection,
  behaviour: Behaviour,
  viewer: Viewer,
): SQL | undefined => {
  if (viewer) return undefined;
  const rule = collection.visible;
  const flag = rule ? eq(column(tableOf(collection), rule.field), rule.is) : undefined;
  return and(flag, behaviour.visible);
};

const matches = (collection: Collection, table: CollectionTable, term: string): SQL | undefined =>
  or(
    ...collection.search.map((key) => {
      const target = column(table, key);
      return collection.fields[key]?.kind === 'list'
        ? sql`array_to_string(${target}, ' ') ilike ${like(term)}`
        : sql`${target} ilike ${like(term)}`;
    }),
  );

/** `published` and `draft` read the flag that makes an item public, whatever it is called. */
const hasStatus = (collection: Collection, table: CollectionTable, status?: string) => {
  const rule = collection.visible;
  if (!rule || !status || status === 'all') return undefined;
  if (collection.fields[rule.field]?.kind === 'choice')
    return eq(column(table, rule.field), status);
  const wanted = status === 'published' || status === 'active';
  return sql`(${column(table, rule.field)} = ${rule.is}) = ${wanted}`;
};

const inCategory = (collection: Collection, table: CollectionTable, names: string[]) => {
  if (names.length === 0) return undefined;
  if (collection.fields.category) return inArray(column(table, 'category'), names);
  if (!collection.fields.categories) return undefined;
  return sql`${column(table, 'categories')} && ${sql.param(names)}::text[]`;
};

const orderOf = (collection: Collection, table: CollectionTable, sort?: string) => {
  const key = sort?.replace(/^-/, '');
  const sortable = [
    collection.title,
    'createdAt',
    'updatedAt',
    'displayOrder',
    'status',
    'category',
  ];
  if (key && sortable.includes(key) && columnsOf(table)[key]) {
    return [sort?.startsWith('-') ? desc(column(table, key)) : asc(column(table, key))];
  }
  const natural = collection.order ?? [
    ...(collection.fields.displayOrder ? [{ field: 'displayOrder' }] : []),
    { field: collection.title },
  ];
  return natural.map((part) =>
    'descending' in part && part.descending
      ? desc(column(table, part.field))
      : asc(column(table, part.field)),
  );
};

const selectionOf = (collection: Collection, table: CollectionTable, card: boolean) => {
  const always = ['id', 'version', 'createdAt', 'updatedAt'];
  const extra = ['displayOrder', collection.visible?.field ?? 'id'];
  const keys = card
    ? [...always, ...collection.card, ...extra.filter((key) => columnsOf(table)[key])]
    : [...always, ...fieldEntries(collection).map(([key]) => key)];
  return Object.fromEntries(
    [...new Set(keys)].map((key) => {
      const isLong = card && collection.fields[key]?.kind === 'markdown';
      const source = column(table, key);
      return [key, isLong ? sql<string>`left(${source}, ${EXCERPT_SOURCE})`.as(key) : source];
    }),
  );
};

export const createReader = (collection: Collection, db: Executor, behaviour: Behaviour = {}) => {
  const table = tableOf(collection);
  const slugField = slugFieldOf(collection);

  const conditionOf = (query: ListQuery): SQL | undefined => {
    const own = Object.entries(query.filters ?? {}).map(([name, values]) =>
      values.length > 0 ? behaviour.filters?.[name]?.where(values, query.viewer) : undefined,
    );
    return and(
      visibleTo(collection, behaviour, query.viewer),
      hasStatus(collection, table, query.status),
      query.q?.trim() ? matches(collection, table, query.q.trim()) : undefined,
      inCategory(collection, table, query.category ?? []),
      ...own,
    );
  };

  const list = async (query: ListQuery): Promise<AnyItem[]> => {
    noteRead(collection.name);
    const rows = await db
      .select(selectionOf(collection, table, query.card ?? false))
      .from(table)
      .where(conditionOf(query))
      .orderBy(...orderOf(collection, table, query.sort), desc(table.id))
      .limit(query.limit ?? Number.MAX_SAFE_INTEGER)
      .offset(query.offset ?? 0);
    return rows.map(toItem);
  };

  const count = async (query: ListQuery): Promise<number> => {
    noteRead(collection.name);
    return db.$count(table, conditionOf(query));
  };

  const one = async (viewer: Viewer, key: string, condition: SQL): Promise<AnyItem | null> => {
    noteRead(`${collection.name}/${key}`);
    const [row] = await db
      .select(selectionOf(collection, table, false))
      .from(table)
      .where(and(condition, visibleTo(collection, behaviour, viewer)))
      .limit(1);
    return row ? toItem(row) : null;
  };

  const byId = (viewer: Viewer, id: number) => one(viewer, String(id), eq(table.id, id));

  const bySlug = async (viewer: Viewer, value: string) =>
    slugField ? one(viewer, value, eq(column(table, slugField), value)) : null;

  /** Items in the order of the ids; those that are gone or not visible are left out. */
  const byIds = async (viewer: Viewer, ids: readonly number[], card = true): Promise<AnyItem[]> => {
    noteRead(...ids.map((id) => `${collection.name}/${id}`));
    if (ids.length === 0) return [];
    const rows = await db
      .select(selectionOf(collection, table, card))
      .from(table)
      .where(and(inArray(table.id, [...ids]), visibleTo(collection, behaviour, viewer)));
    const found = new Map(rows.map((row) => [row.id as unknown as number, toItem(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };

  return { list, count, byId, bySlug, byIds, conditionOf, table };
};

export type Reader = ReturnType<typeof createReader>;
