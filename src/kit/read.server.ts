import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { noteRead } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { preparedRead, SOUGHT } from '#platform/db/prepared.server.ts';
import { mentions, toItem } from '#platform/db/rows.server.ts';
import { idOfKey, type ListQuery } from '#platform/http/list-query.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Behaviour } from './behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from './collection.ts';
import { type CollectionTable, columnsOf, tableOf } from './table.server.ts';

const EXCERPT_SOURCE = 900;

const column = (table: CollectionTable, key: string): PgColumn => {
  const found = columnsOf(table)[key];
  if (!found) throw new Error(`No column ${key}`);
  return found;
};

/** The one place that decides what a stranger may see. */
const visibilityOf = ({ visible: rule }: Collection, table: CollectionTable, own?: SQL) =>
  and(rule ? eq(column(table, rule.field), rule.is) : undefined, own);

const matches = (collection: Collection, table: CollectionTable, term: string) =>
  or(
    ...collection.search.map((key) =>
      mentions(column(table, key), term, collection.fields[key]?.kind === 'list'),
    ),
  );

/** `published` and `draft` read the flag that makes an item public, whatever it is called. */
const hasStatus = (collection: Collection, table: CollectionTable, status?: string) => {
  const rule = collection.visible;
  if (!rule || !status || status === 'all') return undefined;
  const target = column(table, rule.field);
  if (collection.fields[rule.field]?.kind === 'choice') return eq(target, status);
  const wanted = status === 'published' || status === 'active';
  return sql`(${target} = ${rule.is}) = ${wanted}`;
};

const inCategory = (collection: Collection, table: CollectionTable, names: string[]) => {
  if (names.length === 0) return undefined;
  if (collection.fields.category) return inArray(column(table, 'category'), names);
  if (!collection.fields.categories) return undefined;
  return sql`${column(table, 'categories')} && ${sql.param(names)}::text[]`;
};

const SORTABLE = ['createdAt', 'updatedAt', 'displayOrder', 'status', 'category'];

const orderOf = (collection: Collection, table: CollectionTable, sort = '') => {
  const key = sort.replace(/^-/, '');
  const isKnown = key === collection.title || (SORTABLE.includes(key) && key in columnsOf(table));
  const byOrder = collection.fields.displayOrder ? [{ field: 'displayOrder' }] : [];
  const natural = collection.order ?? [...byOrder, { field: collection.title }];
  const parts: readonly { field: string; descending?: boolean }[] = isKnown
    ? [{ field: key, descending: sort.startsWith('-') }]
    : natural;
  return parts.map(({ field, descending }) => {
    const target = column(table, field);
    // 'eMoney' stands between 'Eagle' and 'Envestnet', whatever the database's own order.
    return (descending ? desc : asc)(field === collection.title ? sql`lower(${target})` : target);
  });
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
  const { dependsOn = [] } = behaviour;
  const visible = visibilityOf(collection, table, behaviour.visible);

  const conditionOf = (query: ListQuery): SQL | undefined => {
    const own = Object.entries(query.filters ?? {}).map(([name, values]) =>
      values.length > 0 ? behaviour.filters?.[name]?.where(values, query.viewer) : undefined,
    );
    return and(
      // A stranger sees what is public, whatever status the request names.
      query.viewer ? hasStatus(collection, table, query.status) : visible,
      query.q?.trim() ? matches(collection, table, query.q.trim()) : undefined,
      inCategory(collection, table, query.category ?? []),
      ...own,
    );
  };

  const rowsOf = (condition: SQL | undefined, card = false) =>
    db
      .select(selectionOf(collection, table, card))
      .from(table)
      .where(condition);

  const list = async (query: ListQuery): Promise<AnyItem[]> => {
    noteRead(collection.name, ...dependsOn);
    const rows = await rowsOf(conditionOf(query), query.card)
      .orderBy(...orderOf(collection, table, query.sort), desc(table.id))
      .limit(query.limit ?? Number.MAX_SAFE_INTEGER)
      .offset(query.offset ?? 0);
    return rows.map(toItem);
  };

  const count = async (query: ListQuery): Promise<number> => {
    noteRead(collection.name, ...dependsOn);
    return db.$count(table, conditionOf(query));
  };

  const readBy = (key: SQL, card = false) =>
    preparedRead((isStranger) => rowsOf(isStranger ? and(key, visible) : key, card));

  const oneBy = (target: PgColumn) => {
    const read = readBy(eq(target, SOUGHT));
    return async (viewer: Viewer, key: string | number): Promise<AnyItem | null> => {
      noteRead(`${collection.name}/${key}`, ...dependsOn);
      return (await read(viewer, key))[0] ?? null;
    };
  };
  const byId = oneBy(table.id);
  const bySlug = slugField ? oneBy(column(table, slugField)) : async () => null;

  /** By what a path calls it: a slug always has a letter, an id never. */
  const byKey = (viewer: Viewer, key: string) => {
    const id = idOfKey(key);
    return id === undefined ? bySlug(viewer, key) : byId(viewer, id);
  };

  const isAmong = sql`${table.id} = any(${SOUGHT}::int[])`;
  const [itemsByIds, cardsByIds] = [readBy(isAmong), readBy(isAmong, true)];

  /** Items in the order of the ids; those that are gone or not visible are left out. */
  const byIds = async (viewer: Viewer, ids: readonly number[], card = true): Promise<AnyItem[]> => {
    noteRead(...dependsOn, ...ids.map((id) => `${collection.name}/${id}`));
    if (ids.length === 0) return [];
    const items = await (card ? cardsByIds : itemsByIds)(viewer, ids);
    const found = new Map(items.map((item) => [item.id, item]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };

  return { list, count, byId, bySlug, byKey, byIds, conditionOf, table };
};

export type Reader = ReturnType<typeof createReader>;
