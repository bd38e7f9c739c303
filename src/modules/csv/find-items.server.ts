import { inArray } from 'drizzle-orm';
import { type AnyItem, type Collection, uniqueSetsOf } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Values } from './rows.server.ts';

const keyOf = (keys: readonly string[], values: Values) =>
  keys.every((key) => values[key] !== undefined)
    ? JSON.stringify(keys.map((key) => values[key]))
    : undefined;

/** Which item a row without an id speaks of: the one with its slug, or with its other unique fields. */
export const createKeyFinder = (tx: Executor, collection: Collection) => {
  const keys = uniqueSetsOf(collection)[0] ?? [];
  let cached: Promise<Map<string | undefined, number>> | undefined;
  const load = async () => {
    const table = tableOf(collection);
    const columns = Object.fromEntries(keys.map((key) => [key, columnOf(collection, key)]));
    const rows = await tx.select({ id: table.id, ...columns }).from(table);
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
export const holdItems = async (tx: Executor, collection: Collection, ids: readonly number[]) => {
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
