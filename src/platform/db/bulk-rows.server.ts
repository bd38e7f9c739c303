import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '#platform/errors.ts';
import type { Executor } from './database.server.ts';

type Row = Record<string, unknown>;
/** A row of a table whose rows count their versions. */
type Versioned = Row & { id: number; version: number };
interface BulkRow<Item extends Versioned = Versioned> {
  /** As it was read; null for one that is new. */
  before: Item | null;
  values: Row;
}

const keysOf = (row: Row) => Object.keys(row).filter((key) => row[key] !== undefined);

/** Rows that say something about the same columns go together; of the others each column keeps what it has. */
const groupsOf = (rows: readonly BulkRow[]): BulkRow[][] => [
  ...Map.groupBy(rows, ({ before, values }) => `${before === null} ${keysOf(values)}`).values(),
];

/** One statement for a group, with one parameter: a row costs next to nothing then. */
const statementFor = (table: PgTable, group: readonly BulkRow[]) => {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const named = keysOf(group[0]?.values ?? {}).flatMap((key) => {
    const name = columns[key]?.name;
    return name ? [{ key, name }] : [];
  });
  const records = group.map(({ before, values }) => ({
    ...Object.fromEntries(named.map(({ key, name }) => [name, values[key]])),
    ...(before && { id: before.id, version: before.version }),
  }));
  const from = sql`from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json) r`;
  const names = named.map(({ name }) => sql.identifier(name));
  if (!group[0]?.before) {
    const list = sql.join(names, sql`, `);
    return sql`insert into ${table} (${list}) select ${list} ${from} returning id`;
  }
  const set = names.map((name) => sql`${name} = r.${name}, `);
  return sql`update ${table} t set ${sql.join(set)} version = t.version + 1,
    updated_at = greatest(now(), t.updated_at + interval '1 millisecond') ${from}
    where t.id = r.id and t.version = r.version returning t.id`;
};

/** Adds and changes many rows, and tells what they are then; refused where one is no longer as it was read. */
export const storeRows = async <Item extends Versioned>(
  tx: Executor,
  table: PgTable & { id: PgColumn },
  rows: readonly BulkRow<Item>[],
): Promise<(BulkRow<Item> & { after: Item })[]> => {
  const ids = new Map<BulkRow, number>();
  for (const group of groupsOf(rows)) {
    const stored = await tx.execute<{ id: number }>(statementFor(table, group));
    if (stored.rows.length !== group.length) {
      throw new AppError('changed', 'Somebody else changed this item in the meantime');
    }
    // A sequence gives its numbers in the order of the records.
    const given = stored.rows.map(({ id }) => id).sort((a, b) => a - b);
    for (const [at, row] of group.entries()) ids.set(row, row.before?.id ?? given[at] ?? 0);
  }
  const isStored = inArray(table.id, [...ids.values()]);
  const found = await tx.select().from<PgTable>(table).where(isStored);
  const byId = new Map(found.map((row) => [row.id, row as Item]));
  return rows.flatMap((row) => {
    const after = byId.get(ids.get(row) ?? 0);
    return after ? [{ ...row, after }] : [];
  });
};
