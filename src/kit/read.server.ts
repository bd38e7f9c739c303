import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#platform/db/database.server.ts';
import { mentions } from '#platform/db/mentions.server.ts';
import { idOfKey } from '#platform/http/params.ts';
import { type Viewer, viewerOf } from '#platform/viewer.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import type { Behaviour } from './behaviour.server.ts';
import { type AnyItem, type Collection, type ItemBase, keysOf, slugFieldOf } from './collection.ts';
import type { ListQuery } from './list-query.ts';
import type { Reader } from './reader.server.ts';
import { columnOf, naturalOrder, type TableOf, tableOf } from './table.server.ts';

const EXCERPT_SOURCE = 900;

/** An anonymous visitor's rows, by the definition alone; a reader's `visible` adds the content type's own rule. */
export const visibilityOf = (collection: Collection, own?: SQL): SQL | undefined => {
  const rule = collection.visible;
  if (!rule) return own;
  return and(eq(columnOf(collection, rule.field), rule.is), own);
};

export const refersToVisible = (collection: Collection, id: PgColumn | SQL): SQL => {
  const table = tableOf(collection);
  return sql`exists (select 1 from ${table} where ${and(eq(table.id, id), visibilityOf(collection))})`;
};

/** Has the term, or is meant by it. */
const matches = (collection: Collection, term: string, found: readonly number[] = []) =>
  or(
    inArray(tableOf(collection).id, [...found]),
    ...collection.search.map((key) =>
      mentions(columnOf(collection, key), term, collection.fields[key]?.kind === 'list'),
    ),
  );

/** `published` and `draft` read the flag that makes an item public, whatever it is called. */
const hasStatus = (collection: Collection, status?: string) => {
  const rule = collection.visible;
  if (!rule || !status || status === 'all') return undefined;
  const target = columnOf(collection, rule.field);
  if (collection.fields[rule.field]?.kind === 'choice') return eq(target, status);
  const wanted = status === 'published' || status === 'active';
  return sql`(${target} = ${rule.is}) = ${wanted}`;
};

const inCategory = (collection: Collection, names: string[]) => {
  if (names.length === 0) return undefined;
  if (collection.fields.category) {
    const category = columnOf(collection, 'category');
    return or(inArray(category, names), names.includes(NO_CATEGORY) ? isNull(category) : undefined);
  }
  if (!collection.fields.categories) return undefined;
  return sql`${columnOf(collection, 'categories')} && ${sql.param(names)}::text[]`;
};

const SORTABLE = ['createdAt', 'updatedAt', 'displayOrder', 'status', 'category'];
/** Kinds that a signed-in user may order a list by, whatever the field. */
const SORTABLE_KINDS = ['text', 'slug', 'choice', 'integer', 'flag', 'date'];

const orderOf = (collection: Collection, { sort = '', viewer }: ListQuery) => {
  const key = sort.replace(/^-/, '');
  const kind = collection.fields[key]?.kind ?? '';
  const isOfEditors = viewerOf(viewer, collection.name) && SORTABLE_KINDS.includes(kind);
  const isSortable =
    isOfEditors || (SORTABLE.includes(key) && (key.endsWith('At') || key in collection.fields));
  const asked = { field: key, descending: sort.startsWith('-') };
  const order = key === collection.title || isSortable ? [asked] : naturalOrder(collection);
  return order.map(({ field, descending }) => {
    const target = columnOf(collection, field);
    // 'eMoney' stands between 'Eagle' and 'Envestnet', whatever the database's own order.
    return (descending ? desc : asc)(field === collection.title ? sql`lower(${target})` : target);
  });
};

const selectionOf = (
  collection: Collection,
  card: boolean,
): Pick<TableOf<Collection>, keyof ItemBase> => {
  const { id, version, createdAt, updatedAt } = tableOf(collection);
  const fields: Record<string, PgColumn | SQL.Aliased> = {};
  for (const key of keysOf(collection, card)) {
    const isLong = card && collection.fields[key]?.kind === 'markdown';
    const source = columnOf(collection, key);
    fields[key] = isLong ? sql<string>`left(${source}, ${EXCERPT_SOURCE})`.as(key) : source;
  }
  return { ...fields, id, version, createdAt, updatedAt };
};

export const createReader = (
  collection: Collection,
  db: Executor,
  behaviour: Behaviour = {},
): Reader => {
  const table = tableOf(collection);
  const slugField = slugFieldOf(collection);
  const visible = visibilityOf(collection, behaviour.visible) ?? sql`true`;

  const conditionOf = (query: ListQuery): SQL | undefined => {
    const { filters = {} } = query;
    const viewer = viewerOf(query.viewer, collection.name);
    const own = Object.entries(filters).map(([name, values]) =>
      values.length > 0 ? behaviour.filters?.[name]?.where(values, viewer, filters) : undefined,
    );
    return and(
      // An anonymous visitor sees what is public, whatever status the request names.
      viewer && query.status !== 'visible' ? hasStatus(collection, query.status) : visible,
      query.q?.trim() ? matches(collection, query.q.trim(), query.found) : undefined,
      inCategory(collection, query.category ?? []),
      ...own,
    );
  };

  /** Items that match by meaning stand before those that match by words. */
  const byFound = ({ found = [] }: ListQuery) =>
    found.length > 0 ? [sql`array_position(${sql.param(found)}::int[], ${table.id})`] : [];

  const rowsOf = (condition: SQL | undefined, card = false) =>
    db.select(selectionOf(collection, card)).from(table).where(condition);

  const listBy = (card: boolean) => async (query: ListQuery) => {
    const condition = conditionOf(query);
    const order = [...byFound(query), ...orderOf(collection, query), desc(table.id)];
    const { limit = Number.MAX_SAFE_INTEGER, offset = 0 } = query;
    const ids = db.select({ id: table.id }).from(table).where(condition);
    const page = ids
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    // Editors order by anything and go far: of rows that are only sorted or passed over, no text is read.
    const chosen = query.viewer ? inArray(table.id, page) : condition;
    const rows = rowsOf(chosen, card).orderBy(...order);
    return query.viewer ? rows : rows.limit(limit).offset(offset);
  };

  const count = async (query: ListQuery) => db.$count(table, conditionOf(query));

  const readWhere = (viewer: Viewer, key: SQL, isCard = false) => {
    const condition = viewerOf(viewer, collection.name) ? key : and(key, visible);
    return rowsOf(condition, isCard);
  };

  const oneBy = (target: PgColumn) => async (viewer: Viewer, key: string | number) =>
    (await readWhere(viewer, eq(target, key)))[0] ?? null;
  const byId = oneBy(table.id);
  const bySlug = slugField ? oneBy(columnOf(collection, slugField)) : async () => null;

  const byKey = (viewer: Viewer, key: string) => {
    const id = idOfKey(key);
    return id === undefined ? bySlug(viewer, key) : byId(viewer, id);
  };

  const severalBy =
    (isCard: boolean) =>
    async (viewer: Viewer, ids: readonly number[]): Promise<AnyItem[]> => {
      if (ids.length === 0) return [];
      const isAmong = sql`${table.id} = any(${sql.param(ids)}::int[])`;
      const rows = await readWhere(viewer, isAmong, isCard);
      const found = new Map(rows.map((item) => [item.id, item]));
      return ids.flatMap((id) => found.get(id) ?? []);
    };

  return {
    table,
    visible,
    conditionOf,
    list: listBy(false),
    listCards: listBy(true),
    count,
    byId,
    bySlug,
    byKey,
    byIds: severalBy(false),
    cardsByIds: severalBy(true),
  };
};
